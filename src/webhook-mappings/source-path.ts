import { isPlainName, quoteName } from '../common/json-path.js';
import { JsonObject, JsonValue } from '../common/json-text.js';

/**
 * Source paths: how a field mapping names a value in a payload.
 *
 * | written                                           | reads                                                     |
 * |---------------------------------------------------|-----------------------------------------------------------|
 * | `firstName`, `What is your name?`                 | the top-level field of exactly this name                  |
 * | `lead.phones[0].number`, `lead.phones.0.number`   | names and list positions from 0                           |
 * | `lead['e.mail']`, `["it's"].x`                    | a name in quotes, for dots and brackets; `\` escapes      |
 * | `lead[phone]`                                     | like `lead.phone`, the way PHP and Rails name form fields |
 * | `field_data[name=phone_number].values[0]`         | the first object of a list whose `name` is `phone_number` |
 * | `form_response.answers[field.ref=tel].phone_number` | the same with a nested name; the value may be quoted    |
 *
 * A top-level field whose name is exactly the source always wins over the path reading of it, and a source that is no
 * path (`Phone No.`, `interests[]`) is only such a name. Only own properties are read, so `constructor` or `__proto__`
 * are names like any other.
 */
export interface SourcePath {
  readonly source: string;
  /** Null if the source is only a plain name. */
  readonly steps: readonly Step[] | null;
}

export type Step =
  | { readonly name: string }
  | { readonly index: number }
  /** The first object of a list at whose `name` path stands this text (a number counts as its digits). */
  | { readonly where: readonly string[]; readonly equals: string };

/** The place of a value without search: names and positions from the payload down. */
export type Location = readonly (string | number)[];

export type Found =
  { readonly found: true; readonly value: JsonValue; readonly at: Location } | { readonly found: false };

/** A `[name=value]` step looks at no more of a list, so that two hundred of them stay cheap on any payload. */
export const MAX_SEARCHED_ITEMS = 1_000;

/** Reads a source; never fails, because what is no path is a plain name. */
export function parseSourcePath(source: string): SourcePath {
  const steps: Step[] = [];
  let at = 0;
  while (at < source.length) {
    const read = source[at] === '[' ? readBracket(source, at + 1) : readName(source, at, steps.length === 0);
    if (read === null) return { source, steps: null };
    steps.push(read.step);
    at = read.end;
  }
  return { source, steps: steps.length > 0 ? steps : null };
}

interface Read {
  step: Step;
  end: number;
}

function readName(source: string, at: number, isFirst: boolean): Read | null {
  if (!isFirst && source[at] !== '.') return null;
  const start = isFirst ? at : at + 1;
  const end = nextOf(source, '.[]', start);
  if (end === start || source[end] === ']') return null;
  return { step: { name: source.slice(start, end) }, end };
}

/** Reads from after `[` to after `]`. */
function readBracket(source: string, at: number): Read | null {
  const quoted = readQuoted(source, at);
  if (quoted) return closed(source, quoted.end, { name: quoted.text });
  const end = nextOf(source, '=]', at);
  const word = source.slice(at, end);
  if (source[end] === '=') return readCondition(source, word, end + 1);
  if (word === '' || word.includes('[')) return null;
  return closed(source, end, /^\d{1,9}$/.test(word) ? { index: Number(word) } : { name: word });
}

function readCondition(source: string, where: string, at: number): Read | null {
  const names = where.split('.');
  if (names.some((name) => !isPlainName(name))) return null;
  const quoted = readQuoted(source, at);
  const end = quoted?.end ?? nextOf(source, ']', at);
  return closed(source, end, { where: names, equals: quoted?.text ?? source.slice(at, end) });
}

const closed = (source: string, at: number, step: Step): Read | null =>
  source[at] === ']' ? { step, end: at + 1 } : null;

function readQuoted(source: string, at: number): { text: string; end: number } | null {
  const quote = source[at];
  if (quote !== "'" && quote !== '"') return null;
  let text = '';
  for (let place = at + 1; place < source.length; place += 1) {
    if (source[place] === quote) return { text, end: place + 1 };
    if (source[place] === '\\') place += 1;
    text += source[place] ?? '';
  }
  return null;
}

/** The index of the first of `stops` from `from` on, or the length of the text. */
function nextOf(text: string, stops: string, from: number): number {
  let at = from;
  while (at < text.length && !stops.includes(text.charAt(at))) at += 1;
  return at;
}

/** The source that reads exactly these steps; the inverse of {@link parseSourcePath}. */
export function writeSourcePath(steps: readonly Step[], quote?: "'" | '"'): string {
  return steps
    .map((step, place) => {
      if ('index' in step) return `[${step.index}]`;
      if ('where' in step) return `[${step.where.join('.')}=${writeValue(step.equals)}]`;
      if (quote || !isPlainName(step.name)) return `[${quoteName(step.name, quote)}]`;
      return place === 0 ? step.name : `.${step.name}`;
    })
    .join('');
}

const writeValue = (text: string): string => (/^['"]|\]/.test(text) ? quoteName(text) : text);

/** Finds the value that `path` names, wherever it is null or empty too. */
export function resolveSource(path: SourcePath, payload: JsonObject): Found {
  const exact = propertyOf(payload, path.source);
  if (exact !== undefined) return { found: true, value: exact, at: [path.source] };
  if (path.steps === null) return { found: false };
  const at: (string | number)[] = [];
  let value: JsonValue = payload;
  for (const step of path.steps) {
    const key = keyOf(step, value);
    const next: JsonValue | undefined = key === null ? undefined : propertyOf(value, key);
    if (key === null || next === undefined) return { found: false };
    at.push(key);
    value = next;
  }
  return { found: true, value, at };
}

function keyOf(step: Step, value: JsonValue): string | number | null {
  if ('index' in step) return step.index;
  if ('name' in step)
    return Array.isArray(value) && /^\d{1,9}$/.test(step.name) ? Number(step.name) : step.name;
  if (!Array.isArray(value)) return null;
  const index = (value as readonly JsonValue[])
    .slice(0, MAX_SEARCHED_ITEMS)
    .findIndex((item) => textAt(item, step.where) === step.equals);
  return index < 0 ? null : index;
}

/** An own property of an object, or an item of a list: nothing that is inherited, and not a list's `length`. */
function propertyOf(value: JsonValue, key: string | number): JsonValue | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (Array.isArray(value) !== (typeof key === 'number')) return undefined;
  return Object.hasOwn(value, key) ? (value as Record<string | number, JsonValue>)[key] : undefined;
}

/** The text, or the digits, at a path of names; undefined for anything else. */
export function textAt(value: JsonValue, names: readonly string[]): string | undefined {
  let current: JsonValue | undefined = value;
  for (const name of names) current = current === undefined ? undefined : propertyOf(current, name);
  return typeof current === 'string' || typeof current === 'number' ? String(current) : undefined;
}
