import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { OrganizationId } from '../auth/principal.js';
import { sql } from '../database/sql.client.js';
import { type EventSubject, subjectOf, type SubjectRow } from './event-subject.js';

/** What events are about, as it is called now. */
@Injectable()
export class EventSubjects {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  async of(org: OrganizationId, eventIds: readonly string[]): Promise<Map<string, EventSubject | null>> {
    const rows = await sql<SubjectRow>(
      this.db,
      `SELECT event.id, event.type, event.call_id AS "callId", about.contact_id AS "contactId",
              nullif(btrim(concat_ws(' ', contact.first_name, contact.last_name)), '') AS "contactName",
              coalesce(contact.phone, told.phone) AS phone, event.endpoint_id AS "endpointId",
              endpoint.url AS "endpointUrl", endpoint.description AS "endpointDescription",
              mapping.id AS "mappingId", mapping.name AS "mappingName"
         FROM events event
        CROSS JOIN LATERAL (
          SELECT CASE WHEN event.type = 'contact.opted_out' THEN event.data::json->>'phone' END AS phone,
                 CASE WHEN event.type = 'intake.rejected' THEN (event.data::json->>'mapping_id')::uuid END AS mapping_id) told
         LEFT JOIN calls call ON call.organization_id = $1 AND call.id = event.call_id
        CROSS JOIN LATERAL (SELECT coalesce(event.contact_id, call.contact_id) AS contact_id) about
         LEFT JOIN contacts contact ON contact.organization_id = $1 AND contact.id = about.contact_id
         LEFT JOIN webhook_endpoints endpoint ON endpoint.organization_id = $1 AND endpoint.id = event.endpoint_id
                                             AND endpoint.deleted_at IS NULL
         LEFT JOIN webhook_mappings mapping ON mapping.organization_id = $1 AND mapping.id = told.mapping_id
        WHERE event.organization_id = $1 AND event.id = ANY ($2::uuid[])`,
      [org, eventIds],
    );
    return new Map(rows.map((row) => [row.id, subjectOf(row)]));
  }
}
