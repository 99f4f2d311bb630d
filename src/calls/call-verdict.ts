import type { CallObstacle } from '../telephony/carrier-status.js';
import type { CallEnding } from './call-ending.js';
import type { FinalStatus } from './call-status.js';

/** `ended_reason` of a call that was connected, or that somebody called off. */
export type OrdinaryReason =
  | 'customer-ended-call'
  | 'agent-ended-call'
  | 'call-transferred'
  | 'voicemail'
  | 'silence-timed-out'
  | 'exceeded-max-duration'
  | 'manually-ended'
  | 'customer-opted-out'
  | 'manually-canceled';

/** `ended_reason` of a call whose conversation broke down: never the customer's doing. */
export type FaultReason = 'llm-failed' | 'connection-lost' | 'worker-lost' | 'transfer-failed';

/** How a call ended, its instant and the carrier's own words left aside. */
export type Verdict = Pick<CallEnding, 'status' | 'reason' | 'by' | 'category' | 'retryable'>;

/** Somebody was spoken to. */
export const connected = (reason: OrdinaryReason, by: CallEnding['by'], retryable = false): Verdict => ({
  status: 'completed',
  reason,
  by,
  category: null,
  retryable,
});

/** Something stood in the way. */
export const obstructed = (status: FinalStatus, { reason, category, retryable }: CallObstacle): Verdict => ({
  status,
  reason,
  category,
  retryable,
  by: category === 'customer' ? 'customer' : 'carrier',
});

/** The conversation broke down. */
export const fault = (reason: FaultReason, category: CallEnding['category']): Verdict => ({
  status: 'failed',
  reason,
  by: 'platform',
  category,
  retryable: true,
});
