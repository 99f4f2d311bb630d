import { Injectable } from '@nestjs/common';
import type { OrganizationId } from '../auth/principal.js';
import { newId } from '../common/new-id.adapter.js';
import { CONTACT_JSON } from '../contacts/contact-columns.js';
import { sql, type Tx } from '../database/sql.client.js';
import { Events } from '../events/events.service.js';
import type { TextTarget } from '../webhook-mappings/contact-targets.js';
import { FIELD_COLUMNS } from '../webhook-mappings/intake-statement.js';
import type { ContactState } from '../webhook-mappings/merge-contact.js';

const FIELDS = Object.keys(FIELD_COLUMNS) as TextTarget[];
const COLUMNS = Object.values(FIELD_COLUMNS);

/** A contact that rows of a file are about. */
export interface KnownContact {
  id: string;
  /** The number it has, and those that lead to it. */
  numbers: string[];
  state: ContactState;
}

/** A contact as it is to be stored. */
export interface StoredContact {
  id: string;
  phone: string;
  state: ContactState;
}

type HeldRow = Record<TextTarget, string | null> &
  Pick<ContactState, 'tags' | 'variables'> & { id: string; numbers: string[] };

const HOLD = `
  WITH former AS MATERIALIZED (
    SELECT number, contact_id FROM merged_contacts WHERE organization_id = $1 AND number = ANY($2))
  SELECT contact.id, contact.tags, contact.variables,
         ${FIELDS.map((field) => `contact.${FIELD_COLUMNS[field]} AS "${field}"`).join(', ')},
         contact.phone || ARRAY(SELECT number FROM former WHERE former.contact_id = contact.id) AS numbers
    FROM contacts contact
   WHERE contact.organization_id = $1
     AND (contact.phone = ANY($2) OR contact.id = ANY (ARRAY(SELECT contact_id FROM former)))
   ORDER BY contact.phone FOR NO KEY UPDATE OF contact`;

const GIVEN = `json_to_recordset($2::json) AS given (
  id uuid, phone text, tags text[], variables jsonb, ${COLUMNS.map((column) => `${column} text`).join(', ')})`;

const INSERT = `
  INSERT INTO contacts (organization_id, id, phone, source, tags, variables, ${COLUMNS.join(', ')})
  SELECT $1, id, phone, 'import', tags, variables, ${COLUMNS.join(', ')} FROM ${GIVEN} ORDER BY phone`;

const UPDATE = `
  UPDATE contacts contact SET version = contact.version + 1, updated_at = now(), tags = given.tags,
         variables = given.variables, ${COLUMNS.map((column) => `${column} = given.${column}`).join(', ')}
    FROM ${GIVEN} WHERE contact.organization_id = $1 AND contact.id = given.id`;

const TELL = `
  INSERT INTO events (organization_id, id, type, contact_id, data)
  SELECT $1, told.id, told.type, contact.id, json_build_object('contact', ${CONTACT_JSON})
    FROM json_to_recordset($2::json) AS told (id uuid, type text, contact_id uuid)
    JOIN contacts contact ON contact.organization_id = $1 AND contact.id = told.contact_id ORDER BY told.id`;

/** Stores many contacts at once, with their events. */
@Injectable()
export class ImportStore {
  constructor(private readonly events: Events) {}

  /** The contacts that these numbers lead to, locked in the order in which intakes lock them. */
  async hold(tx: Tx, org: OrganizationId, numbers: readonly string[]): Promise<KnownContact[]> {
    const rows = await sql<HeldRow>(tx, HOLD, [org, numbers]);
    return rows.map(({ id, numbers: own, tags, variables, ...fields }) => ({
      id,
      numbers: own,
      state: { fields, tags, variables },
    }));
  }

  /** @throws a violation when somebody has just made one of them, or merged it away: try again */
  async insert(tx: Tx, org: OrganizationId, contacts: readonly StoredContact[]): Promise<void> {
    if (contacts.length > 0) await sql(tx, INSERT, [org, JSON.stringify(contacts.map(rowOf))]);
  }

  async update(tx: Tx, org: OrganizationId, contacts: readonly StoredContact[]): Promise<void> {
    if (contacts.length > 0) await sql(tx, UPDATE, [org, JSON.stringify(contacts.map(rowOf))]);
  }

  async tell(
    tx: Tx,
    org: OrganizationId,
    type: 'contact.created' | 'contact.updated',
    contacts: readonly StoredContact[],
  ): Promise<void> {
    if (contacts.length === 0) return;
    const told = contacts.map(({ id }) => ({ id: newId(), type, contact_id: id }));
    await sql(tx, TELL, [org, JSON.stringify(told)]);
    this.events.announceAfter(tx, org);
  }
}

const rowOf = ({ id, phone, state }: StoredContact) => ({
  id,
  phone,
  tags: state.tags,
  variables: state.variables,
  ...Object.fromEntries(FIELDS.map((field) => [FIELD_COLUMNS[field], state.fields[field]])),
});
