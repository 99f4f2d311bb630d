import type { CallObstacle } from '../telephony/carrier-status.js';
import type { EndRequester, FinalStatus } from './call-status.js';
import type { CarrierView, LastWord } from './carrier-view.js';

/** `ended_reason` of a call that was connected, or that somebody called off. */
type OrdinaryReason =
  | 'customer-ended-call'
  | 'agent-ended-call'
  | 'voicemail'
  | 'exceeded-max-duration'
  | 'manually-ended'
  | 'manually-canceled';

/** `ended_reason` of a call that the platform itself gave up. */
export type PlatformReason =
  | 'blocked-do-not-call'
  | 'agent-not-available'
  | 'provider-unavailable'
  | 'dial-outcome-unknown'
  | 'worker-lost'
  | 'unknown-error';

type EndedReason = OrdinaryReason | PlatformReason | CallObstacle['reason'];

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
  endRequestedBy: EndRequester | null;
  maxDurationSeconds: number;
}

type Verdict = Pick<CallEnding, 'status' | 'reason' | 'by' | 'category' | 'retryable'>;

const connected = (reason: OrdinaryReason, by: CallEnding['by'], retryable = false): Verdict => ({
  status: 'completed',
  reason,
  by,
  category: null,
  retryable,
});

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

const obstructed = (status: FinalStatus, { reason, category, retryable }: CallObstacle): Verdict => ({
  status,
  reason,
  category,
  retryable,
  by: category === 'customer' ? 'customer' : 'carrier',
});

/**
 * How the carrier's last word ends the call; null while there is none. A busy, no-answer or canceled after the answer
 * is recorded as failed, with the carrier's own word kept.
 */
export function carrierEnding(view: CarrierView, context: EndingContext): CallEnding | null {
  const { ending } = view;
  if (ending === null) return null;
  const verdict = verdictOn(ending, view, context);
  const isUnanswered = verdict.status !== 'completed' && verdict.status !== 'failed';
  return {
    ...verdict,
    at: ending.at,
    durationSeconds: isUnanswered ? 0 : secondsOf(ending, view),
    carrierCode: ending.errorCode ?? ending.word,
    sipCode: ending.sipCode,
    message: ending.errorMessage,
  };
}

function verdictOn(ending: LastWord, view: CarrierView, context: EndingContext): Verdict {
  switch (ending.status) {
    case 'completed':
      return completedVerdict(ending, view, context);
    case 'failed':
      return obstructed('failed', ending.obstacle ?? UNNAMED);
    case 'canceled':
      return view.isAnswered ? obstructed('failed', BROKEN_OFF) : canceledVerdict(view, context);
    default:
      if (view.isAnswered) return obstructed('failed', BROKEN_OFF);
      return ending.obstacle ? obstructed(ending.status, ending.obstacle) : obstructed('failed', UNNAMED);
  }
}

/** By priority: our own request, the machine, the limit, what was left unsaid. */
function completedVerdict(ending: LastWord, view: CarrierView, context: EndingContext): Verdict {
  if (context.endRequestedBy === 'operator') return connected('manually-ended', 'operator');
  if (context.endRequestedBy === 'watchdog') return connected('exceeded-max-duration', 'platform');
  if (view.answeredBy?.result === 'voicemail') {
    return connected('voicemail', view.spokenToEnd ? 'agent' : 'carrier', true);
  }
  if (secondsOf(ending, view) >= context.maxDurationSeconds)
    return connected('exceeded-max-duration', 'platform');
  return view.spokenToEnd
    ? connected('agent-ended-call', 'agent')
    : connected('customer-ended-call', 'customer');
}

/** Only the watchdog cancels a call for another reason than somebody's wish. */
function canceledVerdict({ ringingAt }: CarrierView, { endRequestedBy }: EndingContext): Verdict {
  if (endRequestedBy === 'watchdog') {
    return ringingAt ? obstructed('no-answer', RANG_TOO_LONG) : obstructed('failed', NEVER_RANG);
  }
  return {
    status: 'canceled',
    reason: 'manually-canceled',
    by: 'operator',
    category: null,
    retryable: false,
  };
}

/** Whole seconds from answer to end, by the carrier's count, else by ours. */
function secondsOf(ending: LastWord, { answeredAt, isAnswered }: CarrierView): number {
  if (!isAnswered) return 0;
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
    message: 'The agent was switched off before it dialled',
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
