import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { LineDetails } from '../../views/webhook-mappings/log-line.js';
import type { LogLine } from '../../views/webhook-mappings/log-lines.js';
import type { OrganizationId } from '../auth/principal.js';
import { sql } from '../database/sql.client.js';
import type { IntakeLine } from './intake-log.repository.js';
import { refusalWords } from './refusal-words.js';
import type { IntakeRequest } from './intake-request.entity.js';

export interface LogFilter {
  outcome?: IntakeRequest['outcome'];
  since?: Date;
  /** Only lines before this one. */
  before?: { at: string; id: string };
}

/** The log as its page lists it: by a place to go on from, never counted. */
@Injectable()
export class IntakeLogLines {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  /** The newest first. */
  async list(org: OrganizationId, mappingId: string, filter: LogFilter, limit: number): Promise<LogLine[]> {
    const { outcome, since, before } = filter;
    const lines = await sql<LogLine>(
      this.db,
      `SELECT line.*, trim(concat(contact.first_name, ' ', contact.last_name)) AS "contactName",
              contact.id AS "contactId",
              EXISTS (SELECT FROM intake_requests again WHERE again.organization_id = $1 AND again.replay_of = line.id
                AND again.outcome <> 'rejected') AS "isMended"
         FROM (SELECT request.id, request.received_at AS "receivedAt", request.outcome, request.status, request.reason,
                      request.duration_ms AS "durationMs", request.payload IS NOT NULL AS "isKept",
                      request.replay_of IS NOT NULL AS "isReplay", request.contact_id
                 FROM intake_requests request
                WHERE request.organization_id = $1 AND request.mapping_id = $2 AND ($3::text IS NULL OR request.outcome = $3)
                  AND ($4::timestamptz IS NULL OR request.received_at >= $4)
                  AND ($5::timestamptz IS NULL OR (request.received_at, request.id) < ($5, $6::uuid))
                ORDER BY request.received_at DESC, request.id DESC LIMIT $7) line
         LEFT JOIN contacts contact ON contact.organization_id = $1 AND contact.id = line.contact_id
        ORDER BY line."receivedAt" DESC, line.id DESC`,
      [org, mappingId, outcome ?? null, since ?? null, before?.at ?? null, before?.id ?? null, limit],
    );
    return lines.map((line) => Object.assign(line, { reason: line.reason && refusalWords(line.reason) }));
  }

  /** A line's contact, by name; null where it has none, or none any more. */
  async contactOf(org: OrganizationId, { contactId }: IntakeLine): Promise<LineDetails['contact']> {
    if (contactId === null) return null;
    const [contact] = await sql<{ id: string; name: string }>(
      this.db,
      `SELECT id, trim(concat(first_name, ' ', last_name)) AS name FROM contacts
        WHERE organization_id = $1 AND id = $2`,
      [org, contactId],
    );
    return contact ?? null;
  }
}
