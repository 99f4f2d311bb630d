import type { CallObstacle } from '../telephony/carrier-status.js';
import type { EndRequester, FinalStatus } from './call-status.js';
import {
  connected,
  obstructed,
  type FaultReason,
  type OrdinaryReason,
  type Verdict,
} from './call-verdict.js';
import type { CarrierView, LastWord } from './carrier-view.js';
import {
  conversationFault,
  conversationOutcome,
  isAllSaid,
  MACHINES_TAKEN_FOR,
  OUTCOMES,
} from './conversation-verdict.js';
import type { RelayView } from './relay-view.js';

/** `ended_reason` of a call that the platform itself gave up. */
export type PlatformReason =
  | 'blocked-do-not-call'
  | 'agent-not-available'
  | 'provider-unavailable'
  | 'dial-outcome-unknown'
  | 'worker-lost'
  | 'concurrency-limit-reached'
  | 'unknown-error';

type EndedReason = OrdinaryReason | FaultReason | PlatformReason | CallObstacle['reason'];

/** How a call ended: what the record says of it, and why. */
export interface CallEnding {
  status: FinalStatus;
  reason: EndedReason;
  at: Date;
  durationSeconds: number;
  by: 'customer' | 'agent' | 'operator' | 'carrier' | 'platform';
  /** Whose it is to change; null where there is nothing to change. */
  category: CallObstacle['category'] | 'compliance' | 'agent' | null;
  /** The same call may succeed later without anybody changing anything. */
  retryable: boolean;
  carrierCode: string | null;
  sipCode: number | null;
  message: string | null;
}

/** What decides how a call ended, beside the carrier's word. */
export interface EndingContext {
  callType: 'inbound' | 'outbound';
  endRequestedBy: EndRequester | null;
  maxDurationSeconds: number;
  wentToVoicemail: boolean;
  relay: RelayView;
}

/** Answered, and yet the carrier calls it busy, unanswered or canceled: nobody can say what went wrong. */
const BROKEN_OFF: CallObstacle = { reason: 'unknown-error', category: 'application', retryable: true };

/** Never put through by the carrier, and taken back. */
const NEVER_RANG: CallObstacle = { reason: 'provider-unavailable', category: 'capacity', retryable: true };

const RANG_TOO_LONG: CallObstacle = {
  reason: 'customer-did-not-answer',
  category: 'customer',
  retryable: true,
};

const UNNAMED: CallObstacle = { reason: 'unknown-error', category: 'network', retryable: true };

/**
 * How the carrier's last word ends the call; null while there is none. A busy, no-answer or canceled after the answer
 * is recorded as failed, unless the agent had ended the conversation, with the carrier's own word kept.
 */
export function carrierEnding(view: CarrierView, context: EndingContext): CallEnding | null {
  const { ending } = view;
  if (ending === null) return null;
  const verdict = verdictOn(ending, view, context);
  const isUnanswered = verdict.status !== 'completed' && verdict.status !== 'failed';
  return {
    ...verdict,
    at: ending.at,
    durationSeconds: isUnanswered ? 0 : secondsOf(ending, view, context.relay),
    carrierCode: ending.errorCode ?? ending.word,
    sipCode: ending.sipCode,
    message: ending.errorMessage,
  };
}

function verdictOn(ending: LastWord, view: CarrierView, context: EndingContext): Verdict {
  if (ending.status === 'completed' || isAllSaid(view, context.relay))
    return completedVerdict(ending, view, context);
  const isAnswered = view.isAnswered || context.relay.openedAt !== null;
  switch (ending.status) {
    case 'failed':
      return conversationFault(view, context.relay) ?? obstructed('failed', ending.obstacle ?? UNNAMED);
    case 'canceled':
      if (isAnswered) return brokenOff(view, context);
      return isGivenUp(context) ? unansweredInbound(ending) : canceledVerdict(view, context);
    default:
      if (isAnswered) return brokenOff(view, context);
      if (context.callType === 'inbound') return unansweredInbound(ending);
      return ending.obstacle ? obstructed(ending.status, ending.obstacle) : obstructed('failed', UNNAMED);
  }
}

const brokenOff = (view: CarrierView, context: EndingContext): Verdict =>
  conversationFault(view, context.relay) ?? obstructed('failed', BROKEN_OFF);

