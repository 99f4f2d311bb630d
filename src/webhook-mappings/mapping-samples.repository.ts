import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { OrganizationId } from '../auth/principal.js';
import { sql } from '../database/sql.client.js';
import { readIntakeBody } from './intake-body.adapter.js';

/** A request that was posted for real, to map its fields. */
export interface MappingSample {
  requestId: string;
  receivedAt: Date;
  /** The payload as JSON, whatever form it was posted in. */
  text: string;
}

/** A larger one is no form's, and would not fit into ours. */
const MOST_BYTES = 40_000;

/** Lines that are looked through for one whose payload was kept. */
const MOST_LINES = 20;

const NEWEST = `
  FROM (SELECT request.id, request.received_at, request.content_type, request.payload, request.payload_bytes,
               request.replay_of
          FROM intake_requests request
         WHERE request.organization_id = $1 AND request.mapping_id = $2
         ORDER BY request.received_at DESC, request.id DESC LIMIT ${MOST_LINES}) line
 WHERE line.payload IS NOT NULL AND line.payload_bytes <= ${MOST_BYTES} AND line.replay_of IS NULL
 ORDER BY line.received_at DESC, line.id DESC LIMIT 1`;

/** What was posted to a mapping last, accepted or refused: an inactive one shows its senders' data too. */
@Injectable()
export class MappingSamples {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  /** The id of the newest; null when there is none. Cheap: it is asked for every second. */
  async newestId(org: OrganizationId, mappingId: string): Promise<string | null> {
    const [line] = await sql<{ id: string }>(this.db, `SELECT line.id ${NEWEST}`, [org, mappingId]);
    return line?.id ?? null;
  }

  async newest(org: OrganizationId, mappingId: string): Promise<MappingSample | null> {
    const [line] = await sql<{ id: string; receivedAt: Date; contentType: string; payload: string }>(
      this.db,
      `SELECT line.id, line.received_at AS "receivedAt", line.content_type AS "contentType", line.payload ${NEWEST}`,
      [org, mappingId],
    );
    if (!line) return null;
    const payload = await readIntakeBody(line.contentType, Buffer.from(line.payload));
    return { requestId: line.id, receivedAt: line.receivedAt, text: JSON.stringify(payload, null, 2) };
  }
}
