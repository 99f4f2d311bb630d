import { Injectable } from '@nestjs/common';
import type { OrganizationId } from '../auth/principal.js';
import { sql, type Tx } from '../database/sql.client.js';
import { deleteRows } from '../jobs/delete-rows.client.js';
import { Maintenance } from '../jobs/maintenance.service.js';
import type { FormerNumber } from './contact-merges.repository.js';
import type { ContactRow } from './contact.presenter.js';
import { mentionsOf } from './mentions.js';

/** Whom all that is kept of a contact speaks of. */
export interface PersonKept {
  /** The contact's. */
  id: string;
  /** E.164: the contact's own, and those that were given up in merges. */
  numbers: readonly string[];
  emails: readonly string[];
}

/** The person behind a contact and what it took over in merges. */
export const personBehind = (
  { id, phone, email }: Pick<ContactRow, 'id' | 'phone' | 'email'>,
  former: readonly FormerNumber[],
): PersonKept => ({
  id,
  numbers: [phone, ...former.map(({ number }) => number)],
  emails: [email, ...former.map((one) => one.email)].filter((address) => address !== null),
});

/** What leads from a number to the contacts that had it before they were deleted, for whoever asks to be forgotten. */
@Injectable()
export class DeletedContacts {
  constructor(maintenance: Maintenance) {
    maintenance.add({
      name: 'deleted contacts',
      everySeconds: 3_600,
      // Events and the intake log are kept for thirty days.
      run: deleteRows('deleted_contacts', `created_at < now() - interval '31 days'`),
    });
  }

  /** Before the contact is deleted: its lines in the intake log lose its id then, and keep what they mention. */
  async remember(tx: Tx, org: OrganizationId, { id, numbers, emails }: PersonKept): Promise<void> {
    await sql(
      tx,
      `INSERT INTO deleted_contacts (organization_id, id, number) SELECT $1, $2, unnest($3::text[])`,
      [org, id, numbers],
    );
    await sql(
      tx,
      `UPDATE intake_requests SET mentions = ARRAY(SELECT DISTINCT unnest(mentions || $3::text[]))
        WHERE organization_id = $1 AND contact_id = $2`,
      [org, id, mentionsOf(numbers, emails)],
    );
  }

  /** The ids of contacts that had one of the numbers, and lets go of them. */
  async take(tx: Tx, org: OrganizationId, numbers: readonly string[]): Promise<string[]> {
    const rows = await sql<{ id: string }>(
      tx,
      `DELETE FROM deleted_contacts WHERE organization_id = $1 AND id IN (
         SELECT id FROM deleted_contacts WHERE organization_id = $1 AND number = ANY($2)) RETURNING id`,
      [org, numbers],
    );
    return [...new Set(rows.map(({ id }) => id))];
  }
}
