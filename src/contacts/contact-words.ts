import type { DoNotCall } from './do-not-call.entity.js';
import type { Contact } from './contact.entity.js';

/** A contact's name; null when it has none. */
export const nameOf = ({ firstName, lastName }: Pick<Contact, 'firstName' | 'lastName'>): string | null =>
  [firstName, lastName].filter(Boolean).join(' ') || null;

/** What made a contact. */
export const SOURCE_WORDS: Record<Contact['source'], string> = {
  intake: 'Webhook',
  api: 'By hand or API',
  call: 'Call',
  import: 'Import',
};

/** Who put a number on the do-not-call list, by the entry's source, where the audit log does not name a person. */
export const LISTED_WORDS: Record<DoNotCall['source'], string> = {
  api: 'over the API',
  call: 'in a call, where the customer asked for it',
  import: 'by an import',
  operator: 'by a member of the team',
};

/** What an agent knows of a contact, as text to read and to edit: text as it is, the rest as JSON. */
export const variableText = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);
