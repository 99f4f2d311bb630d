import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { OrganizationId } from '../auth/principal.js';
import { sql, type Tx } from '../database/sql.client.js';
import { CONTACT_COLUMNS } from './contact-columns.js';
import type { ContactRow } from './contact.presenter.js';
import { MergedContact } from './merged-contact.entity.js';

/** Rows that one statement hands over: a few milliseconds. */
const BATCH = 1_000;

/** What is kept of a contact beside it, by the columns that find its rows. */
const KEPT_OF_CONTACTS = {
  calls: 'id',
  intake_requests: 'id',
  events: 'id',
  idempotency_keys: 'key_hash',
} as const;

/** A number that leads to a contact although the contact has another one. */
export interface FormerNumber {
  number: string;
  email: string | null;
  since: Date;
}

/** The statements of merging. Beside erasure it alone writes other features' rows: they are handed over. */
@Injectable()
export class ContactMergesRepository {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  /** Those of the contacts that exist, locked in the order in which intakes lock them: nobody waits in a circle. */
  hold(tx: Tx, org: OrganizationId, ids: readonly string[]): Promise<ContactRow[]> {
    return sql<ContactRow>(
      tx,
      `SELECT ${CONTACT_COLUMNS} FROM contacts contact
        WHERE contact.organization_id = $1 AND contact.id = ANY($2::uuid[])
        ORDER BY contact.phone FOR UPDATE OF contact`,
      [org, ids],
    );
  }

  /** Gives one contact all that is kept of another. @returns how many rows of each kind */
  async handOver(
    tx: Tx,
    org: OrganizationId,
    { from, to }: { from: string; to: string },
  ): Promise<Record<keyof typeof KEPT_OF_CONTACTS, number>> {
    const counts = { calls: 0, intake_requests: 0, events: 0, idempotency_keys: 0 };
    for (const table of Object.keys(KEPT_OF_CONTACTS) as (keyof typeof KEPT_OF_CONTACTS)[])
      counts[table] = await handOverRows(tx, table, [org, from, to]);
    await sql(
      tx,
      `UPDATE merged_contacts SET contact_id = $3 WHERE organization_id = $1 AND contact_id = $2`,
      [org, from, to],
    );
    return counts;
  }

  async insert(tx: Tx, merged: Omit<MergedContact, 'createdAt'>): Promise<void> {
    await tx.insert(MergedContact, merged);
  }

  /** The contact that stayed when this one was merged away; null when it was not. */
  async survivorOf(org: OrganizationId, id: string, db: DataSource | Tx = this.db): Promise<string | null> {
    const [row] = await sql<{ id: string }>(
      db,
      `SELECT contact_id AS id FROM merged_contacts WHERE organization_id = $1 AND id = $2`,
      [org, id],
    );
    return row?.id ?? null;
  }

  /** Numbers and addresses that were given up in merges, oldest first. */
  formerNumbers(
    org: OrganizationId,
    contactId: string,
    db: DataSource | Tx = this.db,
  ): Promise<FormerNumber[]> {
    return sql<FormerNumber>(
      db,
      `SELECT number, email, created_at AS since FROM merged_contacts
        WHERE organization_id = $1 AND contact_id = $2 ORDER BY created_at, id`,
      [org, contactId],
    );
  }

  /** A former number that becomes the contact's own again: the one it had takes its place. */
  async exchange(
    tx: Tx,
    org: OrganizationId,
    contactId: string,
    { given, taken }: { given: string; taken: string },
  ): Promise<void> {
    await sql(
      tx,
      `UPDATE merged_contacts SET number = $3 WHERE organization_id = $1 AND contact_id = $2 AND number = $4`,
      [org, contactId, given, taken],
    );
  }
}

/** @param values organization, the contact that goes, the one that stays */
async function handOverRows(
  tx: Tx,
  table: keyof typeof KEPT_OF_CONTACTS,
  values: readonly [string, string, string],
): Promise<number> {
  const key = KEPT_OF_CONTACTS[table];
  for (let moved = 0; ;) {
    const rows = await sql(
      tx,
      `UPDATE ${table} SET contact_id = $3 WHERE organization_id = $1 AND ${key} IN (
         SELECT ${key} FROM ${table} WHERE organization_id = $1 AND contact_id = $2 LIMIT ${BATCH}) RETURNING 1`,
      [...values],
    );
    moved += rows.length;
    if (rows.length < BATCH) return moved;
  }
}
