import { ACTION_OUTCOMES, ACTIONS, CONTEXT_FACTS, NOTES } from './call-subqueries.js';

/** How the text that PostgreSQL gives for a value becomes JSON. */
export type FieldKind =
  /** Ids and closed sets: text that needs no escaping. */
  | 'verbatim'
  | 'text'
  | 'integer'
  | 'boolean'
  | 'instant'
  /** JSON as it is stored; `list` is `[]` where there is none. */
  | 'json'
  | 'list'
  /** Composed from what the SQL gives; see call.presenter.ts. */
  | 'recordingUrl'
  | 'actionSummary'
  | 'enhancedContext';

/** One field of a call: how it is read, and how it is written. */
export interface CallField {
  kind: FieldKind;
  /** Over `call` and what is joined to it: `agent`, `contact`, `campaign`, `details`. */
  sql: string;
}

const field =
  (kind: FieldKind) =>
  (sql: string): CallField => ({ kind, sql });
const verbatim = field('verbatim');
const text = field('text');
const instant = field('instant');
const json = field('json');
const list = field('list');

/**
 * What the link to a recording is signed for; null where there is none. The epoch is of one organization, which is the
 * first value of every statement that reads calls, so it is looked up once and not for each row.
 */
export const RECORDING_STAMP = `call.recording_id || ' ' || (
    SELECT organizations.recording_link_epoch FROM organizations WHERE organizations.id = $1)`;

/** The light payload, in the contract's order. */
const LIGHT_FIELDS = {
  id: verbatim('call.id'),
  agent_id: verbatim('call.agent_id'),
  agent_name: text('agent.name'),
  contact_id: verbatim('call.contact_id'),
  contact_first_name: text('contact.first_name'),
  contact_last_name: text('contact.last_name'),
  contact_email: text('contact.email'),
  phone_number: text('call.phone_number'),
  phone_number_called_from: text(
    `CASE call.call_type WHEN 'inbound' THEN call.phone_number ELSE call.platform_number END`,
  ),
  call_type: verbatim('call.call_type'),
  status: verbatim('call.status'),
  call_success: field('boolean')('call.call_success'),
  went_to_voicemail: field('boolean')('call.went_to_voicemail'),
  call_duration: field('integer')('call.call_duration'),
  started_at: instant('call.started_at'),
  ended_at: instant('call.ended_at'),
  ended_reason: text('call.ended_reason'),
  recording_url: field('recordingUrl')(RECORDING_STAMP),
  campaign_id: verbatim('call.campaign_id'),
  campaign_name: text('campaign.name'),
  created_at: instant('call.created_at'),
} as const satisfies Record<string, CallField>;

/** What `fields=full` adds. */
const FULL_FIELDS = {
  transcript: text('details.transcript'),
  transcript_formatted: list('details.transcript_formatted'),
  post_call_analysis: json('details.post_call_analysis'),
  call_description: text('details.call_description'),
  custom_analysis: json('details.custom_analysis'),
  structured_data_results: json('details.structured_data_results'),
  notes: list(NOTES),
  action_executions: list(ACTIONS),
  action_summary: field('actionSummary')(ACTION_OUTCOMES),
  quality_metrics: json('details.quality_metrics'),
  enhanced_context: field('enhancedContext')(CONTEXT_FACTS),
} as const satisfies Record<string, CallField>;

/** What only an include group adds. */
const DIAGNOSTIC_FIELDS = {
  latency_metrics: json('details.latency_metrics'),
  audio_metrics: json('details.audio_metrics'),
  turn_events: list('details.turn_events'),
  interruptions: list('details.interruptions'),
  tool_usage: list('details.tool_usage'),
} as const satisfies Record<string, CallField>;

const ALL_FIELDS: Readonly<Record<string, CallField>> = {
  ...LIGHT_FIELDS,
  ...FULL_FIELDS,
  ...DIAGNOSTIC_FIELDS,
};

export type LightField = keyof typeof LIGHT_FIELDS;
export type DetailField = keyof typeof FULL_FIELDS | keyof typeof DIAGNOSTIC_FIELDS;

/** Which detail fields each include group adds. */
const INCLUDE_GROUPS = {
  transcript: ['transcript', 'transcript_formatted'],
  metrics: ['quality_metrics', 'latency_metrics', 'audio_metrics'],
  diagnostics: ['turn_events', 'interruptions', 'tool_usage'],
  actions: ['action_executions', 'action_summary'],
} as const satisfies Record<string, readonly DetailField[]>;
export type IncludeGroup = keyof typeof INCLUDE_GROUPS;
export const INCLUDE_GROUP_NAMES = Object.keys(INCLUDE_GROUPS) as IncludeGroup[];

export const FIELD_SETS = ['light', 'full'] as const;
export type FieldSet = (typeof FIELD_SETS)[number];

/** The fields of a payload, each once, in the order in which they are written. */
export function fieldsOf(
  set: FieldSet,
  include: readonly IncludeGroup[],
): Readonly<Record<string, CallField>> {
  const chosen = new Set<string>([
    ...Object.keys(LIGHT_FIELDS),
    ...(set === 'full' ? Object.keys(FULL_FIELDS) : []),
    ...include.flatMap((group) => INCLUDE_GROUPS[group]),
  ]);
  return Object.fromEntries(Object.entries(ALL_FIELDS).filter(([name]) => chosen.has(name)));
}
