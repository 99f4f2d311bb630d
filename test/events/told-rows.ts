/** How the changes that a type of event tells of stand in the tables, the outbox apart. */
interface Told {
  /** Selects a name for each change: what it happened to, with a number where it may happen again. */
  changes: string;
  /** The name of the change that an event tells of. */
  of: string;
}

/** Of a call that is not over. */
export const LIVE = `status IN ('queued', 'ringing', 'in-progress')`;

const ofCalls = (condition: string): Told => ({
  changes: `SELECT id::text FROM calls WHERE ${condition}`,
  of: `call_id::text`,
});

const ofTasks = (status: string): Told => ({
  changes: `SELECT id::text FROM action_executions WHERE status = '${status}'`,
  of: `data::jsonb #>> '{task,id}'`,
});

const TOLD: Readonly<Record<string, Told>> = {
  'contact.created': { changes: `SELECT id::text FROM contacts`, of: `contact_id::text` },
  // A contact's version counts its changes; being put on the list of numbers is one that its row does not show.
  'contact.updated': {
    changes: `
      SELECT contact.id || ' in state ' || state
        FROM contacts contact
        LEFT JOIN do_not_call listed ON listed.organization_id = contact.organization_id
         AND listed.number = contact.phone AND listed.source = 'api'
       CROSS JOIN generate_series(2, contact.version + (listed.number IS NOT NULL)::int) state`,
    of: `contact_id || ' in state ' || 1 + row_number() OVER (PARTITION BY type, contact_id ORDER BY id)`,
  },
  'contact.opted_out': { changes: `SELECT number FROM do_not_call`, of: `data::jsonb ->> 'phone'` },
  // Whoever was refused knows what was posted; the event has nothing of it.
  'intake.rejected': {
    changes: `SELECT payload FROM intake_requests WHERE outcome = 'rejected'`,
    of: `(SELECT payload FROM intake_requests request WHERE request.id::text = data::jsonb ->> 'request_id')`,
  },
  'call.queued': ofCalls('true'),
  'call.ringing': ofCalls('ringing_at IS NOT NULL'),
  'call.answered': ofCalls('answered_at IS NOT NULL'),
  'call.voicemail_detected': ofCalls('went_to_voicemail'),
  'call.transferred': ofCalls('transferred_at IS NOT NULL'),
  'call.ended': ofCalls(`NOT ${LIVE}`),
  'call.recording_ready': ofCalls('recording_id IS NOT NULL'),
  'call.analyzed': {
    changes: `SELECT call_id::text FROM call_details WHERE post_call_analysis ->> 'status' = 'completed'`,
    of: `call_id::text`,
  },
  'call.note_added': { changes: `SELECT id::text FROM call_notes`, of: `data::jsonb #>> '{note,id}'` },
  // What was said in a turn may be written in parts, in a transaction each, in which it is told as well.
  'conversation.turn_completed': {
    changes: `
      SELECT DISTINCT call_id || ' turn ' || (data ->> 'turn') || ' as written by ' || xmin
        FROM conversation_entries WHERE kind = 'utterance'`,
    of: `call_id || ' turn ' || (data::jsonb #>> '{turn,turn}') || ' as written by ' || events.xmin`,
  },
  'task.completed': ofTasks('succeeded'),
  'task.failed': ofTasks('failed'),
  'webhook_endpoint.disabled': {
    changes: `SELECT id::text FROM webhook_endpoints WHERE status = 'disabled'`,
    of: `endpoint_id::text`,
  },
};

const types = Object.entries(TOLD);

/** The types whose changes can be read off rows. */
export const TOLD_TYPES = Object.keys(TOLD);

/** What has happened, by the rows: each change is to be told by one event of its type. */
export const CHANGES = types
  .map(([type, { changes }]) => `SELECT '${type}' AS type, change.of FROM (${changes}) change (of)`)
  .join(' UNION ALL ');

/** What was recorded of it, each event with the change that it tells of, and its deliveries to an endpoint. */
export const EVENTS = `
  SELECT event.id, event.type, coalesce(event.of, 'nothing') AS of, event.call_id AS call, event.sequence,
         count(delivery.id)::int AS deliveries
    FROM (SELECT *, CASE type ${types.map(([type, { of }]) => `WHEN '${type}' THEN ${of}`).join(' ')} END AS of
            FROM events WHERE type = ANY ($1)) event
    LEFT JOIN webhook_deliveries delivery ON delivery.event_id = event.id AND delivery.endpoint_id = $2
   GROUP BY event.id, event.type, event.of, event.call_id, event.sequence`;
