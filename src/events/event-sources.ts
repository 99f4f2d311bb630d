import type { OrganizationId } from '../auth/principal.js';
import { allOf, ifGiven, where } from '../database/conditions.js';

/** Events that one page looks through for those that are wanted. */
export const MOST_LOOKED_THROUGH = 5_000;

/** What one page goes through. */
export interface LogScope {
  org: OrganizationId;
  before: string | undefined;
  most: number;
}

const own = (id: string, { org, before }: LogScope, values: unknown[]): string =>
  allOf([where('organization_id = ?', org), ifGiven(before, (one) => where(`${id} < ?::uuid`, one))], values);

/** Everything. */
export const inLog = (scope: LogScope, values: unknown[]): string =>
  `SELECT organization_id, id, type FROM events WHERE ${own('id', scope, values)}
    ORDER BY id DESC LIMIT ${scope.most}`;

const EVENTS_OF = `SELECT DISTINCT organization_id, event_id AS id, event_type AS type`;

/** What failed to arrive somewhere. */
export const amongFailed = (scope: LogScope, values: unknown[]): string =>
  `${EVENTS_OF} FROM webhook_deliveries WHERE ${own('event_id', scope, values)} AND state = 'failed'
    ORDER BY event_id DESC, event_type DESC LIMIT ${scope.most}`;

/** In the order of the index of what is pending, so that nothing else is read, however much was delivered. */
export const pendingOf = (org: string): string =>
  `SELECT * FROM webhook_deliveries WHERE organization_id = ${org} AND state = 'pending'
    ORDER BY organization_id, endpoint_id, next_attempt_at, position`;

/** What waits to be sent somewhere, in a queue that is no longer than one page looks through. */
export const amongPending = (scope: LogScope, values: unknown[]): string =>
  `${EVENTS_OF} FROM (${pendingOf(`$${values.push(scope.org)}`)} LIMIT ${MOST_LOOKED_THROUGH}) waiting
    WHERE ${own('event_id', scope, values)} ORDER BY event_id DESC LIMIT ${scope.most}`;

/**
 * The same where the queue is longer: it is in another order than the log, so the log is looked through, as for a type. As a
 * list of states, as EXISTS would have the planner read the whole queue first.
 */
export const HAS_PENDING = `'pending' = ANY (ARRAY(
  SELECT delivery.state FROM webhook_deliveries delivery
   WHERE delivery.organization_id = looked.organization_id AND delivery.event_id = looked.id))`;
