import { Injectable } from '@nestjs/common';
import { sql, type Tx } from '../database/sql.client.js';
import { CALLS_REMEMBERED, composeMemory, type EarlierCall } from './call-memory.js';
import type { Call } from './call.entity.js';

/** Characters of a transcript's end that are looked at. */
const LAST_WORDS = 600;

/** Calls with the contact that are over and in which somebody was reached; one that is still going on tells nothing. */
const EARLIER = `
  SELECT call.id, call.started_at AS "startedAt", call.call_type AS "callType",
         call.went_to_voicemail AS "wentToVoicemail",
         coalesce(details.post_call_analysis ->> 'summary', details.call_description) AS summary,
         right(details.transcript, ${LAST_WORDS}) AS "lastWords",
         count(*) OVER ()::int AS total
    FROM calls call
    JOIN call_details details ON details.organization_id = call.organization_id AND details.call_id = call.id
   WHERE call.organization_id = $1 AND call.contact_id = $2 AND call.id <> $3
     AND call.status = 'completed' AND call.call_duration > 0
   ORDER BY call.started_at DESC, call.id DESC
   LIMIT ${CALLS_REMEMBERED}`;

/** What earlier calls with the same contact said, as agents are told and records show. */
@Injectable()
export class CallMemories {
  /** Writes down what is known as the conversation begins; a call without a contact remembers nothing. */
  async recall(tx: Tx, { organizationId: org, id, contactId }: Call): Promise<void> {
    if (contactId === null) return;
    const calls = await sql<EarlierCall & { total: number }>(tx, EARLIER, [org, contactId, id]);
    const memory = composeMemory(calls[0]?.total ?? 0, calls);
    await sql(tx, `UPDATE call_details SET memory = $3 WHERE organization_id = $1 AND call_id = $2`, [
      org,
      id,
      memory && JSON.stringify(memory),
    ]);
  }
}
