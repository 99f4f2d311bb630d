import type { JsonValue } from '../common/json-text.js';

/** Digits that tell phone numbers apart however they are written: with a country code, an area code or without. */
const TELLING_DIGITS = 7;

/** A phone number as people write it: digits with at most three signs between two of them. */
const NUMBERS = /\d(?:[\s()./-]{0,3}\d){6,}/g;
/** What stands around an e-mail address. Texts are cut there: a pattern of the whole address would take quadratic time. */
const AROUND_ADDRESSES = /[\s"'<>(),;:]+/;

/**
 * What a posted payload may say of people: the telling digits of what looks like a phone number, and what looks like
 * an e-mail address in lower case. Too much rather than too little, each once: who is forgotten is looked up by these.
 */
export function mentionsIn(payload: JsonValue): string[] {
  const mentions = new Set<string>();
  for (const text of textsOf(payload)) {
    for (const [number] of text.matchAll(NUMBERS)) mentions.add(tellingDigits(number));
    for (const address of addressesIn(text)) mentions.add(address.toLowerCase());
  }
  return [...mentions];
}

/** The same of one contact: its numbers (E.164) and its addresses. */
export const mentionsOf = (numbers: readonly string[], emails: readonly string[]): string[] => [
  ...numbers.map(tellingDigits),
  ...emails.map((email) => email.toLowerCase()),
];

const tellingDigits = (number: string): string => number.replaceAll(/\D/g, '').slice(-TELLING_DIGITS);

const addressesIn = (text: string): string[] =>
  text.includes('@')
    ? text
        .split(AROUND_ADDRESSES)
        .filter((word) => word.includes('@'))
        .map((word) => word.replace(/[.?!]$/, ''))
    : [];

/** Every text and number of a payload, and the names of its fields. */
function* textsOf(value: JsonValue): Generator<string> {
  if (typeof value === 'string' || typeof value === 'number') {
    yield String(value);
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, inner] of Object.entries(value)) {
      yield name;
      yield* textsOf(inner);
    }
  }
}
