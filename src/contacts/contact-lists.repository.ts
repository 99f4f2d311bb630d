import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { PagePlace } from '../auth/page-place.js';
import type { OrganizationId } from '../auth/principal.js';
import { sql } from '../database/sql.client.js';
import { CONTACT_COLUMNS, DO_NOT_CALL, DO_NOT_CALL_REASON, LAST_CALL_AT } from './contact-columns.js';
import type { Contact } from './contact.entity.js';
import type { ContactRow } from './contact.presenter.js';
import { type ContactFilter, matchingContacts } from './contact-filter.js';

/** A contact as a line of a list. */
export type ContactLine = Pick<
  Contact,
  'id' | 'phone' | 'firstName' | 'lastName' | 'email' | 'company' | 'tags' | 'source' | 'createdAt'
> & { doNotCall: boolean; doNotCallReason: string | null; lastCallAt: Date | null };

/** A side of a position: older than it, or newer. */
export type Side = { after: PagePlace } | { before: PagePlace } | null;

/** Rows that are looked at to say how many match: more are not worth counting. A filter reads each of them. */
const COUNTED = 10_000;
const COUNTED_OF_FILTERED = 1_000;

/** So few are found as a whole and put in order; of more, the newest are soon found by going from one to the next. */
const FEW = 1_000;

/** Contacts of an export that are in memory at once. */
const BATCH = 500;

/** Contacts for pages, newest first: as fast on the last page as on the first. */
@Injectable()
export class ContactListsRepository {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  /** At most `limit` contacts next to a position. */
  async lines(org: OrganizationId, filter: ContactFilter, side: Side, limit: number): Promise<ContactLine[]> {
    const values: unknown[] = [org];
    const where = matchingContacts(filter, values);
    const backwards = side !== null && 'before' in side;
    const next = side === null ? '' : `AND ${nextTo(side, values)}`;
    const order = backwards ? 'ASC' : 'DESC';
    const first = `${next} ORDER BY contact.created_at ${order}, contact.id ${order} LIMIT $${values.push(limit)}`;
    const lines = await sql<ContactLine>(
      this.db,
      `WITH ${firstOf(filter, where, first)}
       SELECT contact.id, contact.phone, contact.first_name AS "firstName", contact.last_name AS "lastName",
              contact.email, contact.company, contact.tags, contact.source, contact.created_at AS "createdAt",
              ${DO_NOT_CALL} AS "doNotCall", ${DO_NOT_CALL_REASON} AS "doNotCallReason",
              ${LAST_CALL_AT} AS "lastCallAt"
         FROM contact ORDER BY contact.created_at ${order}, contact.id ${order}`,
      values,
    );
    return backwards ? lines.toReversed() : lines;
  }

  /** All contacts that match, batch by batch. */
  async *batches(org: OrganizationId, filter: ContactFilter): AsyncGenerator<ContactRow[]> {
    let after: PagePlace | null = null;
    do {
      const batch: ContactRow[] = await this.batch(org, filter, after);
      yield batch;
      const last = batch.length < BATCH ? undefined : batch.at(-1);
      after = last ? { at: last.createdAt.toISOString(), id: last.id } : null;
    } while (after !== null);
  }

  private batch(org: OrganizationId, filter: ContactFilter, after: PagePlace | null): Promise<ContactRow[]> {
    const values: unknown[] = [org];
    const where = matchingContacts(filter, values);
    const next = after === null ? '' : `AND ${nextTo({ after }, values)}`;
    const first = `${next} ORDER BY contact.created_at DESC, contact.id DESC LIMIT ${BATCH}`;
    return sql<ContactRow>(
      this.db,
      `WITH ${firstOf(filter, where, first)}
       SELECT ${CONTACT_COLUMNS} FROM contact ORDER BY contact.created_at DESC, contact.id DESC`,
      values,
    );
  }

  /** How many contacts match; one more than is counted when there are more. */
  async count(org: OrganizationId, filter: ContactFilter): Promise<{ count: number; isMore: boolean }> {
    const values: unknown[] = [org];
    const isAll = Object.values(filter).every((value) => value === undefined);
    const most = isAll ? COUNTED : COUNTED_OF_FILTERED;
    const [counted] = await sql<{ count: number }>(
      this.db,
      `SELECT count(*)::int AS count
         FROM (SELECT FROM contacts contact WHERE ${matchingContacts(filter, values)} LIMIT ${most + 1}) found`,
      values,
    );
    const count = counted?.count ?? 0;
    return { count: Math.min(count, most), isMore: count > most };
  }
}

/** The `contact`s of a statement: those that match and come first. */
const firstOf = ({ search }: ContactFilter, where: string, first: string): string =>
  search === undefined ? walked(where, first) : searched(where, first);

/** By going through all in their order. */
const walked = (where: string, first: string): string =>
  `contact AS MATERIALIZED (SELECT * FROM contacts contact WHERE ${where} ${first})`;

/**
 * The same for a text, which the planner cannot guess the frequency of: where it takes a rare one for a common one, it goes
 * through all contacts.
 */
const searched = (where: string, first: string): string => `
  few AS MATERIALIZED (SELECT * FROM contacts contact WHERE ${where} LIMIT ${FEW + 1}),
  contact AS MATERIALIZED (
    (SELECT * FROM few contact WHERE (SELECT count(*) FROM few) <= ${FEW} ${first})
    UNION ALL
    (SELECT * FROM contacts contact WHERE (SELECT count(*) FROM few) > ${FEW} AND ${where} ${first}))`;

function nextTo(side: NonNullable<Side>, values: unknown[]): string {
  const { at, id } = 'after' in side ? side.after : side.before;
  const places = `($${values.push(at)}::timestamptz, $${values.push(id)}::uuid)`;
  return `(contact.created_at, contact.id) ${'after' in side ? '<' : '>'} ${places}`;
}
