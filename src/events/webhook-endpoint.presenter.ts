import type { WebhookEndpointPayload } from './webhook-endpoint.dto.js';
import type { WebhookEndpoint } from './webhook-endpoint.entity.js';

/** An endpoint as the API shows it. */
export const presentEndpoint = (endpoint: WebhookEndpoint, now: Date): WebhookEndpointPayload => ({
  id: endpoint.id,
  url: endpoint.url,
  description: endpoint.description,
  event_types: endpoint.eventTypes,
  agent_id: endpoint.agentId,
  header_names: endpoint.headerNames,
  status: endpoint.status,
  status_reason: endpoint.statusReason,
  status_since: endpoint.statusSince.toISOString(),
  failing_since: endpoint.failingSince?.toISOString() ?? null,
  consecutive_failures: endpoint.consecutiveFailures,
  next_probe_at: endpoint.resumeAt?.toISOString() ?? null,
  previous_secret_until: stillAhead(endpoint.previousSecretUntil, now),
  created_at: endpoint.createdAt.toISOString(),
  updated_at: endpoint.updatedAt.toISOString(),
});

const stillAhead = (instant: Date | null, now: Date): string | null =>
  instant && instant > now ? instant.toISOString() : null;
