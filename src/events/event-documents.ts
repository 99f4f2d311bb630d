import type { EventType } from './event-types.js';
import type { TaskType } from './task-types.js';

/** How an event is told to those who receive it: when it is sent, and what stands in `data`, by example. */
export interface EventDocument {
  summary: string;
  data: Record<string, unknown>;
  /** What stands beside it at times. */
  more?: Record<string, unknown>;
}

/** The id in examples. */
export const EXAMPLE_ID = '01937f5c-2d5e-7c3a-9b51-0a4f7e1c2d3e';
/** The time in examples. */
export const EXAMPLE_TIME = '2026-01-15T10:30:00.000Z';

/** A call as `GET /api/calls/{id}` shows it. */
const call = (status: string, more: Record<string, unknown> = {}) => ({
  call: {
    id: EXAMPLE_ID,
    agent_id: EXAMPLE_ID,
    agent_name: 'Ava',
    contact_id: EXAMPLE_ID,
    contact_first_name: 'Ada',
    contact_last_name: 'Lovelace',
    contact_email: 'ada@example.com',
    phone_number: '+13125550100',
    phone_number_called_from: '+13125550199',
    call_type: 'outbound',
    status,
    call_success: null,
    went_to_voicemail: false,
    call_duration: null,
    started_at: EXAMPLE_TIME,
    ended_at: null,
    ended_reason: null,
    recording_url: null,
    campaign_id: null,
    campaign_name: null,
    created_at: EXAMPLE_TIME,
    ...more,
  },
});

const ENDED = {
  call_duration: 65,
  ended_at: '2026-01-15T10:31:05.000Z',
  ended_reason: 'customer-ended-call',
};

const analysis = {
  status: 'completed',
  summary: 'Ada renewed her plan for twelve seats.',
  success: { result: 'success', score: 0.9, rationale: 'The plan was renewed.' },
  sentiment: { label: 'positive', score: 0.6 },
  topics: ['renewal'],
  intent: 'renew the plan',
  next_steps: ['Send the invoice.'],
  opt_out: false,
  callback_requested: false,
  evidence: [{ quote: 'renew for twelve seats', transcript_index: 1 }],
  model: 'gpt-5-mini',
  agent_version: 3,
  error: null,
  analyzed_at: '2026-01-15T10:31:09.000Z',
};

const contact = {
  contact: {
    id: EXAMPLE_ID,
    first_name: 'Ada',
    last_name: 'Lovelace',
    email: 'ada@example.com',
    phone: '+13125550100',
    company: 'Analytical Engines',
    country_code: 'US',
    timezone: 'America/Chicago',
    crm_id: null,
    crm_source: null,
    tags: ['newsletter'],
    variables: {},
    do_not_call: false,
    source: 'intake',
    created_at: EXAMPLE_TIME,
    updated_at: EXAMPLE_TIME,
    last_call_at: null,
    call_count: 0,
  },
};

const task = (status: string, error: string | null) => ({
  task: {
    id: EXAMPLE_ID,
    call_id: EXAMPLE_ID,
    name: 'Update the CRM',
    type: 'http_request' satisfies TaskType,
    trigger: 'post_call',
    status,
    attempt: 1,
    error,
  },
});

/** Every type of event. */
export const EVENT_DOCUMENTS: Readonly<Record<EventType, EventDocument>> = {
  'call.queued': { summary: 'An outbound call was accepted', data: call('queued') },
  'call.ringing': {
    summary: "The customer's phone rings, or an inbound call came in",
    data: call('ringing'),
  },
  'call.answered': { summary: 'Somebody, or a machine, picked up', data: call('in-progress') },
  'call.voicemail_detected': {
    summary: 'A machine picked up',
    data: call('in-progress', { went_to_voicemail: true }),
  },
  'call.transferred': { summary: 'The call was handed to a person', data: call('in-progress') },
  'call.ended': {
    summary: 'The call reached its final status, answered or not; once for every call',
    data: call('completed', ENDED),
  },
  'call.analyzed': {
    summary: 'The call was analyzed; read the result at `GET /api/calls/{id}?fields=full`',
    data: { ...call('completed', { ...ENDED, call_success: true }), analysis },
  },
  'call.recording_ready': {
    summary: 'The recording can be fetched',
    data: call('completed', {
      ...ENDED,
      recording_url: `https://voice.example.com/recordings/${EXAMPLE_ID}`,
    }),
  },
  'call.note_added': {
    summary: 'A note was added to the call',
    data: {
      ...call('completed', ENDED),
      note: { id: EXAMPLE_ID, body: 'Asked for Ada.', source: 'api', author: null, created_at: EXAMPLE_TIME },
    },
  },
  'conversation.turn_completed': {
    summary: 'Somebody has finished speaking',
    data: {
      ...call('in-progress'),
      turn: { turn: 1, customer_text: 'Hello?', agent_text: 'How can I help you?', interrupted: false },
    },
  },
  'task.completed': { summary: 'An action was carried out', data: task('succeeded', null) },
  'task.failed': {
    summary: 'An action could not be carried out',
    data: task('failed', 'The other system answered 500'),
  },
  'contact.created': { summary: 'A contact was made', data: contact },
  'contact.updated': {
    summary: 'A contact was changed; after a merge, `merged_contact_id` names the contact that is gone',
    data: contact,
    more: { merged_contact_id: EXAMPLE_ID },
  },
  'contact.opted_out': {
    summary: 'A number was put on the do-not-call list',
    data: { phone: '+13125550100', contact_id: EXAMPLE_ID, source: 'api' },
    more: { call_id: EXAMPLE_ID },
  },
  'intake.rejected': {
    summary: 'What was posted to a mapping became no contact; the intake log has the payload',
    data: {
      mapping_id: EXAMPLE_ID,
      request_id: EXAMPLE_ID,
      code: 'invalid_request',
      reason: 'A valid phone number is required',
      status: 400,
      details: [{ field: 'phone', in: 'body', issue: 'is missing from the payload' }],
    },
  },
  'webhook_endpoint.disabled': {
    summary:
      'Another endpoint of the organization was disabled, because it answered 410 or failed for five days',
    data: {
      webhook_endpoint: {
        id: EXAMPLE_ID,
        url: 'https://hooks.example.com/voice',
        description: 'Our CRM',
        reason: 'failing',
        failing_since: EXAMPLE_TIME,
      },
    },
  },
  'webhook.test': {
    summary: 'A test of this endpoint was asked for',
    data: { webhook_endpoint_id: EXAMPLE_ID, message: 'A test event: your endpoint can be reached.' },
  },
};
