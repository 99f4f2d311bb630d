import { CountryCode } from '../common/phone-number.js';

/** Where `03/04/2026` is the fourth of March. Canada writes both and is in neither list. */
const MONTH_FIRST = new Set<CountryCode>(['US', 'PR', 'GU', 'VI', 'AS', 'MP', 'PH', 'FM', 'MH', 'PW']);
const EITHER_ORDER = new Set<CountryCode>(['CA']);

const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];

/** The longest way to write one: an instant with nine decimals and an offset. */
const LONGEST_DATE = 40;

type Parts = readonly (string | undefined)[];
type Reader = (parts: Parts, country: CountryCode) => string | null;

/** The ways of writing a date that are understood; each pattern matches a whole text. */
const FORMS: readonly (readonly [RegExp, Reader])[] = [
  [/^(\d{4})-(\d{2})-(\d{2})$/, ([y, m, d]) => calendarDate(y, m, d)],
  [/^(\d{4})(\d{2})(\d{2})$/, ([y, m, d]) => calendarDate(y, m, d)],
  [
    /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(:\d{2})?(?:[.,](\d{1,9}))? ?(z|utc|[+-]\d{2}(?::?\d{2})?)?$/i,
    (parts) => instant(parts),
  ],
  [/^(\d{10})$/, ([seconds]) => new Date(Number(seconds) * 1_000).toISOString()],
  [/^(\d{13})$/, ([milliseconds]) => new Date(Number(milliseconds)).toISOString()],
  [/^(\d{4})[/.](\d{1,2})[/.](\d{1,2})$/, ([y, m, d]) => calendarDate(y, m, d)],
  [/^(\d{1,2})\.(\d{1,2})\.(\d{4})$/, ([d, m, y]) => calendarDate(y, m, d)],
  [/^(\d{1,2})[/-](\d{1,2})[/-](\d{4})$/, (parts, country) => byCountry(parts, country)],
  [/^(\d{1,2})(?:st|nd|rd|th)? ([a-z]{3,9})\.?,? (\d{4})$/i, ([d, m, y]) => calendarDate(y, monthOf(m), d)],
  [/^([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/i, ([m, d, y]) => calendarDate(y, monthOf(m), d)],
];

/**
 * A date or an instant in ISO 8601: `2026-01-15`; `2026-01-15T10:30:00.000Z` where the text names an offset or is a
 * Unix time (10 digits for seconds, 13 for milliseconds); `2026-01-15T10:30:00` where it names a time but no offset,
 * because none is invented.
 * @param country decides how `03/04/2026` is read: month first in the United States and a few more, day first elsewhere
 * @returns null for what is no date, does not exist (30 February) or could be two dates
 */
export function isoDate(text: string, country: CountryCode): string | null {
  const trimmed = text.trim();
  if (trimmed.length > LONGEST_DATE) return null;
  for (const [pattern, read] of FORMS) {
    const match = pattern.exec(trimmed);
    if (match) return read(match.slice(1), country);
  }
  return null;
}

function calendarDate(year = '', month = '', day = ''): string | null {
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  if (Number.isNaN(date.getTime())) return null;
  // A day that a month does not have falls into another one; Date.UTC takes the years before 100 for 19xx.
  const exists = date.getUTCFullYear() === Number(year) && date.getUTCMonth() + 1 === Number(month);
  return exists ? date.toISOString().slice(0, 10) : null;
}

function byCountry([first, second, year]: Parts, country: CountryCode): string | null {
  const monthFirst = calendarDate(year, first, second);
  const dayFirst = calendarDate(year, second, first);
  if (monthFirst === null || dayFirst === null) return monthFirst ?? dayFirst;
  if (monthFirst !== dayFirst && EITHER_ORDER.has(country)) return null;
  return MONTH_FIRST.has(country) ? monthFirst : dayFirst;
}

function instant([day = '', time = '', seconds = ':00', fraction = '', offset]: Parts): string | null {
  if (calendarDate(...day.split('-')) === null) return null;
  const local = `${day}T${time}${seconds}`;
  const zone = offset === undefined || /^(?:z|utc)$/i.test(offset) ? 'Z' : fullOffset(offset);
  const date = new Date(`${local}.${fraction.padEnd(3, '0').slice(0, 3)}${zone}`);
  if (Number.isNaN(date.getTime()) || time.startsWith('24')) return null;
  return offset === undefined ? local : date.toISOString();
}

/** `-06`, `-0600` and `-06:00` are one. */
function fullOffset(offset: string): string {
  const digits = offset.replaceAll(/\D/g, '').padEnd(4, '0');
  return `${offset.slice(0, 1)}${digits.slice(0, 2)}:${digits.slice(2)}`;
}

/** `1` to `12` for an English month's name or the start of it, `0` for anything else. */
const monthOf = (name = ''): string =>
  String(MONTHS.findIndex((month) => month.startsWith(name.toLowerCase())) + 1);
