import { BAD_TEXT_ISSUES, BadText, badTextIn, decodeUtf8, MalformedBody } from './body-text.js';
import { pathText } from './json-path.js';
import { scanJson } from './json-scan.js';

export type JsonScalar = string | number | boolean | null;
export type JsonValue = JsonScalar | readonly JsonValue[] | JsonObject;

/**
 * A JSON object as `JSON.parse` makes it: every name of the text is an own property, `__proto__` and `constructor`
 * too. Read it with `Object.hasOwn`, build one with `Object.fromEntries` or a spread; never assign to a computed key.
 */
export interface JsonObject {
  readonly [name: string]: JsonValue;
}

export interface JsonLimits {
  /** How many arrays and objects may be open at once; `{"a":1}` is 1 deep. */
  maxDepth: number;
}

/**
 * Reads the bytes of a request body as JSON (RFC 8259), strictly:
 * - invalid UTF-8, a NUL, half of a surrogate pair (raw or escaped, in a name or a value), too much nesting and
 *   anything that is not JSON are refused, with the place where it can be told;
 * - of two equal names in one object the last wins;
 * - a number is read as its digits. One that a double would change, or that would print with an exponent, or that is
 *   longer than {@link LONGEST_PRINTABLE} characters, comes back as its text: `12025550123456789012` is `'12025550123456789012'`, while `1.50` is 1.5 and `1.3125550100E+10` is
 *   13125550100. So every number in the result prints as the plain decimal that was sent.
 *
 * The work is linear in the length of the body.
 * @throws {MalformedBody} 400 `Invalid JSON body`
 */
export function readJson(bytes: Uint8Array, limits: JsonLimits): JsonValue {
  const text = decodeUtf8(bytes, 'JSON');
  const scan = scanJson(text);
  if (scan.depth > limits.maxDepth)
    throw new MalformedBody('depth', 'JSON', `must not be nested deeper than ${limits.maxDepth} levels`);
  const value = parse(text, scan.hasLongNumber);
  if (scan.badText !== null) refuseBadText(value, scan.badText);
  return value;
}

type Reviver = (name: string, value: JsonValue, context: { source?: string }) => JsonValue;
/** `JSON.parse` with the source text access that Node has had since 21 and TypeScript's library does not declare. */
const parseWithSource = JSON.parse as (text: string, reviver: Reviver) => JsonValue;

function parse(text: string, hasLongNumber: boolean): JsonValue {
  try {
    // A reviver makes parsing several times slower; nearly no body needs one.
    return hasLongNumber ? parseWithSource(text, keepDigits) : (JSON.parse(text) as JsonValue);
  } catch {
    throw new MalformedBody('syntax', 'JSON', 'must be JSON');
  }
}

const keepDigits: Reviver = (_name, value, { source }) =>
  typeof value === 'number' && source !== undefined && !printsAs(value, source) ? source : value;

/** Longer than any decimal that a double can print without an exponent, with room for padding zeros. */
const LONGEST_PRINTABLE = 40;

function printsAs(value: number, source: string): boolean {
  const printed = String(value);
  if (printed.includes('e') || source.length > LONGEST_PRINTABLE) return false;
  return Number.isFinite(value) && decimal(printed) === decimal(source);
}

/** One spelling for every decimal of the same value: its digits without padding zeros, and their scale. */
function decimal(text: string): string {
  const [mantissa = '', exponent = '0'] = text.toLowerCase().replace(/^-/, '').split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const digits = (whole + fraction).replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  const scale = Number(exponent) - fraction.length + (digits.length - significant.length);
  return significant === '' ? '0' : `${text.startsWith('-') ? '-' : ''}${significant}e${scale}`;
}

function refuseBadText(value: JsonValue, fault: BadText): never {
  const place = findBadText(value, []);
  // A name given twice hides its first value from the parsed tree: the fault is certain, its place is not.
  if (place === null) throw new MalformedBody(fault, 'JSON', BAD_TEXT_ISSUES[fault]);
  throw new MalformedBody(place.fault, 'JSON', BAD_TEXT_ISSUES[place.fault], pathText(place.path) || 'body');
}

interface Place {
  fault: BadText;
  path: readonly (string | number)[];
}

function findBadText(value: JsonValue, path: readonly (string | number)[]): Place | null {
  if (typeof value === 'string') {
    const fault = badTextIn(value);
    return fault && { fault, path };
  }
  if (typeof value !== 'object' || value === null) return null;
  const entries: [string | number, JsonValue][] = Array.isArray(value)
    ? value.map((item: JsonValue, index) => [index, item])
    : Object.entries(value);
  for (const [name, child] of entries) {
    const fault = typeof name === 'string' ? badTextIn(name) : null;
    const place = fault ? { fault, path: [...path, name] } : findBadText(child, [...path, name]);
    if (place) return place;
  }
  return null;
}
