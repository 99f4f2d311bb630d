import {
  CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
  PhoneNumber,
  validatePhoneNumberLength,
} from 'libphonenumber-js/max';
import { LRUCache } from 'lru-cache';

export type { CountryCode } from 'libphonenumber-js/max';

/** Why a text is not taken as a phone number, and how that is said to the one who sent it. */
export const PHONE_PROBLEMS = {
  empty: 'is empty',
  several_numbers: 'holds more than one number',
  letters: 'has letters in it',
  characters: 'is not written as a phone number',
  digits_lost: 'has lost digits to scientific notation; format the column as text',
  unknown_country_code: 'starts with a country code that does not exist',
  too_short: 'has too few digits for its country',
  too_long: 'has too many digits for its country',
  wrong_length: 'has a number of digits that its country does not use',
  wrong_form: 'cannot be a number of its country',
} as const;

export type PhoneProblem = keyof typeof PHONE_PROBLEMS;

export interface NormalizedPhone {
  /** ITU-T E.164 with the leading plus, at most 15 digits. */
  e164: string;
  /** Null for numbers of no country (+800 …) and for unassigned ones of a code that several countries share. */
  country: CountryCode | null;
  /** False for a possible number that no carrier can have given out, such as +15551234567. */
  assigned: boolean;
  /** Digits to dial after the answer, if some were given; E.164 has no place for them. */
  extension: string | null;
}

/** Longer than any way to write one number; keeps every pattern below cheap. */
const MAX_INPUT_LENGTH = 100;

/**
 * Reads a phone number as people and programs write it and gives its E.164 form.
 *
 * Accepted is a *possible* number: right length and form for its country, not necessarily assigned, so that made-up
 * numbers can be tried. A number without a country code is read as one of `defaultCountry`; one with `+` or `00` (or
 * the country's own prefix, such as 011) as international. Nothing is guessed: digits that fit the default country in
 * no way are refused, although they might be another country's number that lost its plus.
 * Lengths and national prefixes come from Google's libphonenumber metadata.
 */
export function normalizePhoneNumber(
  input: string,
  defaultCountry: CountryCode,
): NormalizedPhone | { problem: PhoneProblem } {
  const common = readNorthAmerican(input, defaultCountry);
  if (common) return common;
  if (input.length > MAX_INPUT_LENGTH) return { problem: 'too_long' };
  if (holdsSeveralNumbers(input)) return { problem: 'several_numbers' };
  const text = cleaned(input);
  if (text === '') return { problem: 'empty' };
  const plain = withoutNumberFormatting(text);
  if (plain === null) return { problem: 'digits_lost' };
  return read(plain, defaultCountry);
}

/** Plain ways to write a number of the North American plan. */
const NORTH_AMERICAN = /^(?:(\+1)|1)?[ .-]?\(?([2-9]\d{2})\)?[ .-]?(\d{3})[ .-]?(\d{4})$/;

/** Whether numbers of the United States or Canada begin so, by their area code and exchange (the three digits after). */
const exchanges = new LRUCache<string, { country: 'US' | 'CA' | null }>({ max: 5_000 });

/**
 * Reads most of the numbers that are ever posted. There what the metadata says of a number hangs on its exchange alone,
 * so it is asked once for each. Null for all others: a few islands' plans go down to the seventh digit.
 */
function readNorthAmerican(input: string, defaultCountry: CountryCode): NormalizedPhone | null {
  const [, plus, area, exchange, line] = NORTH_AMERICAN.exec(input) ?? [];
  if (!area || !exchange || !line || (!plus && getCountryCallingCode(defaultCountry) !== '1')) return null;
  const e164 = `+1${area}${exchange}${line}`;
  const { country } = exchanges.get(area + exchange) ?? learn(area + exchange, judge(e164, 'US'));
  return country && { e164, country, assigned: true, extension: null };
}

function learn(exchange: string, judged: ReturnType<typeof judge>): { country: 'US' | 'CA' | null } {
  const country = 'e164' in judged && judged.assigned ? judged.country : null;
  const known = { country: country === 'US' || country === 'CA' ? country : null };
  exchanges.set(exchange, known);
  return known;
}

/** True for a number already in the form that this system stores: plus, no leading zero, 7 to 15 digits. */
export const isE164 = (text: string): boolean => /^\+[1-9]\d{6,14}$/.test(text);

/** True for a country (ISO 3166-1 alpha-2, upper case) whose numbering plan is known. */
export const isCountryCode = (text: string): text is CountryCode => isSupportedCountry(text);

/** `+13125550100` as `+1******0100`: for logs. Text that is not E.164 shows nothing but its length. */
export function maskPhoneNumber(number: string): string {
  if (!isE164(number)) return '*'.repeat(Math.min(number.length, 20));
  return number.slice(0, 2) + '*'.repeat(number.length - 6) + number.slice(-4);
}

