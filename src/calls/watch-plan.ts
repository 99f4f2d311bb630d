import type { AgentConfig } from '../agents/agent-config.js';
import { isFinal, type CallStatus } from './call-status.js';
import { heldBackUntil } from './call-step.js';
import type { CallTimings } from './call-timings.js';
import type { CarrierView } from './carrier-view.js';
import type { RelayOutcome } from './relay-outcome.js';
import { NO_RELAY, type RelayView } from './relay-view.js';

/** A call as the watchdog sees it. */
export interface WatchedCall {
  status: CallStatus;
  dialedAt: Date | null;
  ringingAt: Date | null;
  answeredAt: Date | null;
  endRequestedAt: Date | null;
  endedAt?: Date | null;
  /** The call's sockets; left out while it cannot have any. */
  relay?: RelayView;
}

type Limits = Pick<AgentConfig, 'ringTimeoutSeconds' | 'maxDurationSeconds' | 'record'>;

const after = (start: Date | null, milliseconds: number): Date | null =>
  start && new Date(start.getTime() + milliseconds);

/** When the carrier should have said what came next; null while nobody has to say anything. */
export function overdueAt(call: WatchedCall, limits: Limits, timings: CallTimings): Date | null {
  if (call.endRequestedAt && !isFinal(call.status)) return call.endRequestedAt;
  const longestRing = Math.max(timings.ringingLimit, limits.ringTimeoutSeconds * 1000 + timings.ringingGrace);
  switch (call.status) {
    case 'queued':
      return after(call.dialedAt, timings.queuedLimit);
    case 'ringing':
      return after(call.ringingAt, longestRing);
    case 'in-progress':
      return earliest([
        after(call.answeredAt, limits.maxDurationSeconds * 1000 + timings.inProgressGrace),
        afterConversation(call.relay, timings),
      ]);
    default:
      return null;
  }
}

/** Conversations after which somebody has hung up, or is about to. */
const LAST_ONES: ReadonlySet<RelayOutcome | null> = new Set<RelayOutcome>([
  'agent-ended',
  'customer-ended',
  'voicemail',
  'silence',
  'max-duration',
  'opted-out',
  'model-failed',
]);

/** When a call whose conversation is over should be over as well; a transferred one goes on without us. */
function afterConversation(relay: RelayView | undefined, timings: CallTimings): Date | null {
  if (!relay?.closedAt || relay.outcome === 'transferred') return null;
  return after(relay.closedAt, LAST_ONES.has(relay.outcome) ? timings.endCheck : timings.conversationGrace);
}

const earliest = (instants: readonly (Date | null)[]): Date | null =>
  instants.filter((at) => at !== null).toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null;

/** The call was recorded, and the carrier has not said what became of that. */
export const awaitsRecording = (
  { answeredAt }: Pick<WatchedCall, 'answeredAt'>,
  { record }: Pick<AgentConfig, 'record'>,
  { recording, isRecordingAbsent }: Pick<CarrierView, 'recording' | 'isRecordingAbsent'>,
): boolean => record && answeredAt !== null && recording === null && !isRecordingAbsent;

/** When the watchdog looks at a call that has just moved; null: not at all. */
export function nextLook(
  call: WatchedCall,
  limits: Limits,
  view: CarrierView,
  timings: CallTimings,
): Date | null {
  if (isFinal(call.status))
    return awaitsRecording(call, limits, view) ? after(call.endedAt ?? null, timings.recordingCheck) : null;
  return view.ending
    ? heldBackUntil(view, call.relay ?? NO_RELAY, timings)
    : overdueAt(call, limits, timings);
}

/** When the carrier's list is searched next for a dial of unknown outcome; the last search is when it is given up. */
export function nextSearch(
  sentAt: Date,
  now: Date,
  { lostDialSearches, lostDialGiveUp }: Pick<CallTimings, 'lostDialSearches' | 'lostDialGiveUp'>,
): Date {
  const age = now.getTime() - sentAt.getTime();
  const next = lostDialSearches.find((search) => search > age) ?? lostDialGiveUp;
  return new Date(sentAt.getTime() + next);
}
