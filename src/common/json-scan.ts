import { BadText } from './body-text.js';

/** The part of a string that the scan reads; a test passes one that counts. */
export interface CharSource {
  readonly length: number;
  charCodeAt(index: number): number;
}

/** What can be known about a JSON text in one pass, before it is parsed. */
export interface JsonScan {
  /** How many arrays and objects are open at once at the deepest place; `{"a":1}` is 1 deep. */
  depth: number;
  /** A string escape that names a NUL or half of a surrogate pair, wherever it stands. */
  badText: BadText | null;
  /** True if some number may not survive being read as a double. */
  hasLongNumber: boolean;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LETTER_U = 0x75;

/** What a character outside strings does; a table, because this is asked of every character of every body. */
const OTHER = 0;
const OPENS = 1;
const CLOSES = 2;
const STARTS_NUMBER = 3;
const IN_NUMBER = 4;
const KINDS = new Uint8Array(128);
for (const [chars, kind] of [
  ['[{', OPENS],
  [']}', CLOSES],
  ['-0123456789', STARTS_NUMBER],
  ['+.eE', IN_NUMBER],
] as const)
  for (let at = 0; at < chars.length; at += 1) KINDS[chars.charCodeAt(at)] = kind;
const kindOf = (char: number): number => KINDS[char] ?? OTHER;
const isExponent = (char: number): boolean => (char | 0x20) === 0x65;

/** A double holds every decimal of up to 15 significant digits (IEEE 754 binary64). */
const SAFE_NUMBER_LENGTH = 15;

/**
 * Reads a JSON text once, from left to right, never going back: the work is linear in its length whatever it holds.
 * It does not check the grammar; on a text that is not JSON the result says nothing and `JSON.parse` refuses it.
 */
export function scanJson(text: CharSource): JsonScan {
  const scan: JsonScan = { depth: 0, badText: null, hasLongNumber: false };
  let depth = 0;
  let at = 0;
  while (at < text.length) {
    const char = text.charCodeAt(at);
    const kind = kindOf(char);
    if (char === QUOTE) {
      at = passString(text, at + 1, scan);
    } else if (kind === STARTS_NUMBER) {
      at = passNumber(text, at, scan);
    } else {
      if (kind === OPENS) depth += 1;
      else if (kind === CLOSES) depth -= 1;
      if (depth > scan.depth) scan.depth = depth;
      at += 1;
    }
  }
  return scan;
}

/** @returns the index after the closing quote of the string whose content starts at `start`. */
function passString(text: CharSource, start: number, scan: JsonScan): number {
  let at = start;
  while (at < text.length) {
    const char = text.charCodeAt(at);
    if (char === QUOTE) return at + 1;
    at = char === BACKSLASH ? passEscape(text, at, scan) : at + 1;
  }
  return at;
}

/** Passes one escape, or the two that make a surrogate pair. Raw halves cannot occur: the text came from UTF-8. */
function passEscape(text: CharSource, at: number, scan: JsonScan): number {
  const unit = escapedUnit(text, at);
  if (unit === null) return at + 2;
  if (unit === 0) scan.badText ??= 'nul';
  if (isHighSurrogate(unit)) {
    const next = escapedUnit(text, at + 6);
    if (next !== null && isLowSurrogate(next)) return at + 12;
    scan.badText ??= 'lone_surrogate';
  }
  if (isLowSurrogate(unit)) scan.badText ??= 'lone_surrogate';
  return at + 6;
}

/** The UTF-16 code unit that `\uXXXX` at `at` names, or null if something else stands there. */
function escapedUnit(text: CharSource, at: number): number | null {
  if (text.charCodeAt(at) !== BACKSLASH || text.charCodeAt(at + 1) !== LETTER_U) return null;
  let unit = 0;
  for (let place = at + 2; place < at + 6; place += 1) unit = unit * 16 + hexValue(text.charCodeAt(place));
  return Number.isNaN(unit) ? null : unit;
}

function hexValue(char: number): number {
  if (char >= 48 && char <= 57) return char - 48;
  const letter = char | 32;
  return letter >= 97 && letter <= 102 ? letter - 87 : Number.NaN;
}

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;
const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;

function passNumber(text: CharSource, start: number, scan: JsonScan): number {
  let at = start;
  while (at < text.length) {
    const char = text.charCodeAt(at);
    if (kindOf(char) < STARTS_NUMBER) break;
    if (isExponent(char)) scan.hasLongNumber = true;
    at += 1;
  }
  if (at - start > SAFE_NUMBER_LENGTH) scan.hasLongNumber = true;
  return at;
}