/** `312 555 0100 / 312 555 0199`; a slash inside one number (`030/1234567`) leaves only one long part. */
function holdsSeveralNumbers(text: string): boolean {
  const parts = text.split(/[/|,;&\r\n]|\bor\b|\band\b/i);
  if (parts.length === 1) return false;
  return parts.filter((part) => (part.match(/\p{Nd}/gu) ?? []).length >= 7).length > 1;
}

/** Drops what surrounds a number and is never part of one. */
function cleaned(text: string): string {
  return text
    .replaceAll(/\p{Cf}/gu, '') // zero-width and direction marks that copying from a phone or a document leaves
    .replaceAll(/[\s\p{Zs}]+/gu, ' ')
    .replaceAll(/^[ '"`’]+|[ '"]+$/g, '') // a spreadsheet's text mark, a CSV cell's quotes
    .replace(/^(?:tel|callto|sms|whatsapp|p): ?/i, ''); // "p:" is how Meta's lead exports mark a number
}

/**
 * Undoes what a spreadsheet or a data frame makes of a number: `13125550100.0`, `1.3125550100E+10`.
 * @returns null if the notation no longer holds every digit, as in `1.31256E+10`
 */
function withoutNumberFormatting(text: string): string | null {
  const scientific = /^(\d)(?:[.,](\d+))?e\+?(\d{1,2})$/i.exec(text);
  if (scientific) {
    const [, first = '', fraction = '', exponent = ''] = scientific;
    const shift = Number(exponent);
    const isWhole = fraction.length >= shift && /^0*$/.test(fraction.slice(shift));
    return isWhole ? first + fraction.slice(0, shift) : null;
  }
  return /^\+?\d{7,}\.0+$/.test(text) ? text.slice(0, text.indexOf('.')) : text;
}

function read(text: string, country: CountryCode): NormalizedPhone | { problem: PhoneProblem } {
  // A sign or a fraction makes it a quantity; the library would take both for punctuation.
  if (/^[-−]\s?\d/.test(text) || /\d{7}[.,]\d+$/.test(text)) return { problem: 'wrong_form' };
  const national = judge(text, country);
  const international = /^\(?00\)?[ .-]*[1-9]/.test(text)
    ? judge(`+${text.replace(/^\(?00\)?/, '')}`, country)
    : null;
  // `00` is not every country's prefix: Australia dials 0011, Japan 010. The reading that exists wins.
  if (international === null || ('e164' in national && national.assigned)) return national;
  return 'e164' in international || !('e164' in national) ? international : national;
}

function judge(text: string, country: CountryCode): NormalizedPhone | { problem: PhoneProblem } {
  const number = parsePhoneNumberFromString(text, { defaultCountry: country, extract: false });
  if (!number) return { problem: problemOf(text, country) };
  if (!number.isPossible()) return { problem: lengthProblem(number) };
  const assigned = number.isValid();
  if (!assigned && !hasPlausibleForm(number)) return { problem: 'wrong_form' };
  // The metadata knows German numbers of 17 digits; E.164 allows 15.
  if (!isE164(number.number)) return { problem: 'too_long' };
  return {
    e164: number.number,
    country:
      number.country ?? (getCountryCallingCode(country) === number.countryCallingCode ? country : null),
    assigned,
    extension: number.ext ?? null,
  };
}

/**
 * What the metadata's lengths do not say of a number that is assigned to nobody. In the North American plan an area
 * code starts with 2 to 9 (47 CFR 52); the exchange is left alone, because `555-123-4567` is how people there write a
 * made-up number. Elsewhere the number must still be the same when its E.164 form is read, which `0000001` is not.
 */
function hasPlausibleForm({ countryCallingCode, nationalNumber, number }: PhoneNumber): boolean {
  if (countryCallingCode === '1') return /^[2-9]/.test(nationalNumber);
  return /[1-9]/.test(nationalNumber) && parsePhoneNumberFromString(number)?.number === number;
}

type LengthVerdict = NonNullable<ReturnType<typeof validatePhoneNumberLength>>;

const LENGTH_PROBLEMS: Record<LengthVerdict, PhoneProblem> = {
  INVALID_COUNTRY: 'unknown_country_code',
  NOT_A_NUMBER: 'characters',
  TOO_SHORT: 'too_short',
  TOO_LONG: 'too_long',
  INVALID_LENGTH: 'wrong_length',
};

const lengthProblem = (number: PhoneNumber): PhoneProblem =>
  LENGTH_PROBLEMS[validatePhoneNumberLength(number.number) ?? 'INVALID_LENGTH'];

function problemOf(text: string, country: CountryCode): PhoneProblem {
  const problem = LENGTH_PROBLEMS[validatePhoneNumberLength(text, country) ?? 'NOT_A_NUMBER'];
  return problem === 'characters' && /\p{L}/u.test(text) ? 'letters' : problem;
}

/** `+13125550100` as `+1 312 555 0100`: for people. */
export const nationalPhoneNumber = (e164: string): string =>
  parsePhoneNumberFromString(e164)?.formatInternational() ?? e164;
