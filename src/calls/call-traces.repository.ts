import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { OrganizationId } from '../auth/principal.js';
import { sql } from '../database/sql.client.js';

/** A callback as it came. */
export interface CarrierTrace {
  kind: string;
  receivedAt: Date;
  payload: unknown;
}

/** Something that was said, as it is written down while the call goes on. */
export interface SpokenTrace {
  seq: number;
  at: Date;
  speaker: 'agent' | 'customer';
  text: string;
  unspoken: string | null;
}

const MOST_TRACES = 500;

/** What a call has left behind beside its record, for who looks into it. */
@Injectable()
export class CallTraces {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  /** A recording may still come: the call goes on, or the carrier is looked to for what became of it. */
  async awaitsRecording(org: OrganizationId, callId: string): Promise<boolean> {
    const rows = await sql(
      this.db,
      `SELECT FROM calls
        WHERE organization_id = $1 AND id = $2
          AND recording_id IS NULL AND (finalized_at IS NULL OR watch_at IS NOT NULL)`,
      [org, callId],
    );
    return rows.length > 0;
  }

  /** What the carrier sent, as far as it was not erased. */
  carrierEvents(org: OrganizationId, callId: string): Promise<CarrierTrace[]> {
    return sql<CarrierTrace>(
      this.db,
      `SELECT kind, received_at AS "receivedAt", payload FROM call_events
        WHERE organization_id = $1 AND call_id = $2 AND payload <> '{}' ORDER BY id LIMIT ${MOST_TRACES}`,
      [org, callId],
    );
  }

  /** What was said so far in a call that is going on. */
  saidSoFar(org: OrganizationId, callId: string): Promise<SpokenTrace[]> {
    return sql<SpokenTrace>(
      this.db,
      `SELECT seq, to_timestamp(coalesce(data->>'startedAt', data->>'at')::float8 / 1000) AS at,
              data->>'speaker' AS speaker, data->>'text' AS text, data->>'unspoken' AS unspoken
         FROM conversation_entries
        WHERE organization_id = $1 AND call_id = $2 AND kind = 'utterance' ORDER BY seq LIMIT ${MOST_TRACES}`,
      [org, callId],
    );
  }
}
