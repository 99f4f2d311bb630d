import { isE164 } from '../common/phone-number.js';

/**
 * What spreadsheets take for a formula by its first character (OWASP, CSV injection), behind any number of
 * apostrophes: those are what guards.
 */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;
const GUARDED = /^'+[=+\-@\t\r\n＝＋－＠]/;

/**
 * A cell that no spreadsheet calculates: an apostrophe in front of what looks like a formula. A phone number in E.164
 * stays as it is: digits behind a plus are a number to a spreadsheet, never a command, and every program reads it back.
 */
export const guarded = (text: string): string => (FORMULA.test(text) && !isE164(text) ? `'${text}` : text);

/** What a cell meant before it was guarded. */
export const unguarded = (text: string): string => (GUARDED.test(text) ? text.slice(1) : text);
