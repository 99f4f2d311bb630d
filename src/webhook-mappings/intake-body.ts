import { UnsupportedMediaType } from '../common/app-error.js';
import { BAD_TEXT_ISSUES, badTextIn, decodeUtf8, MalformedBody } from '../common/body-text.js';
import { pathText } from '../common/json-path.js';
import { JsonObject, JsonValue, readJson } from '../common/json-text.js';

/** What an outside system posted, by its own names; the credentials of the intake are taken out before mapping. */
export type Payload = JsonObject;

/** The intake's own limit; with 256 KB a body could otherwise nest a hundred thousand levels. */
const INTAKE_MAX_DEPTH = 32;

/** More fields than any form has; bounds what one request can make of a body of separators. */
export const MAX_FORM_FIELDS = 1_000;

const BODY_KINDS = {
  'application/json': 'json',
  'application/x-www-form-urlencoded': 'form',
  'multipart/form-data': 'multipart',
} as const;

export type IntakeBodyKind = (typeof BODY_KINDS)[keyof typeof BODY_KINDS];

/**
 * What kind of body a Content-Type header announces. Known before the body is read, so that a wrong type is refused
 * before its size.
 * @throws {UnsupportedMediaType} for any other type, a charset that is not UTF-8, and no header at all
 */
export function intakeBodyKind(contentType: string | undefined): IntakeBodyKind {
  const [type = '', ...parameters] = (contentType ?? '').split(';').map((part) => part.trim());
  const kind = Object.entries(BODY_KINDS).find(([name]) => name === type.toLowerCase())?.[1];
  const charset = parameters
    .find((parameter) => parameter.toLowerCase().startsWith('charset='))
    ?.slice('charset='.length);
  if (!kind || !isUtf8(charset ?? 'utf-8'))
    throw new UnsupportedMediaType(`${Object.keys(BODY_KINDS).join(', ')}; in UTF-8`);
  return kind;
}

const isUtf8 = (charset: string): boolean => /^"?utf-?8"?$/i.test(charset);

/**
 * Reads a JSON body of the intake. Automation tools like to send a list of one; one such level is taken off.
 * @throws {MalformedBody} 400
 */
export const readJsonPayload = (bytes: Uint8Array): Payload =>
  payloadIn(readJson(bytes, { maxDepth: INTAKE_MAX_DEPTH }));

/**
 * The payload that a JSON value is.
 * @throws {MalformedBody} 400
 */
export function payloadIn(value: JsonValue): Payload {
  const [only, ...others] = Array.isArray(value) ? (value as readonly JsonValue[]) : [value];
  if (!isObject(only) || others.length > 0)
    throw new MalformedBody('not_an_object', 'JSON', 'must be an object, or a list of exactly one object');
  return only;
}

const isObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Reads an application/x-www-form-urlencoded body (WHATWG URL standard, section 5.1), but strictly: what the standard
 * would replace or leave as it is, such as `%zz` or bytes that are not UTF-8, is refused.
 * @throws {MalformedBody} 400
 */
export function readFormPayload(bytes: Uint8Array): Payload {
  const pairs = decodeUtf8(bytes, 'form')
    .split('&')
    .filter((pair) => pair !== '');
  // Counted before decoding: a body of separators costs nothing more.
  refuseTooManyFields(pairs.length);
  return payloadOf(pairs.map(decodePair));
}

function decodePair(pair: string): FormField {
  const equals = pair.indexOf('=');
  const [name, value] = equals < 0 ? [pair, ''] : [pair.slice(0, equals), pair.slice(equals + 1)];
  return [decodePart(name), decodePart(value)];
}

function decodePart(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw new MalformedBody('encoding', 'form', 'must be percent-encoded UTF-8');
  }
}

export type FormField = readonly [name: string, value: string];

/**
 * The payload that form fields make: flat, all text, the last of equal names wins. A name such as `lead[phone]` or
 * `__proto__` is a plain name here.
 * @throws {MalformedBody} 400 for a NUL, or too many fields
 */
export function payloadOf(fields: readonly FormField[]): Payload {
  refuseTooManyFields(fields.length);
  for (const [name, value] of fields) {
    const fault = badTextIn(name) ?? badTextIn(value);
    if (fault) throw new MalformedBody(fault, 'form', BAD_TEXT_ISSUES[fault], pathText([name]));
  }
  return Object.fromEntries(fields);
}

function refuseTooManyFields(count: number): void {
  if (count > MAX_FORM_FIELDS) throw tooManyFields();
}

export const tooManyFields = (): MalformedBody =>
  new MalformedBody('too_many_fields', 'form', `must not have more than ${MAX_FORM_FIELDS} fields`);
