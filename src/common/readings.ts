import type { Issue } from './app-error.js';
import { parseInstant } from './instant.js';
import { normalizePhoneNumber } from './phone-number.js';

/** What became of reading one input: its value, or what is wrong with it. */
export type Reading<T> = { value: T } | { issue: string };

/** What is wrong with an input; of one that has parts several may be, and each issue names its own place. */
export type Problem = { issue: string } | { issues: readonly Issue[] };

/** A reading of an input that may have parts. */
export type NestedReading<T> = { value: T } | Problem;

/** Stands in a DTO for an input that could not be read, until validation reports it. */
export class InvalidValue {
  constructor(readonly problem: Problem) {}
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const isUuid = (raw: unknown): raw is string => typeof raw === 'string' && UUID.test(raw);

/** A UUID of any version, in lower case afterwards. */
export const readUuid = (raw: unknown): Reading<string> =>
  isUuid(raw) ? { value: raw.toLowerCase() } : { issue: 'must be a UUID' };

/** One of a closed set, to the letter. */
export const readOneOf =
  <T extends string>(allowed: readonly T[]) =>
  (raw: unknown): Reading<T> => {
    const value = allowed.find((one) => one === raw);
    return value === undefined ? { issue: `must be one of ${allowed.join(', ')}` } : { value };
  };

/** `true` or `false` as text, for query parameters. */
export const readBooleanText = (raw: unknown): Reading<boolean> =>
  raw === 'true' || raw === 'false' ? { value: raw === 'true' } : { issue: 'must be true or false' };

export const readBoolean = (raw: unknown): Reading<boolean> =>
  typeof raw === 'boolean' ? { value: raw } : { issue: 'must be true or false' };

/** Decimal digits as text, for query parameters; a larger number than `max` is read as `max` when `clamp` says so. */
export const readIntegerText =
  ({ min, max, clamp = false }: { min: number; max: number; clamp?: boolean }) =>
  (raw: unknown): Reading<number> => {
    const value = typeof raw === 'string' && /^\d+$/.test(raw) ? Number(raw) : NaN;
    if (!(value >= min) || (value > max && !clamp)) {
      return {
        issue: clamp ? `must be an integer of at least ${min}` : `must be an integer from ${min} to ${max}`,
      };
    }
    return { value: Math.min(value, max) };
  };

export const readInteger =
  ({ min, max }: { min: number; max: number }) =>
  (raw: unknown): Reading<number> =>
    typeof raw === 'number' && Number.isInteger(raw) && raw >= min && raw <= max
      ? { value: raw }
      : { issue: `must be an integer from ${min} to ${max}` };

/** Text of `min` to `max` characters (code points); surrounding white space counts but cannot be all there is. */
export const readText =
  ({ min = 1, max }: { min?: number; max: number }) =>
  (raw: unknown): Reading<string> => {
    if (typeof raw !== 'string') return { issue: 'must be a string' };
    const length = raw.length > max * 2 ? raw.length : Array.from(raw).length;
    if (length > max) return { issue: `must be at most ${max} characters long, and has ${length}` };
    if (length < min || (min > 0 && raw.trim() === ''))
      return { issue: `must be a text of ${min} to ${max} characters` };
    return { value: raw };
  };

/** A list of distinct texts; duplicates are dropped. */
export const readTextList =
  ({ maxItems, max }: { maxItems: number; max: number }) =>
  (raw: unknown): Reading<string[]> => {
    const readItem = readText({ max });
    if (!Array.isArray(raw) || raw.length > maxItems || raw.some((item) => 'issue' in readItem(item)))
      return { issue: `must be a list of at most ${maxItems} texts of 1 to ${max} characters` };
    return { value: [...new Set(raw as string[])] };
  };

/** A JSON object of at most `maxBytes` as JSON text. */
export const readObject =
  ({ maxBytes }: { maxBytes: number }) =>
  (raw: unknown): Reading<Record<string, unknown>> =>
    typeof raw === 'object' &&
    raw !== null &&
    !Array.isArray(raw) &&
    Buffer.byteLength(JSON.stringify(raw)) <= maxBytes
      ? { value: raw as Record<string, unknown> }
      : { issue: `must be a JSON object of at most ${maxBytes} bytes` };

/** An instant of RFC 3339, read to the millisecond. */
export const readInstant = (raw: unknown): Reading<Date> => {
  const instant = typeof raw === 'string' ? parseInstant(raw) : null;
  return instant
    ? { value: instant }
    : { issue: 'must be an ISO 8601 instant such as 2026-01-15T10:30:00.000Z' };
};

/** A phone number in international form (`+` or `00`), as E.164. */
export const readPhoneNumber = (raw: unknown): Reading<string> => {
  // Without a country code it is nobody's number: a default country would be a guess.
  const international = typeof raw === 'string' && /^\s*(\+|00)/.test(raw);
  const number = international ? normalizePhoneNumber(raw, 'US') : null;
  return number && 'e164' in number
    ? { value: number.e164 }
    : { issue: 'must be a phone number in international form such as +13125550100' };
};
