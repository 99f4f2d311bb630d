import type { AttemptView } from '../../views/events/attempt.js';
import type { DeliveryView, LogFilterView } from '../../views/events/delivery-view.js';
import type { LogFilter } from './log-filter.js';
import { loggedHeaders } from './delivery-request.js';
import type { EventSubject } from './event-subject.js';
import { EVENT_TYPES } from './event-types.js';
import type { WebhookDeliveryAttempt } from './webhook-delivery-attempt.entity.js';
import { DELIVERY_STATES, type WebhookDelivery } from './webhook-delivery.entity.js';

/** Where the pages of events begin. */
export const EVENTS_PATH = '/settings/events';

const HOUR_MS = 3_600_000;

/** How far back a filter can look. */
const SPANS: Readonly<Record<string, number>> = { '1h': 1, '24h': 24, '7d': 168, '30d': 720 };

/** A delivery as lists show it, with what each event is about. */
export const deliveryView = (
  delivery: WebhookDelivery,
  subjects: ReadonlyMap<string, EventSubject | null>,
): DeliveryView => ({
  id: delivery.id,
  endpointId: delivery.endpointId,
  eventId: delivery.eventId,
  type: delivery.eventType,
  about: subjects.get(delivery.eventId) ?? null,
  state: delivery.state,
  attempts: delivery.attempts,
  status: delivery.lastStatus,
  error: delivery.lastError,
  recordedAt: delivery.createdAt,
  lastAttemptAt: delivery.lastAttemptAt,
  nextAttemptAt: delivery.state === 'pending' ? delivery.nextAttemptAt : null,
});

/** An attempt as its delivery's page shows it. */
export const attemptView = (eventId: string, attempt: WebhookDeliveryAttempt): AttemptView => ({
  number: attempt.number,
  startedAt: attempt.startedAt,
  url: attempt.url,
  requestHeaders: Object.entries(loggedHeaders(eventId, attempt.startedAt, attempt.headerNames)),
  status: attempt.status,
  errorKind: attempt.errorKind,
  errorMessage: attempt.errorMessage,
  latencyMs: attempt.latencyMs,
  responseBody: attempt.responseBody,
  responseTruncated: attempt.responseTruncated,
});

/** What an address asks for; what is none of it is not filtered by. */
export function logFilter(
  given: Readonly<Record<string, unknown>>,
  now: Date,
): LogFilter & { after: string | undefined; shown: LogFilterView } {
  const state = DELIVERY_STATES.find((one) => one === given['state']);
  const type = EVENT_TYPES.find((one) => one === given['type']);
  const within = Object.keys(SPANS).find((one) => one === given['within']);
  const hours = within === undefined ? undefined : SPANS[within];
  return {
    state,
    type,
    order: state === 'pending' ? 'soonest' : 'newest',
    since: hours === undefined ? undefined : new Date(now.getTime() - hours * HOUR_MS),
    after: typeof given['after'] === 'string' ? given['after'] : undefined,
    shown: { state: state ?? '', type: type ?? '', within: within ?? '' },
  };
}

/** The address of a page of an endpoint's deliveries. */
export function logAddress(endpointId: string, filter: LogFilterView, after?: string): string {
  const set = Object.entries({ ...filter, after: after ?? '' }).filter(([, value]) => value !== '');
  const query = new URLSearchParams(set).toString();
  return `${EVENTS_PATH}/${endpointId}${query === '' ? '' : `?${query}`}#deliveries`;
}
