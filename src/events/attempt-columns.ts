import { Numbering } from '../common/numbering.js';
import type { DeliveryLane } from './delivery-lane.session.js';
import type { DeliveryOutcome } from './delivery-outcome.js';
import type { DeliveryState } from './webhook-delivery.entity.js';

/** An attempt that is over. */
export interface DeliveryResult {
  lane: DeliveryLane;
  deliveryId: string;
  /** All attempts before this one. */
  attempts: number;
  /** Those since it was put in the queue. */
  tries: number;
  startedAt: Date;
  outcome: DeliveryOutcome;
}

/** An attempt and what becomes of its delivery. */
export interface SettledAttempt extends DeliveryResult {
  state: DeliveryState;
  /** Milliseconds until the next attempt, if there is one. */
  pause: number | null;
}

/**
 * Attempts as a statement takes them: endpoints and outcomes as JSON, then one array for each column of the attempts,
 * which names both by their number. Receivers say the same over and over again: it is said once.
 */
export function attemptColumns(attempts: readonly SettledAttempt[]): string[] {
  const lanes = new Numbering<DeliveryLane>();
  const outcomes = new Numbering<string>();
  const column = (read: (attempt: SettledAttempt) => number | string | null): string =>
    `{${attempts.map((attempt) => read(attempt) ?? 'NULL').join(',')}}`;
  const columns = [
    column(({ lane }) => lanes.of(lane)),
    column((attempt) => outcomes.of(outcomeText(attempt))),
    column(({ deliveryId }) => deliveryId),
    column(({ attempts: before }) => before),
    column(({ pause }) => pause),
    column(({ startedAt }) => startedAt.getTime()),
    column(({ outcome }) => outcome.latencyMs),
  ];
  return [`[${lanes.keys.map(laneText).join(',')}]`, `[${outcomes.keys.join(',')}]`, ...columns];
}

const laneText = ({ endpoint }: DeliveryLane): string =>
  JSON.stringify([
    endpoint.organizationId,
    endpoint.id,
    endpoint.leaseEpoch,
    endpoint.url,
    endpoint.headerNames,
  ]);

const outcomeText = ({ state, outcome }: SettledAttempt): string =>
  JSON.stringify([state, outcome.status, outcome.error, outcome.message, outcome.body, outcome.truncated]);
