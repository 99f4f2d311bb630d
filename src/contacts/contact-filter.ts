import { searchText } from '../common/search-text.js';
import { DO_NOT_CALL, hasNumber, SEARCHED_TEXT } from './contact-columns.js';

/** Characters that are looked for: as many as anything has that could be found. */
export const LONGEST_SEARCH = 100;

/** Which contacts of a list. */
export interface ContactFilter {
  search?: string | undefined;
  tag?: string | undefined;
  /** E.164. */
  phone?: string | undefined;
  email?: string | undefined;
  /** Whether the number is on the do-not-call list. */
  calling?: 'allowed' | 'forbidden' | undefined;
}

/** What a page's address says of a list: at most as long as anything that could be found. */
export const filterIn = (query: Record<string, unknown>): ContactFilter => ({
  search: textIn(query['search']),
  tag: textIn(query['tag']),
  calling: (['allowed', 'forbidden'] as const).find((one) => one === query['calling']),
});

const textIn = (raw: unknown): string | undefined => searchText(raw, LONGEST_SEARCH) || undefined;

/**
 * The numbers on the list lead to the contacts that have them: looked at one by one, newest first, none of a hundred
 * thousand might be on it.
 */
const CALLING = {
  allowed: `NOT ${DO_NOT_CALL}`,
  forbidden: `contact.phone = ANY (ARRAY(
    SELECT listed.number FROM do_not_call listed WHERE listed.organization_id = $1))`,
};

/** The condition of a list, for `contacts contact`; adds its values to `values`, of which the organization is the first. */
export function matchingContacts(filter: ContactFilter, values: unknown[]): string {
  const given = (value: string | undefined, condition: (place: string) => string): string[] =>
    value === undefined ? [] : [condition(`$${values.push(value)}`)];
  const search = filter.search === undefined ? undefined : searchedText(filter.search);
  return [
    'contact.organization_id = $1',
    ...given(search && escaped(search), (place) => found(place, search ?? '')),
    ...given(filter.tag, (place) => `contact.tags @> ARRAY[${place}::text]`),
    ...given(filter.phone, (place) => hasNumber('$1', place)),
    ...given(filter.email, (place) => `lower(contact.email) = lower(${place})`),
    ...(filter.calling === undefined ? [] : [CALLING[filter.calling]]),
  ].join(' AND ');
}

/**
 * A phone number is looked for by its digits, however it is written, and without the zeros that stand for a country's code
 * or before an area's; other text in any case of letters.
 */
function searchedText(search: string): string {
  const digits = search.replaceAll(/[\s().-]/g, '');
  return /^\+?\d{3,}$/.test(digits) ? digits.replace(/^0{1,2}(?=\d{3})/, '') : search.toLowerCase();
}

/** `%` and `_` of the searched text mean themselves. */
const escaped = (search: string): string => search.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`);

/** Shorter texts are in no trigram of the index, unless a word begins with them. */
const TRIGRAM = 3;

/**
 * The condition that finds `search` anywhere, or where it is too short for that, at the beginning of a word. Digits are
 * looked for in the numbers that were given up, too. The organization is `$1`.
 */
function found(place: string, search: string): string {
  if (search.length < TRIGRAM)
    return `(${SEARCHED_TEXT} LIKE ${place} || '%' OR ${SEARCHED_TEXT} LIKE '% ' || ${place} || '%')`;
  const anywhere = `${SEARCHED_TEXT} LIKE '%' || ${place} || '%'`;
  return /^\+?\d+$/.test(search)
    ? `(${anywhere} OR contact.id = ANY (ARRAY(SELECT merged.contact_id FROM merged_contacts merged
        WHERE merged.organization_id = $1 AND merged.number LIKE '%' || ${place} || '%')))`
    : anywhere;
}
