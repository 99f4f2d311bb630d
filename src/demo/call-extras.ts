import type { Row } from './call-rows.js';
import type { DemoCall } from './demo-call.js';
import type { Random } from './random.js';
import type { Timeline } from './timeline.js';

const REQUEST_NOTES = [
  'Asked for a call back on the website.',
  'Prefers short calls.',
  'Was away last week, try again.',
  'Mention the discount for yearly plans.',
];
const OPERATOR_NOTES = [
  'Listened to the call, all fine.',
  'Follow up by e-mail.',
  'Passed on to the account manager.',
  'Customer also wrote to support.',
];

const MINUTE_MS = 60_000;
const REQUEST_NOTE_SHARE = 0.08;
const OPERATOR_NOTE_SHARE = 0.06;

const iso = (ms: number): string => new Date(ms).toISOString();

/** Rows of `call_notes`: what the request said, and what somebody added afterwards. */
export function noteRows(organizationId: string, call: DemoCall, random: Random): Row[] {
  const note = (ms: number, source: string, author: string | null, body: string): Row => ({
    organization_id: organizationId,
    id: random.uuidAt(ms),
    call_id: call.id,
    body,
    source,
    author,
    created_at: iso(ms),
  });
  const rows: Row[] = [];
  if (!call.inbound && random.chance(REQUEST_NOTE_SHARE))
    rows.push(note(call.startedAtMs, 'request', null, random.pick(REQUEST_NOTES)));
  if (random.chance(OPERATOR_NOTE_SHARE)) {
    const ms = call.finalizedAtMs + random.int(MINUTE_MS / 2, 20 * MINUTE_MS);
    rows.push(note(ms, 'operator', 'Robin', random.pick(OPERATOR_NOTES)));
  }
  return rows;
}

/** What a call made other systems do. */
interface Action {
  name: string;
  type: string;
  trigger: 'in_call' | 'post_call';
  failed: boolean;
  startedAtMs: number;
  durationMs: number;
  turn: number | null;
  request: object;
}

/** Rows of `action_executions` */
export function actionRows(
  organizationId: string,
  call: DemoCall,
  timeline: Timeline,
  random: Random,
): Row[] {
  return actionsOf(call, timeline, random).map((action) => ({
    organization_id: organizationId,
    id: random.uuidAt(action.startedAtMs),
    call_id: call.id,
    name: action.name,
    type: action.type,
    trigger: action.trigger,
    status: action.failed ? 'failed' : 'succeeded',
    attempt: action.failed ? 3 : 1,
    request: action.request,
    response: { status: action.failed ? 502 : 200 },
    error: action.failed ? 'HTTP 502: Bad Gateway' : null,
    turn: action.turn,
    offset_ms: action.trigger === 'in_call' ? action.startedAtMs - (call.answeredAtMs ?? 0) : null,
    started_at: iso(action.startedAtMs),
    completed_at: iso(action.startedAtMs + action.durationMs),
    duration_ms: action.durationMs,
  }));
}

const FAILURE_SHARE = 0.05;

function actionsOf(call: DemoCall, { utterances }: Timeline, random: Random): Action[] {
  const actions: Action[] = [];
  const last = utterances.at(-1);
  if (call.outcome.reason === 'call-transferred' && last && call.answeredAtMs !== null) {
    const startedAtMs = call.answeredAtMs + last.endMs;
    const durationMs = call.endedAtMs - startedAtMs;
    const request = { department: 'sales' };
    actions.push({
      name: 'Transfer to a person',
      type: 'transfer',
      trigger: 'in_call',
      failed: false,
      startedAtMs,
      durationMs,
      turn: last.turn,
      request,
    });
  }
  if (call.success === true && call.person) {
    actions.push({
      name: 'Update the CRM',
      type: 'http_request',
      trigger: 'post_call',
      failed: random.chance(FAILURE_SHARE),
      startedAtMs: call.finalizedAtMs + random.int(6_500, 9_000),
      durationMs: random.int(80, 900),
      turn: null,
      request: {
        method: 'POST',
        url: 'https://crm.example.com/hooks/calls',
        body: { contact: call.person.id },
      },
    });
  }
  return actions;
}
