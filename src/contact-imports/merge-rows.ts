import type { ContactState, MergeStatus, OnDuplicate } from '../webhook-mappings/merge-contact.js';
import { mergeContact } from '../webhook-mappings/merge-contact.js';
import type { KnownContact } from './import-store.repository.js';
import type { ReadRow } from './read-row.js';

/** A contact that rows of a file are about, and what becomes of it. */
interface MergedContact {
  /** Null for a new one. */
  id: string | null;
  phone: string;
  state: ContactState;
  isChanged: boolean;
}

/** What the rows of a chunk come to. */
export interface MergedRows {
  contacts: MergedContact[];
  /** One for each row that made or met a contact. */
  statuses: MergeStatus[];
}

/**
 * Merges rows into the contacts there are, one after the other as if each were posted alone: the second row about a
 * number meets what the first has left.
 */
export function mergeRows(
  known: readonly KnownContact[],
  rows: readonly ReadRow[],
  onDuplicate: OnDuplicate,
): MergedRows {
  const byNumber = new Map<string, MergedContact>();
  for (const { id, numbers, state } of known) {
    const contact = { id, phone: numbers[0] ?? '', state, isChanged: false };
    for (const number of numbers) byNumber.set(number, contact);
  }
  const statuses = rows.flatMap(({ phone, draft }): MergeStatus[] => {
    if (phone === null) return [];
    const met = byNumber.get(phone);
    const { contact, status } = mergeContact(met?.state ?? null, draft, onDuplicate);
    const merged = met ?? { id: null, phone, state: contact, isChanged: false };
    merged.state = contact;
    merged.isChanged ||= status !== 'unchanged';
    byNumber.set(phone, merged);
    return [status];
  });
  return { contacts: [...new Set(byNumber.values())], statuses };
}
