import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { OrganizationId } from '../auth/principal.js';
import { NotFound } from '../common/app-error.js';
import { newId } from '../common/new-id.adapter.js';
import { sql, type Tx } from '../database/sql.client.js';
import { CONTACT_COLUMNS, hasNumber } from './contact-columns.js';
import { type ContactFilter, matchingContacts } from './contact-filter.js';
import { Contact } from './contact.entity.js';
import type { ContactRow } from './contact.presenter.js';

@Injectable()
export class ContactsRepository {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  async find(org: OrganizationId, id: string, db: DataSource | Tx = this.db): Promise<ContactRow | null> {
    const [contact] = await sql<ContactRow>(
      db,
      `SELECT ${CONTACT_COLUMNS} FROM contacts contact WHERE contact.organization_id = $1 AND contact.id = $2`,
      [org, id],
    );
    return contact ?? null;
  }

  /** @throws NotFound */
  async get(org: OrganizationId, id: string, db: DataSource | Tx = this.db): Promise<ContactRow> {
    return found(await this.find(org, id, db));
  }

  /** The same, locked until the transaction ends. @throws NotFound */
  async getForChange(tx: Tx, org: OrganizationId, id: string): Promise<ContactRow> {
    return found(await this.findForChange(tx, org, id));
  }

  /** The contact, locked until the transaction ends. */
  async findForChange(tx: Tx, org: OrganizationId, id: string): Promise<ContactRow | null> {
    const [contact] = await sql<ContactRow>(
      tx,
      `SELECT ${CONTACT_COLUMNS} FROM contacts contact
        WHERE contact.organization_id = $1 AND contact.id = $2 FOR UPDATE OF contact`,
      [org, id],
    );
    return contact ?? null;
  }

  /** The contact that a number leads to. */
  async findByPhone(tx: Tx, org: OrganizationId, phone: string): Promise<ContactRow | null> {
    const [contact] = await sql<ContactRow>(
      tx,
      `SELECT ${CONTACT_COLUMNS} FROM contacts contact
        WHERE contact.organization_id = $1 AND ${hasNumber('$1', '$2')}`,
      [org, phone],
    );
    return contact ?? null;
  }

  /** The same; nobody can delete it, or give it another number, until the transaction ends. */
  async holdByPhone(tx: Tx, org: OrganizationId, phone: string): Promise<ContactRow | null> {
    const [contact] = await sql<ContactRow>(
      tx,
      `SELECT ${CONTACT_COLUMNS} FROM contacts contact
        WHERE contact.organization_id = $1 AND ${hasNumber('$1', '$2')} FOR KEY SHARE OF contact`,
      [org, phone],
    );
    return contact ?? null;
  }

  /** One page, newest first, and the number of all that match. */
  async list(
    org: OrganizationId,
    filter: ContactFilter,
    { limit, offset }: { limit: number; offset: number },
  ): Promise<[ContactRow[], number]> {
    const values: unknown[] = [org];
    const where = matchingContacts(filter, values);
    const [counted] = await sql<{ total: number }>(
      this.db,
      `SELECT count(*)::int AS total FROM contacts contact WHERE ${where}`,
      [...values],
    );
    // The page's rows are found first: what calls know of a contact is asked for these alone.
    const page = await sql<ContactRow>(
      this.db,
      `WITH contact AS MATERIALIZED (
         SELECT * FROM contacts contact WHERE ${where}
          ORDER BY contact.created_at DESC, contact.id DESC LIMIT $${values.push(limit)} OFFSET $${values.push(offset)})
       SELECT ${CONTACT_COLUMNS} FROM contact ORDER BY contact.created_at DESC, contact.id DESC`,
      values,
    );
    return [page, counted?.total ?? 0];
  }

  /** @throws a violation of `contacts_phone_key` or `contacts_phone_not_merged` when the number is taken */
  async insert(tx: Tx, contact: Contact): Promise<void> {
    await tx.insert(Contact, contact as never);
  }

  async update(tx: Tx, org: OrganizationId, id: string, changes: Partial<Contact>): Promise<void> {
    await tx.update(Contact, { organizationId: org, id }, changes as never);
  }

  async delete(tx: Tx, org: OrganizationId, id: string): Promise<void> {
    await tx.delete(Contact, { organizationId: org, id });
  }

  /** Makes a contact that is nothing but its number; null when somebody else has just made it. */
  async insertMinimal(
    tx: Tx,
    org: OrganizationId,
    phone: string,
    source: Contact['source'],
  ): Promise<string | null> {
    const [row] = await sql<{ id: string }>(
      tx,
      `INSERT INTO contacts (organization_id, id, phone, source)
       SELECT $1, $2, $3, $4 WHERE NOT EXISTS (
         SELECT FROM merged_contacts WHERE organization_id = $1 AND number = $3)
       ON CONFLICT (organization_id, phone) DO NOTHING RETURNING id`,
      [org, newId(), phone, source],
    );
    return row?.id ?? null;
  }
}

function found(contact: ContactRow | null): ContactRow {
  if (!contact) throw new NotFound('Contact');
  return contact;
}
