import type { MigrationInterface, QueryRunner } from 'typeorm';

const KEPT = `url, header_names, error_message, latency_ms, response_body, response_truncated`;
const LAST = `last_url, last_header_names, last_error_message, last_latency_ms, last_response_body, last_response_truncated`;

/**
 * A delivery keeps its last attempt itself, and only those before it have rows of their own: nearly all succeed at the
 * first, and a second row with its index would be half of what writing that down costs.
 */
export class LastAttempts1763600000024 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE webhook_deliveries
        ADD COLUMN last_url text,
        ADD COLUMN last_header_names text[],
        ADD COLUMN last_error_message text,
        ADD COLUMN last_latency_ms integer,
        ADD COLUMN last_response_body text,
        ADD COLUMN last_response_truncated boolean`);
    await db.query(`
      WITH last AS (
        DELETE FROM webhook_delivery_attempts attempt USING webhook_deliveries delivery
         WHERE delivery.organization_id = attempt.organization_id AND delivery.id = attempt.delivery_id
           AND delivery.attempts = attempt.number
        RETURNING attempt.*)
      UPDATE webhook_deliveries delivery SET (${LAST}) = ROW(${KEPT.replaceAll(/\w+/g, 'last.$&')})
        FROM last WHERE delivery.organization_id = last.organization_id AND delivery.id = last.delivery_id`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      INSERT INTO webhook_delivery_attempts
        (organization_id, delivery_id, number, started_at, status, error_kind, ${KEPT})
      SELECT organization_id, id, attempts, last_attempt_at, last_status, last_error, ${LAST}
        FROM webhook_deliveries WHERE last_url IS NOT NULL`);
    await db.query(`
      ALTER TABLE webhook_deliveries DROP COLUMN ${LAST.replaceAll(', ', ', DROP COLUMN ')}`);
  }
}
