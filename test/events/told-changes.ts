import type { Recorded, Write } from './write-ledger.js';

// oxlint-disable-next-line typescript/no-explicit-any -- tests read events freely
type Data = any;

/** Whether what was written is what the event tells of. */
type Change = (write: Write, data: Data) => boolean;

/** A row of this table that is like this. */
const inTable =
  (table: string, is: (row: Write['row'], data: Data) => boolean): Change =>
  ({ place, row }, data) =>
    place === table && is(row, data);

/** A call that came to where the event shows it. */
const ofCall = (is: (row: Write['row']) => boolean): Change =>
  inTable('calls', (row, { call }) => row['id'] === call.id && row['status'] === call.status && is(row));

const ofTask = inTable(
  'action_executions',
  (row, { task }) => row['id'] === task.id && row['status'] === task.status,
);

const ofContact = inTable(
  'contacts',
  (row, { contact }) =>
    row['id'] === contact.id && new Date(String(row['updated_at'])).toISOString() === contact.updated_at,
);

/** Whether the person may be called stands in a list of numbers. */
const ofList = inTable(
  'do_not_call',
  (row, { contact }) => row['number'] === contact.phone && contact.do_not_call,
);

/** Which row says what an event says. A test event tells of no change. */
const CHANGES: Partial<Record<string, Change>> = {
  'call.queued': ofCall((row) => row['status'] === 'queued'),
  'call.ringing': ofCall((row) => row['ringing_at'] !== null),
  'call.answered': ofCall((row) => row['answered_at'] !== null),
  'call.voicemail_detected': ofCall((row) => row['went_to_voicemail'] === true),
  'call.transferred': ofCall((row) => row['transferred_at'] !== null),
  'call.ended': ofCall((row) => row['ended_at'] !== null && row['ended_reason'] !== null),
  'call.recording_ready': ofCall((row) => row['recording_id'] !== null),
  'call.analyzed': inTable(
    'call_details',
    (row, { call, analysis }) =>
      row['call_id'] === call.id &&
      (row['post_call_analysis'] as { summary?: string } | null)?.summary === analysis.summary,
  ),
  'call.note_added': inTable('call_notes', (row, { note }) => row['id'] === note.id),
  'conversation.turn_completed': inTable(
    'conversation_entries',
    (row, { call }) => row['call_id'] === call.id,
  ),
  'task.completed': ofTask,
  'task.failed': ofTask,
  'contact.created': ofContact,
  'contact.updated': (write, data) => ofContact(write, data) || ofList(write, data),
  'contact.opted_out': inTable('do_not_call', (row, { phone }) => row['number'] === phone),
  'intake.rejected': inTable(
    'intake_requests',
    (row, { request_id: id }) => row['id'] === id && row['outcome'] === 'rejected',
  ),
  'webhook_endpoint.disabled': inTable(
    'webhook_endpoints',
    (row, { webhook_endpoint: { id } }) => row['id'] === id && row['status'] === 'disabled',
  ),
};

/** Whether one of these writes is the change that the event tells of. */
export const tellsOfOne = ({ type, data }: Recorded, writes: readonly Write[]): boolean =>
  writes.some((write) => CHANGES[type]?.(write, data));
