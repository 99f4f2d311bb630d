import type { OrganizationId } from '../auth/principal.js';
import { type Condition, ifGiven, where } from '../database/conditions.js';
import type { EventType } from './event-types.js';
import type { DeliveryState } from './webhook-delivery.entity.js';

/** Which of an endpoint's deliveries are wanted, and in which order. */
export interface LogFilter {
  state?: DeliveryState;
  type?: EventType;
  call_id?: string;
  since?: Date;
  until?: Date;
  /** The newest first, or what is pending in the order in which it is tried next. */
  order?: 'newest' | 'soonest';
}

/** Where a page ends, as its address has it. */
export type LogCursor = string;

/** A delivery that was found, and the cursor behind it. */
export interface FoundDelivery {
  id: string;
  cursor: LogCursor;
}

/** Each order is one that an index has. */
const NEWEST = {
  by: 'position DESC',
  cursor: `position::text`,
  form: /^\d{1,18}$/,
  after: (cursor: string) => where('position < ?::bigint', cursor),
};
const SOONEST: typeof NEWEST = {
  by: 'next_attempt_at, position',
  cursor: `to_char(next_attempt_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '_' || position`,
  form: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z_\d{1,18}$/,
  after: (cursor: string) =>
    where('(next_attempt_at, position) > (?::timestamptz, ?::bigint)', ...cursor.split('_')),
};

/** The order that a filter asks for. */
export const orderOf = ({ order }: LogFilter): typeof NEWEST => (order === 'soonest' ? SOONEST : NEWEST);

/** Whether the state has an index of its own in that order. */
const isServed = ({ state, order = 'newest' }: LogFilter): boolean =>
  (state === 'pending' && order === 'soonest') || (state === 'failed' && order === 'newest');

/** What an index finds. */
export const along = (org: OrganizationId, endpointId: string, filter: LogFilter): (Condition | null)[] => [
  where('organization_id = ? AND endpoint_id = ?', org, endpointId),
  // Written out, so that the partial indexes serve it; it is one of a closed set.
  isServed(filter) ? where(`state = '${filter.state}'`) : null,
  ifGiven(filter.call_id, (value) =>
    where(
      'event_id = ANY (ARRAY(SELECT id FROM events WHERE organization_id = ? AND call_id = ?))',
      org,
      value,
    ),
  ),
];

/** What is asked of each delivery that the index gives. */
export const asked = (filter: LogFilter): Condition[] =>
  [
    ifGiven(isServed(filter) ? undefined : filter.state, (value) => where('state = ?', value)),
    ifGiven(filter.type, (value) => where('event_type = ?', value)),
    ifGiven(filter.since, (value) => where('created_at >= ?', value)),
    ifGiven(filter.until, (value) => where('created_at < ?', value)),
  ].filter((condition) => condition !== null);
