import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { CallOutcome } from '../../views/calls/words.js';
import type { OrganizationId } from '../auth/principal.js';
import { sql } from '../database/sql.client.js';

/** As many of each as a contact's page shows. */
const SHOWN = 20;

/** A call with the contact, as a line. */
export interface ContactCall extends CallOutcome {
  id: string;
  callType: 'inbound' | 'outbound';
  endedReason: string | null;
  callDuration: number | null;
  phoneNumber: string | null;
  agentName: string | null;
  startedAt: Date;
}

/** A request to a mapping that made the contact, or met it. */
export interface ContactIntake {
  id: string;
  mappingId: string;
  mappingName: string;
  outcome: 'created' | 'updated' | 'unchanged' | 'rejected';
  receivedAt: Date;
}

/** What happened with a contact, newest first: of calls and intakes only what a line shows. */
@Injectable()
export class ContactHistory {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  calls(org: OrganizationId, contactId: string): Promise<ContactCall[]> {
    return sql<ContactCall>(
      this.db,
      `SELECT call.id, call.call_type AS "callType", call.status, call.call_success AS success,
              call.went_to_voicemail AS voicemail, call.ended_reason AS "endedReason",
              call.call_duration AS "callDuration", call.phone_number AS "phoneNumber", agent.name AS "agentName",
              call.started_at AS "startedAt"
         FROM (SELECT * FROM calls WHERE organization_id = $1 AND contact_id = $2
                ORDER BY started_at DESC, id DESC LIMIT ${SHOWN}) call
         LEFT JOIN agents agent ON agent.organization_id = call.organization_id AND agent.id = call.agent_id
        ORDER BY call.started_at DESC, call.id DESC`,
      [org, contactId],
    );
  }

  intakes(org: OrganizationId, contactId: string): Promise<ContactIntake[]> {
    return sql<ContactIntake>(
      this.db,
      `SELECT request.id, request.mapping_id AS "mappingId", mapping.name AS "mappingName", request.outcome,
              request.received_at AS "receivedAt"
         FROM intake_requests request
         JOIN webhook_mappings mapping
           ON mapping.organization_id = request.organization_id AND mapping.id = request.mapping_id
        WHERE request.organization_id = $1 AND request.contact_id = $2
        ORDER BY request.received_at DESC, request.id DESC LIMIT ${SHOWN}`,
      [org, contactId],
    );
  }
}
