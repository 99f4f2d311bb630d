import { Injectable } from '@nestjs/common';
import { v7 } from 'uuid';
import type { OrganizationId } from '../auth/principal.js';
import { sql, type Tx } from '../database/sql.client.js';
import type { EventType } from './event-types.js';

/** Something that happened, to be told to other systems. */
export interface NewEvent {
  type: EventType;
  /** Events of one call are numbered; the caller holds the call's row and gives its next number. */
  call?: { id: string; sequence: number };
  /** The contact that `data` speaks of, so that its erasure finds the event. */
  contactId?: string | null;
  data: Record<string, unknown>;
}

/** The outbox: an event is recorded in the transaction of the change it tells of. */
@Injectable()
export class Events {
  async record(tx: Tx, org: OrganizationId, event: NewEvent): Promise<void> {
    await sql(
      tx,
      `INSERT INTO events (organization_id, id, type, call_id, contact_id, sequence, data)
       VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      [
        org,
        v7(),
        event.type,
        event.call?.id ?? null,
        event.contactId ?? null,
        event.call?.sequence ?? null,
        JSON.stringify(event.data),
      ],
    );
  }
}
