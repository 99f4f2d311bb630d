import { Injectable } from '@nestjs/common';
import type { OrganizationId } from '../auth/principal.js';
import { sql, type Tx } from '../database/sql.client.js';
import type { PersonKept } from './deleted-contacts.repository.js';
import { mentionsOf } from './mentions.js';

/** Calls blanked by one statement: a few milliseconds each. */
const BATCH = 200;

/** Of these events: what was recorded, what receivers answered; and what was not sent yet will not be. */
function blankEventsOf(condition: string): string[] {
  const events = `FROM events event WHERE event.organization_id = $1 AND ${condition}`;
  const deliveries = `organization_id = $1 AND event_id IN (SELECT event.id ${events})`;
  return [
    `UPDATE webhook_delivery_attempts SET response_body = NULL WHERE organization_id = $1 AND delivery_id IN (
       SELECT id FROM webhook_deliveries WHERE ${deliveries})`,
    `UPDATE webhook_deliveries SET last_response_body = NULL,
            state = CASE WHEN state IN ('pending', 'failed') THEN 'discarded' ELSE state END
      WHERE ${deliveries} AND (state IN ('pending', 'failed') OR last_response_body IS NOT NULL)`,
    `UPDATE events event SET data = '{"erased":true}' WHERE event.organization_id = $1 AND ${condition}`,
  ];
}

/** What is blanked of each call; ids, times, durations and statuses stay. `$2` are the calls' ids. */
const BLANK_CALLS = [
  `UPDATE call_details SET variables = '{}', metadata = '{}', transcript = NULL, transcript_formatted = '[]',
          post_call_analysis = NULL, call_description = NULL, custom_analysis = NULL, structured_data_results = NULL,
          turn_events = '[]', interruptions = '[]', tool_usage = '[]', ended = ended - 'message', memory = NULL,
          recording = NULL
    WHERE organization_id = $1 AND call_id = ANY($2::uuid[])`,
  `DELETE FROM conversation_entries WHERE organization_id = $1 AND call_id = ANY($2::uuid[])`,
  `UPDATE call_notes SET body = '[erased]', author = NULL WHERE organization_id = $1 AND call_id = ANY($2::uuid[])`,
  `UPDATE action_executions SET request = NULL, response = NULL, error = NULL
    WHERE organization_id = $1 AND call_id = ANY($2::uuid[])`,
  `UPDATE call_events SET payload = '{}' WHERE organization_id = $1 AND call_id = ANY($2::uuid[])`,
  `UPDATE dial_attempts SET error_message = NULL WHERE organization_id = $1 AND call_id = ANY($2::uuid[])`,
  ...blankEventsOf('event.call_id = ANY($2::uuid[])'),
  `UPDATE calls SET phone_number = NULL, contact_id = NULL, recording_id = NULL, watch_at = NULL
    WHERE organization_id = $1 AND id = ANY($2::uuid[])`,
];

const BLANK_EVENTS = blankEventsOf('event.contact_id = $2');

/** The statements of erasure. Beside merging it alone writes other features' rows: what is personal is blanked wherever it is kept. */
@Injectable()
export class ErasureRepository {
  async hasLiveCall(tx: Tx, org: OrganizationId, { id, numbers }: PersonKept): Promise<boolean> {
    const rows = await sql(
      tx,
      `SELECT 1 FROM calls WHERE organization_id = $1 AND (contact_id = $2 OR phone_number = ANY($3))
          AND status IN ('scheduled', 'queued', 'ringing', 'in-progress') LIMIT 1`,
      [org, id, numbers],
    );
    return rows.length > 0;
  }

  /**
   * The calls with the contact or its numbers of which the carrier may have recordings. A recent one's may still be
   * being made.
   */
  recordedCalls(
    tx: Tx,
    org: OrganizationId,
    { id, numbers }: PersonKept,
  ): Promise<{ callId: string; isRecent: boolean }[]> {
    return sql(
      tx,
      `SELECT id AS "callId", is_recent AS "isRecent"
         FROM calls, LATERAL (SELECT coalesce(ended_at > now() - interval '1 day', false) AS is_recent) age
        WHERE organization_id = $1 AND (contact_id = $2 OR phone_number = ANY($3)) AND carrier_call_id IS NOT NULL
          AND (recording_id IS NOT NULL OR (answered_at IS NOT NULL AND is_recent))`,
      [org, id, numbers],
    );
  }

  /** Blanks every call with the contact or its numbers, batch by batch. @returns how many */
  async blankCalls(tx: Tx, org: OrganizationId, { id, numbers }: PersonKept): Promise<number> {
    for (let blanked = 0; ;) {
      const calls = await sql<{ id: string }>(
        tx,
        `SELECT id FROM calls WHERE organization_id = $1 AND (contact_id = $2 OR phone_number = ANY($3)) LIMIT ${BATCH}`,
        [org, id, numbers],
      );
      if (calls.length === 0) return blanked;
      const ids = calls.map((call) => call.id);
      for (const statement of BLANK_CALLS) await sql(tx, statement, [org, ids]);
      blanked += ids.length;
    }
  }

  /** Blanks what was posted about the contact, and what was refused although it held one of the contact's numbers or addresses. */
  async blankIntakes(tx: Tx, org: OrganizationId, { id, numbers, emails }: PersonKept): Promise<void> {
    await sql(
      tx,
      `UPDATE intake_requests SET payload = NULL, payload_bytes = 0, mentions = '{}', result = '{}', reason = NULL
        WHERE organization_id = $1 AND (contact_id = $2 OR (mentions <> '{}' AND mentions && $3::text[]))`,
      [org, id, mentionsOf(numbers, emails)],
    );
  }

  /** Takes the person's rows out of files that are still to be imported. Too much rather than too little. */
  async blankImports(tx: Tx, org: OrganizationId, { numbers, emails }: PersonKept): Promise<void> {
    const isAbout = (rows: string): string => `EXISTS (SELECT FROM unnest($2::text[]) mention
      WHERE position(mention IN lower(${rows})) > 0 OR position(mention IN regexp_replace(${rows}, '\\D', '', 'g')) > 0)`;
    await sql(
      tx,
      `UPDATE contact_import_chunks chunk SET rows = coalesce(
           (SELECT jsonb_agg(line) FROM jsonb_array_elements(chunk.rows) line WHERE NOT ${isAbout('line::text')}), '[]')
        WHERE organization_id = $1 AND ${isAbout('chunk.rows::text')}`,
      [org, mentionsOf(numbers, emails)],
    );
  }

  /** The numbers stay on the do-not-call list; why they came there may be in the person's own words. */
  async blankReasons(tx: Tx, org: OrganizationId, { numbers }: PersonKept): Promise<void> {
    await sql(tx, `UPDATE do_not_call SET reason = NULL WHERE organization_id = $1 AND number = ANY($2)`, [
      org,
      numbers,
    ]);
  }

  async blankEvents(tx: Tx, org: OrganizationId, contactId: string): Promise<void> {
    for (const statement of BLANK_EVENTS) await sql(tx, statement, [org, contactId]);
  }
}
