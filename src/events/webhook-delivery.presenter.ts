import { loggedHeaders } from './delivery-request.js';
import type { DeliveryRecord } from './webhook-deliveries.service.js';
import type {
  WebhookDeliveryAttemptPayload,
  WebhookDeliveryDetailPayload,
  WebhookDeliveryPayload,
} from './webhook-delivery.dto.js';
import type { WebhookDeliveryAttempt } from './webhook-delivery-attempt.entity.js';
import type { WebhookDelivery } from './webhook-delivery.entity.js';

/** A delivery as a list shows it. */
export const presentDelivery = (delivery: WebhookDelivery): WebhookDeliveryPayload => ({
  id: delivery.id,
  endpoint_id: delivery.endpointId,
  event_id: delivery.eventId,
  event_type: delivery.eventType,
  call_id: delivery.callId,
  state: delivery.state,
  attempts: delivery.attempts,
  next_attempt_at: delivery.state === 'pending' ? delivery.nextAttemptAt.toISOString() : null,
  last_attempt_at: delivery.lastAttemptAt?.toISOString() ?? null,
  last_status: delivery.lastStatus,
  last_error: delivery.lastError,
  created_at: delivery.createdAt.toISOString(),
});

/** A delivery with its body and attempts. */
export const presentDeliveryRecord = ({
  delivery,
  body,
  attempts,
}: DeliveryRecord): WebhookDeliveryDetailPayload =>
  Object.assign(presentDelivery(delivery), {
    request_body: body,
    attempt_log: attempts.map((attempt) => presentAttempt(delivery.eventId, attempt)),
  });

const presentAttempt = (eventId: string, attempt: WebhookDeliveryAttempt): WebhookDeliveryAttemptPayload => ({
  number: attempt.number,
  started_at: attempt.startedAt.toISOString(),
  url: attempt.url,
  request_headers: loggedHeaders(eventId, attempt.startedAt, attempt.headerNames),
  status: attempt.status,
  error_kind: attempt.errorKind,
  error_message: attempt.errorMessage,
  latency_ms: attempt.latencyMs,
  response_body: attempt.responseBody,
  response_truncated: attempt.responseTruncated,
});
