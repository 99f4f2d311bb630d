import type { EventType } from '../events/event-types.js';
import { carrierEnding, type CallEnding, type EndingContext } from './call-ending.js';
import { canMove, isFinal, type CallStatus } from './call-status.js';
import type { CallTimings } from './call-timings.js';
import type { CarrierView } from './carrier-view.js';
import type { RelayView } from './relay-view.js';

/** A call as far as its way through the statuses is concerned. */
export interface CallState extends EndingContext {
  status: CallStatus;
  startedAt: Date;
  ringingAt: Date | null;
  answeredAt: Date | null;
  transferredAt: Date | null;
  recordingId: string | null;
}

/** Columns of the call's row that a step sets. */
export interface CallChanges {
  status?: CallStatus;
  ringingAt?: Date;
  answeredAt?: Date;
  wentToVoicemail?: true;
  transferredAt?: Date;
  recordingId?: string;
  endedAt?: Date;
  endedReason?: CallEnding['reason'];
  callDuration?: number;
  callSuccess?: false | null;
  finalizedAt?: Date;
}

/** One step of a call's life: what changes in its record, and what others are told of it, in this order. */
export interface CallStep {
  changes: CallChanges;
  events: EventType[];
  /** Set by the step that closes the record. */
  ending: CallEnding | null;
  view: CarrierView;
}

/**
 * The step that the carrier's words lead to. A status only moves forward; after a final one, what was still empty is
 * filled in.
 */
export function carrierStep(state: CallState, view: CarrierView, now: Date, timings: HoldTimings): CallStep {
  const isLive = !isFinal(state.status);
  const ending =
    isLive && heldBackUntil(view, state.relay, timings) <= now ? carrierEnding(view, state) : null;
  if (ending) return closingStep(state, view, ending, now);
  const progress = answeredAt(state, view) ? 'in-progress' : view.progress;
  const moved = canMove(state.status, progress) ? { status: progress } : {};
  const news = newsIn(state, view);
  return { changes: { ...news.changes, ...moved }, events: news.events, ending: null, view };
}

/** The step that closes the record, with whatever the carrier has told on the way. */
export function closingStep(state: CallState, view: CarrierView, ending: CallEnding, now: Date): CallStep {
  const news = newsIn(state, view);
  return {
    changes: {
      ...news.changes,
      status: ending.status,
      endedAt: later(ending.at, state.startedAt),
      endedReason: ending.reason,
      callDuration: ending.durationSeconds,
      // Whether a completed call was a success is for its analysis to say.
      callSuccess: ending.status === 'completed' ? null : false,
      finalizedAt: now,
    },
    events: [...news.events, 'call.ended'],
    ending,
    view,
  };
}

type HoldTimings = Pick<CallTimings, 'straggler' | 'conversationGrace'>;

/**
 * Until when the carrier's last word waits.
 *
 * A busy, no-answer or canceled means something else when the call was answered before: while the carrier's own count
 * shows that an earlier callback is missing, it waits for that straggler. And while a conversation is still being
 * written down, it waits for the conversation's own word on how it went.
 */
export function heldBackUntil(view: CarrierView, relay: RelayView, timings: HoldTimings): Date {
  const { ending, isComplete, isAnswered } = view;
  if (ending === null) return AT_ONCE;
  const heard = ending.receivedAt.getTime();
  if (relay.openUntil)
    return new Date(Math.min(relay.openUntil.getTime(), heard + timings.conversationGrace));
  const isClear = ending.status === 'completed' || ending.status === 'failed';
  return isClear || isComplete || isAnswered ? AT_ONCE : new Date(heard + timings.straggler);
}

const AT_ONCE = new Date(0);

type News = Pick<CallStep, 'changes' | 'events'>;

/** What the view knows and the record does not. */
function newsIn(state: CallState, view: CarrierView): News {
  const found = [ringing, answered, voicemail, transfer, recording].map((news) => news(state, view));
  return {
    changes: Object.assign({}, ...found.map((news) => news?.changes)) as CallChanges,
    events: found.flatMap((news) => news?.events ?? []),
  };
}

/** A record that says nobody answered goes on saying so. */
const UNANSWERED: ReadonlySet<CallStatus> = new Set(['busy', 'no-answer', 'canceled']);

const ringing = (state: CallState, view: CarrierView): News | null =>
  milestone(state, 'ringingAt', view.ringingAt, 'call.ringing');

const answered = (state: CallState, view: CarrierView): News | null =>
  UNANSWERED.has(state.status)
    ? null
    : milestone(state, 'answeredAt', answeredAt(state, view), 'call.answered');

/** Told once; while the call is live, an earlier instant corrects a later one. */
function milestone(
  state: CallState,
  field: 'ringingAt' | 'answeredAt',
  heard: Date | null,
  event: EventType,
): News | null {
  if (heard === null) return null;
  const known = state[field];
  // A carrier whose clock is slow would have it happen before we asked for it.
  const at = later(heard, state.startedAt);
  if (known !== null && (isFinal(state.status) || at >= known)) return null;
  return { changes: { [field]: at }, events: known === null ? [event] : [] };
}

const voicemail = (state: CallState, view: CarrierView): News | null =>
  view.answeredBy?.result === 'voicemail' && !state.wentToVoicemail
    ? { changes: { wentToVoicemail: true }, events: ['call.voicemail_detected'] }
    : null;

const transfer = (state: CallState, view: CarrierView): News | null =>
  view.transfer?.connected && state.transferredAt === null
    ? { changes: { transferredAt: later(view.transfer.at, state.startedAt) }, events: ['call.transferred'] }
    : null;

const recording = (state: CallState, view: CarrierView): News | null =>
  view.recording && state.recordingId === null
    ? { changes: { recordingId: view.recording.id }, events: ['call.recording_ready'] }
    : null;

/** A call that came in is answered by the conversation: its carrier reports the end only. */
const answeredAt = ({ relay }: Pick<CallState, 'relay'>, view: CarrierView): Date | null =>
  view.answeredAt && relay.openedAt
    ? earlier(view.answeredAt, relay.openedAt)
    : (view.answeredAt ?? relay.openedAt);

const earlier = (a: Date, b: Date): Date => (a < b ? a : b);
const later = (a: Date, b: Date): Date => (a > b ? a : b);
