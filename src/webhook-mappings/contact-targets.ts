import { JsonValue } from '../common/json-text.js';
import { Reading } from '../common/readings.js';
import { CONTACT_LIMITS, countryCodeOf, emailOf, timeZoneOf } from '../contacts/contact-fields.js';

/** A value fit to be stored, null for one that counts as missing, or what is wrong with it. */
export type ValueReading<T extends JsonValue> = Reading<T | null>;

interface TextTargetRule {
  /** Characters (UTF-16 units); a longer value is skipped, never cut. */
  maxLength: number;
  /** The form to store, or null if the text is not of this kind. Without it the text is stored as it came. */
  read?: (text: string) => string | null;
  /** Completes "firstName …" when `read` gives null. */
  issue?: string;
}

/** The contact fields that a mapping can fill with text, and what each takes. `phone` is apart: it is the identity. */
export const TEXT_TARGETS = {
  firstName: { maxLength: CONTACT_LIMITS.name },
  lastName: { maxLength: CONTACT_LIMITS.name },
  email: {
    maxLength: CONTACT_LIMITS.email,
    read: emailOf,
    issue: 'is not an e-mail address',
  },
  company: { maxLength: CONTACT_LIMITS.company },
  countryCode: { maxLength: 20, read: countryCodeOf, issue: 'is not a two-letter country code (ISO 3166-1)' },
  timezone: { maxLength: 64, read: timeZoneOf, issue: 'is not a time zone of the IANA list' },
  crmId: { maxLength: CONTACT_LIMITS.crm },
  crmSource: { maxLength: CONTACT_LIMITS.crm },
} as const satisfies Record<string, TextTargetRule>;

export type TextTarget = keyof typeof TEXT_TARGETS;
export type VariableTarget = `variables.${string}`;
export type Target = TextTarget | 'phone' | VariableTarget;

const VARIABLE_PREFIX = 'variables.';
const VARIABLE_NAME = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/;

/** As much JSON as one variable may hold, in characters. */
const MAX_VARIABLE_LENGTH = 10_000;

/** Longer text is no value of a form field and is not worked on at all. */
const MAX_TEXT_LENGTH = 10_000;

export const isTextTarget = (target: string): target is TextTarget => Object.hasOwn(TEXT_TARGETS, target);

export const isVariableTarget = (target: string): target is VariableTarget =>
  target.startsWith(VARIABLE_PREFIX) && VARIABLE_NAME.test(target.slice(VARIABLE_PREFIX.length));

export const isTarget = (target: string): target is Target =>
  target === 'phone' || isTextTarget(target) || isVariableTarget(target);

/** The `<name>` of `variables.<name>`. */
export const variableName = (target: VariableTarget): string => target.slice(VARIABLE_PREFIX.length);

/** Checks and normalizes what is to be stored in a text field of a contact. Blank text is missing. */
export function readTextTarget(target: TextTarget, text: string): ValueReading<string> {
  const rule: TextTargetRule = TEXT_TARGETS[target];
  if (isBlank(text)) return { value: null };
  if (text.length > rule.maxLength) return { issue: `is longer than ${rule.maxLength} characters` };
  const value = rule.read ? rule.read(text) : text;
  return value === null ? { issue: rule.issue ?? 'is not valid' } : { value };
}

/** Checks what is to be stored as a variable, which may be any JSON. Blank text and empty lists are missing. */
export function readVariable<T extends JsonValue>(value: T): ValueReading<T> {
  if (isEmptyValue(value)) return { value: null };
  const isTooLong = JSON.stringify(value).length > MAX_VARIABLE_LENGTH;
  return isTooLong ? { issue: `is longer than ${MAX_VARIABLE_LENGTH} characters` } : { value };
}

/**
 * What a payload's value says as text: text as it is, a number as its digits, a list of these joined with ", ".
 * A true or false, an object, and a list that holds one, have no text.
 */
export function textOf(value: JsonValue): ValueReading<string> {
  if (typeof value === 'boolean') return { issue: 'is true or false, not text' };
  if (isEmptyValue(value)) return { value: null };
  if (typeof value === 'object') return joined(value);
  const text = String(value);
  return text.length > MAX_TEXT_LENGTH ? { issue: tooLong } : { value: text };
}

const tooLong = `is longer than ${MAX_TEXT_LENGTH} characters`;

function joined(value: JsonValue): ValueReading<string> {
  if (!Array.isArray(value)) return { issue: 'is an object, not text' };
  const items = (value as readonly JsonValue[]).filter((item) => !isEmptyValue(item));
  const texts = items.filter((item) => typeof item === 'string' || typeof item === 'number');
  if (texts.length < items.length) return { issue: 'is a list of other things than text' };
  const text = texts.join(', ');
  return text.length > MAX_TEXT_LENGTH ? { issue: tooLong } : { value: text === '' ? null : text };
}

/** True for what counts as missing: null, blank text, a list or an object with nothing in it. */
export function isEmptyValue(value: JsonValue): boolean {
  if (typeof value === 'string') return isBlank(value);
  if (typeof value !== 'object' || value === null) return value === null;
  return Array.isArray(value) ? value.length === 0 : Object.keys(value).length === 0;
}

const isBlank = (text: string): boolean => text.trim() === '';
