import { actionRows, noteRows } from './call-extras.js';
import { detailsRow } from './call-details.presenter.js';
import { callRow, type Row } from './call-rows.js';
import { describe } from './analysis.presenter.js';
import { busyHours, instantsIn } from './calling-hours.js';
import { demoCall, type Cast, type DemoCall, type History } from './demo-call.js';
import type { DemoPerson } from './people.js';
import type { Random } from './random.js';
import { writeScript } from './script.js';
import { layOut, type Timeline } from './timeline.js';

/** Calls older than the newest so many keep their record but no transcript, analysis or metrics: those are large. */
export const DETAILED_CALLS = 5_000;

export interface Plan {
  organizationId: string;
  calls: number;
  now: Date;
  cast: Cast;
  people: readonly DemoPerson[];
}

/** A call and, if it is a new one, what was said in it. */
export interface GeneratedCall {
  call: DemoCall;
  timeline: Timeline | null;
}

/** The rows that a call is stored in. */
export interface CallRows {
  calls: Row[];
  call_details: Row[];
  call_notes: Row[];
  action_executions: Row[];
  do_not_call: Row[];
}

/** Makes the calls one after the other, oldest first, holding no more than what each person's last call was. */
export function* generateCalls(plan: Plan, random: Random): Generator<GeneratedCall> {
  const histories = new Map<DemoPerson, History>();
  let index = 0;
  for (const hour of busyHours(plan.calls, plan.now)) {
    for (const startedAtMs of instantsIn(hour, () => random.next())) {
      const own = random.fork(index);
      const choose = (inbound: boolean) => choosePerson(plan.people, histories, startedAtMs, inbound, own);
      const call = demoCall(startedAtMs, plan.cast, choose, own);
      remember(histories, call);
      const detailed = index >= plan.calls - DETAILED_CALLS;
      yield { call, timeline: detailed ? timelineOf(call, own.fork('talk')) : null };
      index += 1;
    }
  }
}

function timelineOf(call: DemoCall, random: Random): Timeline {
  const durationMs = call.duration * 1_000;
  const lines = writeScript(call, durationMs, random);
  return lines.length === 0
    ? { durationMs, utterances: [], interruptions: [] }
    : layOut(lines, call.outcome, durationMs, random);
}

export function rowsOf(organizationId: string, { call, timeline }: GeneratedCall, random: Random): CallRows {
  const details = random.fork(call.id);
  return {
    calls: [callRow(organizationId, call)],
    call_details: timeline ? [detailsRow(organizationId, call, timeline, details)] : [],
    call_notes: timeline ? noteRows(organizationId, call, details) : [],
    action_executions: timeline ? actionRows(organizationId, call, timeline, details) : [],
    do_not_call: optedOut(call) ? [optOutRow(organizationId, call)] : [],
  };
}

const optedOut = ({ outcome }: DemoCall): boolean => outcome.reason === 'customer-opted-out';

const optOutRow = (organizationId: string, { person, endedAtMs }: DemoCall): Row => ({
  organization_id: organizationId,
  number: person?.phone,
  source: 'call',
  reason: 'Asked not to be called any more',
  created_at: new Date(endedAtMs).toISOString(),
});

/** Nobody who is on the phone, and, for a call of ours, nobody who asked not to be called. */
function choosePerson(
  people: readonly DemoPerson[],
  histories: ReadonlyMap<DemoPerson, History>,
  startedAtMs: number,
  inbound: boolean,
  random: Random,
): { person: DemoPerson; history: History | null } {
  const first = random.int(0, people.length - 1);
  for (let step = 0; step < people.length; step++) {
    const person = people[(first + step) % people.length] as DemoPerson;
    const history = histories.get(person) ?? null;
    const free = history === null || history.lastEndedAtMs < startedAtMs;
    if (free && (inbound || !history?.optedOut)) return { person, history };
  }
  throw new Error('There are too few people for so many calls');
}

function remember(histories: Map<DemoPerson, History>, call: DemoCall): void {
  if (!call.person) return;
  const before = histories.get(call.person);
  histories.set(call.person, {
    calls: (before?.calls ?? 0) + 1,
    lastCallId: call.id,
    lastCallAtMs: call.startedAtMs,
    lastEndedAtMs: call.endedAtMs,
    brief: describe(call),
    optedOut: optedOut(call) || (before?.optedOut ?? false),
  });
}
