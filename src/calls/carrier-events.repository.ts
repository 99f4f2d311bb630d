import { Injectable } from '@nestjs/common';
import type { OrganizationId } from '../auth/principal.js';
import { newId } from '../common/new-id.adapter.js';
import { sql, type Tx } from '../database/sql.client.js';
import type { CarrierEventKind, StoredEvent } from './carrier-facts.js';

export interface NewCarrierEvent {
  kind: CarrierEventKind;
  dedupeKey: string;
  payload: unknown;
}

/** What the carrier has said about a call, each thing once. */
@Injectable()
export class CarrierEvents {
  /** False when it was said before. */
  async add(tx: Tx, org: OrganizationId, callId: string, event: NewCarrierEvent): Promise<boolean> {
    const { kind, dedupeKey, payload } = event;
    const rows = await sql(
      tx,
      `INSERT INTO call_events (organization_id, id, call_id, kind, dedupe_key, payload, received_at)
       VALUES ($1, $2, $3, $4, $5, $6, clock_timestamp())
       ON CONFLICT (organization_id, call_id, dedupe_key) DO NOTHING RETURNING id`,
      [org, newId(), callId, kind, dedupeKey, JSON.stringify(payload)],
    );
    return rows.length > 0;
  }

  /** Those that were not erased. */
  async all(tx: Tx, org: OrganizationId, callId: string): Promise<StoredEvent[]> {
    return sql<StoredEvent>(
      tx,
      `SELECT kind, payload, received_at AS "receivedAt" FROM call_events
        WHERE organization_id = $1 AND call_id = $2 AND payload <> '{}' ORDER BY id`,
      [org, callId],
    );
  }
}
