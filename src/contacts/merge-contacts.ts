import type { ContactChanges } from './contact-changes.js';
import type { Contact } from './contact.entity.js';

/**
 * What of two contacts only one value can survive of, by the API's names, with the columns that go together: an id in
 * a CRM says nothing without the CRM's name.
 */
export const MERGED_FIELDS = {
  phone: ['phone'],
  first_name: ['firstName'],
  last_name: ['lastName'],
  email: ['email'],
  company: ['company'],
  country_code: ['countryCode'],
  timezone: ['timezone'],
  crm_id: ['crmId', 'crmSource'],
} as const satisfies Record<string, readonly (keyof Contact)[]>;

export type MergedField = keyof typeof MERGED_FIELDS;
export const MERGED_FIELD_NAMES = Object.keys(MERGED_FIELDS) as MergedField[];

/** The part of a contact that a merge looks at. */
export type MergeSide = Pick<Contact, (typeof MERGED_FIELDS)[MergedField][number] | 'tags' | 'variables'>;

/** What a merge comes to. */
export interface MergeOutcome {
  /** Of the contact that stays. */
  changes: ContactChanges & { phone: string };
  /** The number that is nobody's any more; it still leads to the contact. */
  number: string;
  /** The address that is given up; null when none is. */
  email: string | null;
}

/**
 * Makes one of two contacts. The one that stays keeps what it has; what it has not it takes over, and what `take`
 * names it takes over even so. Tags and variables of both stay together; of a variable that both have, its own wins.
 */
export function mergeContacts(
  stays: MergeSide,
  goes: MergeSide,
  take: readonly MergedField[] = [],
): MergeOutcome {
  const columns = MERGED_FIELD_NAMES.filter((name) => comesFromOther(name, stays, goes, take)).flatMap(
    (name) => MERGED_FIELDS[name],
  );
  const taken: Partial<MergeSide> = Object.fromEntries(columns.map((column) => [column, goes[column]]));
  const { phone, email } = { ...stays, ...taken };
  return {
    changes: {
      ...taken,
      phone,
      tags: [...new Set([...stays.tags, ...goes.tags])],
      variables: { ...stays.variables, ...goes.variables, ...known(stays.variables) },
    },
    number: phone === stays.phone ? goes.phone : stays.phone,
    email: [stays.email, goes.email].find((one) => one !== null && one !== email) ?? null,
  };
}

/** Whether the value of a field comes from the contact that goes. */
export function comesFromOther(
  name: MergedField,
  stays: MergeSide,
  goes: MergeSide,
  take: readonly MergedField[],
): boolean {
  const has = (side: MergeSide): boolean => MERGED_FIELDS[name].some((column) => Boolean(side[column]));
  return has(goes) && (take.includes(name) || !has(stays));
}

/** Variables that say something. */
const known = (variables: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== null && value !== ''));
