import type { ContactRow } from './contact.presenter.js';
import { guarded } from './csv-guard.js';

type Cell = (contact: ContactRow) => string;

/** The columns of a file of contacts, in their order; importing it gives the same contacts. */
const COLUMNS: Readonly<Record<string, Cell>> = {
  phone: ({ phone }) => phone,
  first_name: ({ firstName }) => firstName ?? '',
  last_name: ({ lastName }) => lastName ?? '',
  email: ({ email }) => email ?? '',
  company: ({ company }) => company ?? '',
  country_code: ({ countryCode }) => countryCode ?? '',
  timezone: ({ timezone }) => timezone ?? '',
  crm_id: ({ crmId }) => crmId ?? '',
  crm_source: ({ crmSource }) => crmSource ?? '',
  tags: ({ tags }) => tagsCell(tags),
  variables: ({ variables }) => (Object.keys(variables).length === 0 ? '' : JSON.stringify(variables)),
  do_not_call: ({ doNotCall }) => String(doNotCall),
  source: ({ source }) => source,
  created_at: ({ createdAt }) => createdAt.toISOString(),
};

export const CSV_HEADER = Object.keys(COLUMNS);

/** A contact as a row of a file that spreadsheets can open without harm. */
export const csvRow = (contact: ContactRow): string[] =>
  Object.values(COLUMNS).map((cell) => guarded(cell(contact)));

/** `vip; lead`; as JSON where a tag would be taken for two, or for JSON. */
export const tagsCell = (tags: readonly string[]): string =>
  tags.some((tag) => /[;,]|^\s|\s$|^\[/.test(tag)) ? JSON.stringify(tags) : tags.join('; ');

/** The tags of a cell. */
export function tagsIn(cell: string): string[] {
  const listed = cell.startsWith('[') ? listIn(cell) : null;
  const tags = listed ?? cell.split(/[;,]/).map((tag) => tag.trim());
  return [...new Set(tags.filter((tag) => tag.trim() !== ''))];
}

function listIn(text: string): string[] | null {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) && value.every((one) => typeof one === 'string') ? value : null;
  } catch {
    return null;
  }
}
