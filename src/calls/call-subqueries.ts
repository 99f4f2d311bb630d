/** What the API shows of a call beyond its own row and its details, as SQL expressions that give JSON. */

/** An instant as the API writes it, for use inside JSON that PostgreSQL builds. */
const instant = (column: string): string =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** A JSON object whose keys stay in this order. */
const object = (values: Readonly<Record<string, string>>): string =>
  `json_build_object(${Object.entries(values)
    .map(([name, sql]) => `'${name}', ${sql}`)
    .join(', ')})`;

/** The rows of a table that belong to the call, in the order they were made. */
const rowsOfCall = (table: string, alias: string, row: Readonly<Record<string, string>>): string =>
  `(SELECT json_agg(${object(row)} ORDER BY ${alias}.id) FROM ${table} ${alias}
     WHERE ${alias}.organization_id = call.organization_id AND ${alias}.call_id = call.id)`;

/** `notes` */
export const NOTES = rowsOfCall('call_notes', 'note', {
  id: 'note.id',
  body: 'note.body',
  source: 'note.source',
  author: 'note.author',
  created_at: instant('note.created_at'),
});

/** `action_executions` */
export const ACTIONS = rowsOfCall('action_executions', 'action', {
  id: 'action.id',
  name: 'action.name',
  type: 'action.type',
  trigger: 'action.trigger',
  status: 'action.status',
  attempt: 'action.attempt',
  request: 'action.request',
  response: 'action.response',
  error: 'action.error',
  tool_call_id: 'action.tool_call_id',
  turn: 'action.turn',
  offset_ms: 'action.offset_ms',
  started_at: instant('action.started_at'),
  completed_at: instant('action.completed_at'),
  duration_ms: 'action.duration_ms',
});

/** What `action_summary` is computed from. The empty list is written out: no action at all is a summary too. */
export const ACTION_OUTCOMES = `coalesce(${rowsOfCall('action_executions', 'action', {
  type: 'action.type',
  status: 'action.status',
  error: 'action.error',
})}, '[]')`;

/** What `enhanced_context` is composed of. */
export const CONTEXT_FACTS = object({
  agent: object({ id: 'call.agent_id', name: 'agent.name', version: 'call.agent_version' }),
  contact: `(SELECT ${object({
    id: 'person.id',
    first_name: 'person.first_name',
    last_name: 'person.last_name',
    email: 'person.email',
    phone: 'person.phone',
    company: 'person.company',
    country_code: 'person.country_code',
    timezone: 'person.timezone',
    crm_id: 'person.crm_id',
    crm_source: 'person.crm_source',
    tags: 'person.tags',
  })} FROM contacts person
     WHERE person.organization_id = call.organization_id AND person.id = call.contact_id)`,
  memory: 'details.memory',
  variables: 'details.variables',
  metadata: 'details.metadata',
  campaign: object({ id: 'call.campaign_id', name: 'campaign.name' }),
  call_type: 'call.call_type',
  carrier: 'call.carrier',
  carrier_call_id: 'call.carrier_call_id',
  customer_number: 'call.phone_number',
  platform_number: 'call.platform_number',
  created_at: instant('call.created_at'),
  dialed_at: instant('call.dialed_at'),
  ringing_at: instant('call.ringing_at'),
  answered_at: instant('call.answered_at'),
  ended_at: instant('call.ended_at'),
  answered_by: 'details.answered_by',
  ended: 'details.ended',
  recording: 'details.recording',
  recording_available: 'call.recording_id IS NOT NULL',
});
