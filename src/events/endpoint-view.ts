import { DISABLED_BECAUSE, type EndpointView } from '../../views/events/endpoint-view.js';
import type { PageNotice } from '../../views/layouts/frame.js';
import { EVENTS_PATH } from './delivery-view.js';
import { NO_ACTIVITY, type EndpointActivity } from './endpoint-activity.repository.js';
import type { WebhookEndpoint } from './webhook-endpoint.entity.js';

/** Longest name of an endpoint in headings and lists. */
const LONGEST_NAME = 60;

/** What an endpoint is called: what its owner calls it, else where it is. */
export function endpointName({ description, url }: Pick<WebhookEndpoint, 'description' | 'url'>): string {
  const name = description?.trim().replaceAll(/\s+/g, ' ') || url.replace(/^https?:\/\//, '');
  const letters = Array.from(name);
  return letters.length > LONGEST_NAME ? `${letters.slice(0, LONGEST_NAME - 1).join('')}…` : name;
}

/** What is typed to delete an endpoint: its name, or where it is when that is too long a name to type. */
export function typedName(endpoint: Pick<WebhookEndpoint, 'description' | 'url'>): string {
  const name = endpointName(endpoint);
  return name.endsWith('…') ? new URL(endpoint.url).host : name;
}

/** An endpoint as pages show it. */
export const endpointView = (
  endpoint: WebhookEndpoint,
  agents: readonly { id: string; name: string }[],
  { recent, lastDeliveredAt, lastAnswer }: EndpointActivity = NO_ACTIVITY,
): EndpointView => ({
  id: endpoint.id,
  name: endpointName(endpoint),
  description: endpoint.description,
  url: endpoint.url,
  status: endpoint.status,
  statusReason: endpoint.statusReason,
  statusSince: endpoint.statusSince,
  failingSince: endpoint.failingSince,
  failures: endpoint.consecutiveFailures,
  nextProbeAt: endpoint.resumeAt,
  eventTypes: endpoint.eventTypes,
  agent: endpoint.agentId && (agents.find(({ id }) => id === endpoint.agentId)?.name ?? 'An agent'),
  headerNames: endpoint.headerNames,
  previousSecretUntil: endpoint.previousSecretUntil,
  createdAt: endpoint.createdAt,
  recent,
  lastDeliveredAt,
  lastAnswer,
});

/** What everybody is told while an endpoint is disabled. */
export const disabledNotice = (endpoint: WebhookEndpoint): PageNotice => ({
  text: `The endpoint ${endpointName(endpoint)} is disabled, because ${DISABLED_BECAUSE[endpoint.statusReason ?? 'failing']}: its events wait, up to 30 days.`,
  href: `${EVENTS_PATH}/${endpoint.id}`,
  label: 'Show endpoint',
});
