import type { OnDuplicate } from '../webhook-mappings/merge-contact.js';
import { isTarget, type Target } from '../webhook-mappings/contact-targets.js';
import type { FieldMapping } from '../webhook-mappings/mapping-rules.js';
import type { TransformName } from '../webhook-mappings/transforms.js';

/** What the person chose who started an import. */
export interface ImportChoices {
  onDuplicate: OnDuplicate;
  /** Added to every contact. */
  tags: string[];
  /** Columns that are no field of a contact become variables. */
  keepOthers: boolean;
}

/** A row of a file, with its number as spreadsheets count. */
export type FileRow = [number: number, ...cells: string[]];

/** What a column of a file is: a field of contacts, something of its own, or nothing that is imported. */
export type ColumnUse = Target | 'name' | 'tags' | 'variables' | 'do_not_call' | null;

export interface PlannedColumn {
  header: string;
  use: ColumnUse;
}

const names = (use: ColumnUse, words: string) => words.split(' ').map((word) => [word, use] as const);

/** What programs and people call the columns; compared without case, spaces and signs. */
const USES: ReadonlyMap<string, ColumnUse> = new Map([
  ...names('phone', 'phone phonenumber phoneno telephone tel mobile mobilephone mobilenumber cell cellphone'),
  ...names('phone', 'primaryphone workphone contactphone e164 telefon handy phone1value number whatsapp'),
  ...names('firstName', 'firstname givenname forename vorname fname first'),
  ...names('lastName', 'lastname surname familyname nachname lname last'),
  ...names('name', 'name fullname contactname displayname'),
  ...names('email', 'email emailaddress mail email1value primaryemail'),
  ...names(
    'company',
    'company companyname organization organisation organizationname employer account firma',
  ),
  ...names('countryCode', 'countrycode country'),
  ...names('timezone', 'timezone tz'),
  ...names('crmId', 'crmid recordid contactid externalid'),
  ...names('crmSource', 'crmsource crm'),
  ...names('tags', 'tags tag labels label lists'),
  ...names('variables', 'variables'),
  ...names('do_not_call', 'donotcall dnc optout optedout'),
]);

/** Columns of our own export that say nothing to a new contact. */
const OURS = new Set(['source', 'createdat']);

const plainName = (header: string): string => header.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** What each column is, by its name. The first column of a name counts; `variables.plan` names a variable. */
export function planColumns(headers: readonly string[], keepOthers: boolean): PlannedColumn[] {
  const taken = new Set<ColumnUse>();
  return headers.map((header) => {
    const use = useOf(header, keepOthers);
    // A second number is tried where the first is empty; of everything else there is one.
    const isFree = use === 'phone' || !taken.has(use);
    taken.add(use);
    return { header, use: isFree ? use : null };
  });
}

function useOf(header: string, keepOthers: boolean): ColumnUse {
  const trimmed = header.trim();
  if (trimmed.startsWith('variables.') && isTarget(trimmed)) return trimmed;
  const name = plainName(trimmed);
  const known = USES.get(name);
  if (known !== undefined || OURS.has(name) || !keepOthers) return known ?? null;
  const variable = `variables.${trimmed
    .replaceAll(/[^\w-]+/g, '_')
    .replace(/^[^A-Za-z_]+/, '')
    .slice(0, 64)}`;
  return isTarget(variable) ? variable : null;
}

/** The name of a column's cells in the payload that a row becomes. */
export const cellName = (column: number): string => `c${column}`;

/** The rules by which the mapping engine reads a row. */
export function rulesOf(columns: readonly PlannedColumn[]): FieldMapping[] {
  return columns.flatMap(({ use }, column) => {
    const source = cellName(column);
    const rule = (target: Target, transform: TransformName | null = null) => ({ source, target, transform });
    if (use === 'name') return [rule('firstName', 'first_name_of'), rule('lastName', 'last_name_of')];
    return use !== null && isTarget(use) ? [rule(use)] : [];
  });
}
