import { types } from 'node:util';
import { isSecretName, maskPhone, REDACTED, redactText } from './redact-text.js';

const MAX_DEPTH = 8;
/** Of a list or of an object's fields. */
const MAX_ITEMS = 100;
/** What one call may spend, over all its parts, so that no shape of input costs more. */
const MAX_VALUES = 1000;
const MAX_TEXT = 64 * 1024;

const CUT = '[cut]';

/** Fields that hold a phone number in whatever form, also as a JSON number or without its area code. */
const PHONE_NAME = /phone|mobile|msisdn|whatsapp|caller|callee/i;
/** Fields that name what another field, `value`, holds. */
const NAMING_FIELDS = new Set(['name', 'key', 'field', 'header', 'target']);

interface Budget {
  values: number;
  text: number;
}

type Field = [name: string, value: unknown];

/**
 * Anything as a log may hold it: a plain copy in which fields with a secret's name are blanked, texts pass
 * through `redactText`, and depth and size are bounded (so a circle ends). Errors keep name, message, stack,
 * cause and their own fields; bytes become their length. Never throws.
 */
export function redact(value: unknown): unknown {
  return copy(value, 0, { values: MAX_VALUES, text: MAX_TEXT });
}

function copy(value: unknown, depth: number, budget: Budget): unknown {
  if (--budget.values < 0) return CUT;
  if (typeof value === 'string') return copyText(value, budget);
  if (typeof value === 'bigint') return redactText(String(value));
  if (typeof value === 'function' || typeof value === 'symbol') return undefined;
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= MAX_DEPTH) return CUT;
  try {
    return copyObject(value, depth + 1, budget);
  } catch {
    return '[unreadable]'; // a getter or a proxy that throws
  }
}

function copyText(text: string, budget: Budget): string {
  if (budget.text <= 0) return CUT;
  const redacted = redactText(text);
  budget.text -= redacted.length;
  return redacted;
}

function copyObject(value: object, depth: number, budget: Budget): unknown {
  if (types.isDate(value)) return Number.isNaN(value.getTime()) ? String(value) : value.toISOString();
  if (value instanceof URL) return redactText(value.href);
  if (ArrayBuffer.isView(value) || types.isAnyArrayBuffer(value)) return `[${value.byteLength} bytes]`;
  if (types.isSet(value)) return copyItems([...value], depth, budget);
  if (Array.isArray(value)) return copyItems(value, depth, budget);
  return copyFields(fieldsOf(value).slice(0, MAX_ITEMS), depth, budget);
}

function fieldsOf(value: object): Field[] {
  if (types.isMap(value)) return Array.from(value, ([key, item]) => [String(key), item]);
  if (!types.isNativeError(value)) return Object.entries(value);
  const { name, message, stack, cause } = value;
  return [...Object.entries({ name, message, stack, cause }), ...Object.entries(value)];
}

/** A list; what comes after a secret's name is its value, as in Node's rawHeaders. */
function copyItems(items: readonly unknown[], depth: number, budget: Budget): unknown[] {
  return items
    .slice(0, MAX_ITEMS)
    .map((item, index) => (isNameOfSecret(items[index - 1]) ? blank(item) : copy(item, depth, budget)));
}

function copyFields(fields: Field[], depth: number, budget: Budget): Record<string, unknown> {
  // `{name: 'password', value: '…'}`: the name of a secret may stand beside it.
  const named = fields.some(
    ([name, value]) => NAMING_FIELDS.has(name.toLowerCase()) && isNameOfSecret(value),
  );
  const copyField = ([name, value]: Field): Field => {
    if (isSecretName(name) || (named && name.toLowerCase() === 'value')) return [name, blank(value)];
    return [redactText(name), isPhone(name, value) ? maskPhone(String(value)) : copy(value, depth, budget)];
  };
  return Object.fromEntries(fields.map(copyField));
}

function isPhone(name: string, value: unknown): boolean {
  const written = typeof value === 'string' || typeof value === 'number';
  return (
    written &&
    PHONE_NAME.test(name) &&
    /^(?:[^\da-z]{0,3}\d){5,}[^\da-z]{0,3}$/i.test(String(value).slice(0, 64))
  );
}

function isNameOfSecret(value: unknown): boolean {
  return typeof value === 'string' && value.length <= 64 && isSecretName(value);
}

/** Whether there was a secret at all is worth knowing and tells nothing. */
function blank(value: unknown): unknown {
  return value === null || value === undefined || typeof value === 'boolean' ? value : REDACTED;
}
