import { Injectable } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import type { OrganizationId } from '../auth/principal.js';
import type { RelayOutcome } from '../calls/relay-outcome.js';
import { sql, type Tx } from '../database/sql.client.js';
import { asJson, fromStored, toStored, type Entry, type StoredEntry } from './conversation-entries.js';

export interface NewRelaySession {
  id: string;
  callId: string;
  carrierSessionId: string;
  owner: string;
  leaseMs: number;
}

/** The rows of sockets, and of what was said on them. Whoever writes holds the call's row. */
@Injectable()
export class RelaySessions {
  /** A call has one socket: whatever another one was still doing is over. */
  async open(tx: Tx, org: OrganizationId, session: NewRelaySession): Promise<void> {
    const { id, callId, carrierSessionId, owner, leaseMs } = session;
    await sql(
      tx,
      `UPDATE relay_sessions SET closed_at = now(), outcome = 'dropped'
        WHERE organization_id = $1 AND call_id = $2 AND closed_at IS NULL`,
      [org, callId],
    );
    await sql(
      tx,
      `INSERT INTO relay_sessions (organization_id, id, call_id, carrier_session_id, owner, opened_at, lease_until)
       VALUES ($1, $2, $3, $4, $5, now(), now() + $6 * interval '1 millisecond')`,
      [org, id, callId, carrierSessionId, owner, leaseMs],
    );
  }

  /** Sockets of the call that a living process holds, as far as its lease tells. */
  async held(db: DataSource, org: OrganizationId, callId: string): Promise<string[]> {
    const rows = await sql<{ id: string }>(
      db,
      `SELECT id FROM relay_sessions
        WHERE organization_id = $1 AND call_id = $2 AND closed_at IS NULL AND lease_until > now()`,
      [org, callId],
    );
    return rows.map(({ id }) => id);
  }

  /** Why the last socket of the call closed; null when there was none. */
  async lastOutcome(tx: Tx, org: OrganizationId, callId: string): Promise<RelayOutcome | null> {
    const [last] = await sql<{ outcome: RelayOutcome }>(
      tx,
      `SELECT outcome FROM relay_sessions WHERE organization_id = $1 AND call_id = $2 AND closed_at IS NOT NULL
        ORDER BY opened_at DESC, id DESC LIMIT 1`,
      [org, callId],
    );
    return last?.outcome ?? null;
  }

  async isOpen(tx: Tx, org: OrganizationId, id: string): Promise<boolean> {
    const rows = await sql(
      tx,
      `SELECT 1 FROM relay_sessions WHERE organization_id = $1 AND id = $2 AND closed_at IS NULL FOR UPDATE`,
      [org, id],
    );
    return rows.length > 0;
  }

  /** Whether its process has not renewed its lease in time, and nobody has cleared up after it yet. */
  async isLost(tx: Tx, org: OrganizationId, id: string): Promise<boolean> {
    const rows = await sql(
      tx,
      `SELECT 1 FROM relay_sessions
        WHERE organization_id = $1 AND id = $2 AND closed_at IS NULL AND lease_until < now() FOR UPDATE`,
      [org, id],
    );
    return rows.length > 0;
  }

  async close(tx: Tx, org: OrganizationId, id: string, outcome: RelayOutcome): Promise<void> {
    await sql(
      tx,
      `UPDATE relay_sessions SET closed_at = now(), outcome = $3 WHERE organization_id = $1 AND id = $2`,
      [org, id, outcome],
    );
  }

  async entries(tx: Tx, org: OrganizationId, callId: string): Promise<Entry[]> {
    const rows = await sql<StoredEntry>(
      tx,
      `SELECT seq, kind, data FROM conversation_entries WHERE organization_id = $1 AND call_id = $2 ORDER BY seq`,
      [org, callId],
    );
    return rows.map(fromStored);
  }

  /** After what is there already, in one statement. */
  async append(tx: Tx, org: OrganizationId, callId: string, entries: readonly Entry[]): Promise<void> {
    if (entries.length === 0) return;
    await sql(
      tx,
      `INSERT INTO conversation_entries (organization_id, call_id, seq, kind, data)
       SELECT $1, $2, kept.last + entry.seq, entry.kind, entry.data
         FROM jsonb_to_recordset($3::jsonb) AS entry(seq integer, kind text, data jsonb),
              (SELECT coalesce(max(seq), 0) AS last FROM conversation_entries
                WHERE organization_id = $1 AND call_id = $2) AS kept`,
      [org, callId, asJson(entries.map((entry, index) => toStored(entry, index + 1)))],
    );
  }
}
