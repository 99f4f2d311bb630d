import type { PlaceCallOutcome } from './carrier.js';
import { obstacleOfRefusal } from './twilio-errors.js';

/** No complete answer came. `connected` tells whether the request can have reached the other side. */
export class Unanswered extends Error {
  constructor(
    readonly connected: boolean,
    override readonly cause: Error,
  ) {
    super(cause.message || (cause as NodeJS.ErrnoException).code || cause.name);
  }
}

/** 429: refused unread, on any request. */
export class RateLimited extends Error {
  constructor(readonly retryAfterSeconds: number | null) {
    super('The carrier limits the rate of requests');
  }
}

/** What the SDK's two exception classes have in common. */
interface Refusal {
  status: number;
  code: string | null;
  message: string;
}

/** The carrier's own 4xx; null for everything else, where nothing is certain. */
export function refusalIn(error: unknown): Refusal | null {
  if (!(error instanceof Error) || !('status' in error) || typeof error.status !== 'number') return null;
  if (error.status < 400 || error.status > 499) return null;
  const code =
    'code' in error && typeof error.code === 'number' && error.code > 0 ? String(error.code) : null;
  return { status: error.status, code, message: error.message || `HTTP ${error.status}` };
}

/**
 * What an error says about a request to dial.
 *
 * Twilio's POST is not idempotent and a 5xx may have dialled (https://www.twilio.com/docs/api/errors/20500), a 429 was
 * never looked at. Whatever is not known for certain is `unknown`.
 */
export function placeOutcome(error: unknown): Exclude<PlaceCallOutcome, { kind: 'accepted' }> {
  if (error instanceof RateLimited) {
    const { message, retryAfterSeconds } = error;
    return { kind: 'not-sent', cause: 'rate-limited', message, retryAfterSeconds };
  }
  if (error instanceof Unanswered && !error.connected)
    return { kind: 'not-sent', cause: 'unreachable', message: error.message, retryAfterSeconds: null };
  const refusal = refusalIn(error);
  if (!refusal) return { kind: 'unknown', message: messageOf(error) };
  const { code, message } = refusal;
  return { kind: 'rejected', carrierCode: code, message, obstacle: obstacleOfRefusal(code) };
}

/** The SDK's exceptions have no message when the carrier's answer had none. */
export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message || error.name : String(error);

/**
 * Seconds to wait from a Retry-After header, which is a number of seconds or an instant (RFC 9110 section 10.2.3).
 * `now` in milliseconds since 1970. Null when missing or unreadable.
 */
export function retryAfterSeconds(header: string | undefined, now: number): number | null {
  if (header === undefined) return null;
  if (/^\d{1,9}$/.test(header)) return Number(header);
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now) / 1000));
}