/** By priority: an operator's request, the conversation and the machine it may have spoken to, the limit, the rest. */
function completedVerdict(ending: LastWord, view: CarrierView, context: EndingContext): Verdict {
  const { endRequestedBy, relay } = context;
  if (endRequestedBy === 'operator') return connected('manually-ended', 'operator');
  const outcome = conversationOutcome(view, relay);
  if (endRequestedBy === 'watchdog' && outcome === null) return TOO_LONG;
  const isMachine = context.wentToVoicemail || view.answeredBy?.result === 'voicemail';
  if (isMachine && (outcome === null || MACHINES_TAKEN_FOR.has(outcome)))
    return connected('voicemail', outcome === 'agent-ended' ? 'agent' : 'carrier', true);
  // The carrier's own limit looks like a customer who hangs up.
  const isTooLong = secondsOf(ending, view, relay) >= context.maxDurationSeconds;
  if (isTooLong && (outcome === null || outcome === 'customer-ended')) return TOO_LONG;
  if (outcome !== null) return OUTCOMES[outcome];
  // The carrier never got through to us; its own apology is all that was said.
  if (view.relay?.outcome === 'failed') return OUTCOMES.dropped;
  return OUTCOMES['customer-ended'];
}

const TOO_LONG = connected('exceeded-max-duration', 'platform');

const isGivenUp = ({ callType, endRequestedBy }: EndingContext): boolean =>
  callType === 'inbound' && endRequestedBy === null;

/** Nobody was called: a caller gave up before we answered, or the carrier could not use what we answered. */
const unansweredInbound = ({ status }: LastWord): Verdict =>
  status === 'no-answer' || status === 'canceled'
    ? connected('customer-ended-call', 'customer')
    : obstructed('failed', BROKEN_OFF);

/** Only the watchdog cancels a call for another reason than somebody's wish. */
function canceledVerdict({ ringingAt }: CarrierView, { endRequestedBy }: EndingContext): Verdict {
  if (endRequestedBy === 'watchdog')
    return ringingAt ? obstructed('no-answer', RANG_TOO_LONG) : obstructed('failed', NEVER_RANG);
  return {
    status: 'canceled',
    reason: 'manually-canceled',
    by: 'operator',
    category: null,
    retryable: false,
  };
}

/** Whole seconds from answer to end, by the carrier's count, else by ours. */
function secondsOf(ending: LastWord, view: CarrierView, { openedAt }: RelayView): number {
  const answeredAt = view.answeredAt ?? openedAt;
  if (!view.isAnswered && answeredAt === null) return 0;
  if (ending.durationSeconds !== null) return ending.durationSeconds;
  return answeredAt ? Math.max(0, Math.round((ending.at.getTime() - answeredAt.getTime()) / 1000)) : 0;
}

/** Why the platform gave a call up, and what would help. */
const PLATFORM_VERDICTS: Record<
  PlatformReason,
  { category: CallEnding['category']; retryable: boolean; message: string }
> = {
  'blocked-do-not-call': {
    category: 'compliance',
    retryable: false,
    message: 'The number was put on the do-not-call list before it was dialled',
  },
  'agent-not-available': {
    category: 'agent',
    retryable: false,
    message: 'The agent was switched off',
  },
  'provider-unavailable': {
    category: 'network',
    retryable: true,
    message: 'The carrier could not be reached',
  },
  'dial-outcome-unknown': {
    category: 'network',
    retryable: false,
    message: 'The carrier did not say whether it placed the call; it may have rung',
  },
  'worker-lost': {
    category: 'application',
    retryable: true,
    message: 'The call was not dialled in time',
  },
  'concurrency-limit-reached': {
    category: 'capacity',
    retryable: true,
    message: 'The organization had as many calls as it may have at once',
  },
  'unknown-error': {
    category: 'network',
    retryable: true,
    message: 'The carrier does not know the call any more',
  },
};

/** The platform gives the call up. `durationSeconds` only if it was answered. */
export const platformEnding = (reason: PlatformReason, at: Date, durationSeconds = 0): CallEnding => ({
  status: 'failed',
  reason,
  at,
  durationSeconds,
  by: 'platform',
  carrierCode: null,
  sipCode: null,
  ...PLATFORM_VERDICTS[reason],
});

/** Called off before the carrier was asked to dial. */
export const canceledEnding = (at: Date): CallEnding => ({
  status: 'canceled',
  reason: 'manually-canceled',
  at,
  durationSeconds: 0,
  by: 'operator',
  category: null,
  retryable: false,
  carrierCode: null,
  sipCode: null,
  message: null,
});

/** The carrier looked at the request to dial and said no. */
export const rejectedEnding = (
  at: Date,
  { carrierCode, message, obstacle }: { carrierCode: string | null; message: string; obstacle: CallObstacle },
): CallEnding => ({
  ...obstructed('failed', obstacle),
  at,
  durationSeconds: 0,
  carrierCode,
  sipCode: null,
  message,
});
