import { Injectable } from '@nestjs/common';
import type { OrganizationId } from '../auth/principal.js';
import { newId } from '../common/new-id.adapter.js';
import { sql, type Tx } from '../database/sql.client.js';
import { afterCommit } from '../database/transactions.service.js';
import type { EventType } from './event-types.js';

/** Something that happened, to be told to other systems. */
export interface NewEvent {
  type: EventType;
  /** Events that show the call are numbered: the caller holds the call's row and gives its next number. */
  call?: { id: string; sequence: number | null } | null;
  /** The contact that `data` speaks of, so that its erasure finds the event. */
  contactId?: string | null;
  /** The webhook endpoint that it speaks of. */
  endpointId?: string;
  data: Record<string, unknown>;
}

type Listener = (org: OrganizationId) => void;

/**
 * The outbox: an event is recorded in the transaction of the change it tells of. The deliveries of it are made in the
 * same statement, by a trigger.
 */
@Injectable()
export class Events {
  private readonly listeners = new Set<Listener>();

  /** @returns the event's id */
  async record(tx: Tx, org: OrganizationId, event: NewEvent): Promise<string> {
    const id = newId();
    await sql(
      tx,
      `INSERT INTO events (organization_id, id, type, call_id, contact_id, endpoint_id, sequence, data)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [
        org,
        id,
        event.type,
        event.call?.id ?? null,
        event.contactId ?? null,
        event.endpointId ?? null,
        event.call?.sequence ?? null,
        JSON.stringify(event.data),
      ],
    );
    this.announceAfter(tx, org);
    return id;
  }

  /** Something of the organization is due once the transaction is committed. */
  announceAfter(tx: Tx, org: OrganizationId): void {
    afterCommit(tx, () => this.announce(org));
  }

  /**
   * Something of the organization is due now. It is this process that is told: a NOTIFY would make all commits of the
   * database wait for each other, and what another process does not know of it finds by itself.
   */
  announce(org: OrganizationId): void {
    for (const listener of this.listeners) listener(org);
  }

  /** Calls the listener when something may be due. It must not throw. */
  onDue(listener: Listener): void {
    this.listeners.add(listener);
  }
}
