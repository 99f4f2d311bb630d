import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { OrganizationId } from '../auth/principal.js';
import { sql, type Tx } from '../database/sql.client.js';
import { preparedRows } from '../database/text-rows.client.js';
import { attemptColumns, type SettledAttempt } from './attempt-columns.js';
import type { WebhookDeliveryAttempt } from './webhook-delivery-attempt.entity.js';

/** A delivery's last attempt, as the row of an attempt that is not the last. */
const LAST_ATTEMPT = `delivery.organization_id, delivery.id, delivery.attempts, delivery.last_attempt_at,
  delivery.last_url, delivery.last_header_names, delivery.last_status, delivery.last_error,
  delivery.last_error_message, delivery.last_latency_ms, delivery.last_response_body,
  delivery.last_response_truncated`;

/**
 * Only for the holder of the endpoint's lease, and only of a delivery that still waits: a late word changes nothing.
 * Parameters as `attemptColumns` makes them.
 */
const RESULTS = `
  WITH lane AS MATERIALIZED (
    SELECT lane, endpoint.organization_id, said->>3 AS url, ARRAY(SELECT json_array_elements_text(said->4)) AS header_names
      FROM json_array_elements($1::json) WITH ORDINALITY AS its (said, lane)
      JOIN webhook_endpoints endpoint ON endpoint.organization_id = (said->>0)::uuid
       AND endpoint.id = (said->>1)::uuid AND endpoint.lease_epoch = (said->>2)::integer
  ), outcome AS MATERIALIZED (
    SELECT outcome, said->>0 AS state, (said->>1)::integer AS status, said->>2 AS error_kind,
           said->>3 AS error_message, said->>4 AS response_body, (said->>5)::boolean AS response_truncated
      FROM json_array_elements($2::json) WITH ORDINALITY AS its (said, outcome)
  ), result AS MATERIALIZED (
    SELECT * FROM unnest($3::bigint[], $4::bigint[], $5::uuid[], $6::integer[], $7::bigint[], $8::float8[],
                         $9::integer[])
        AS its (lane, outcome, delivery_id, attempts, pause_ms, started_ms, latency_ms)
      JOIN lane USING (lane) JOIN outcome USING (outcome))`;

const KEEP_EARLIER = `, earlier AS (
    INSERT INTO webhook_delivery_attempts (organization_id, delivery_id, number, started_at, url, header_names,
      status, error_kind, error_message, latency_ms, response_body, response_truncated)
    SELECT ${LAST_ATTEMPT} FROM result
      JOIN webhook_deliveries delivery ON delivery.organization_id = result.organization_id
       AND delivery.id = result.delivery_id
     WHERE delivery.state = 'pending' AND delivery.attempts = result.attempts AND delivery.attempts > 0)`;

const WRITE = `
  UPDATE webhook_deliveries delivery SET state = result.state, tries = delivery.tries + 1,
         attempts = delivery.attempts + 1, last_attempt_at = to_timestamp(result.started_ms / 1000),
         last_url = result.url, last_header_names = result.header_names, last_status = result.status,
         last_error = result.error_kind, last_error_message = result.error_message,
         last_latency_ms = result.latency_ms, last_response_body = result.response_body,
         last_response_truncated = result.response_truncated,
         next_attempt_at = coalesce(now() + result.pause_ms * interval '1 millisecond', delivery.next_attempt_at)
    FROM result
   WHERE delivery.organization_id = result.organization_id AND delivery.id = result.delivery_id
     AND delivery.state = 'pending' AND delivery.attempts = result.attempts`;

/** What became of attempts: each delivery keeps its last one, those before it have rows of their own. */
@Injectable()
export class DeliveryAttempts {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  /** Attempts at what was not tried before: the cheapest way, by which nearly all are written. */
  async writeFirst(attempts: readonly SettledAttempt[]): Promise<void> {
    await preparedRows(this.db, RESULTS + WRITE, attemptColumns(attempts));
  }

  async write(tx: Tx, attempts: readonly SettledAttempt[]): Promise<void> {
    await preparedRows(tx, RESULTS + KEEP_EARLIER + WRITE, attemptColumns(attempts));
  }

  /** All attempts at a delivery, in their order. */
  of(org: OrganizationId, deliveryId: string): Promise<WebhookDeliveryAttempt[]> {
    return sql<WebhookDeliveryAttempt>(
      this.db,
      `SELECT organization_id AS "organizationId", delivery_id AS "deliveryId", number, started_at AS "startedAt", url,
              header_names AS "headerNames", status, error_kind AS "errorKind", error_message AS "errorMessage",
              latency_ms AS "latencyMs", response_body AS "responseBody", response_truncated AS "responseTruncated"
         FROM (SELECT * FROM webhook_delivery_attempts WHERE organization_id = $1 AND delivery_id = $2
               UNION ALL
               SELECT ${LAST_ATTEMPT} FROM webhook_deliveries delivery
                WHERE organization_id = $1 AND id = $2 AND attempts > 0) attempt
        ORDER BY number`,
      [org, deliveryId],
    );
  }
}
