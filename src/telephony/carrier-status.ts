/** Where a call stands at the carrier. The last five are final. */
export type CarrierCallStatus =
  'queued' | 'ringing' | 'in-progress' | 'completed' | 'busy' | 'no-answer' | 'failed' | 'canceled';

/** Why the carrier or the network ended a call before, or instead of, a conversation: the contract's `ended_reason`. */
type CarrierEndedReason =
  | 'customer-busy'
  | 'customer-did-not-answer'
  | 'customer-declined'
  | 'invalid-destination'
  | 'provider-rejected'
  | 'provider-unavailable'
  | 'concurrency-limit-reached'
  | 'unknown-error';

/** What stood in the way of a call. */
export interface CallObstacle {
  reason: CarrierEndedReason;
  /** Whose it is to change: the person called, the number, our caller id, our account, load, the network, our request or our answer. */
  category:
    'customer' | 'destination' | 'caller-id' | 'account' | 'capacity' | 'network' | 'request' | 'application';
  /** True when the same call may succeed later without anybody changing anything. */
  retryable: boolean;
}

const FINAL: ReadonlySet<CarrierCallStatus | null> = new Set<CarrierCallStatus>([
  'completed',
  'busy',
  'no-answer',
  'failed',
  'canceled',
]);

/** Whether the carrier is done with the call. */
export const isOver = (status: CarrierCallStatus | null): boolean => FINAL.has(status);
