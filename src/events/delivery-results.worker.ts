import { Inject, Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { setTimeout as delay } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { isDatabaseUnavailable } from '../common/database-errors.js';
import { sql, type Tx } from '../database/sql.client.js';
import { Transactions } from '../database/transactions.service.js';
import type { DeliveryLane, DueDelivery } from './delivery-lane.session.js';
import type { DeliveryOutcome } from './delivery-outcome.js';
import { DELIVERY_TIMINGS, type DeliveryTimings } from './delivery-timings.js';
import { EndpointHealthBook } from './endpoint-health.worker.js';
import { nextPause } from './retry-schedule.js';

/** An attempt that is over. */
export interface DeliveryResult {
  lane: DeliveryLane;
  delivery: DueDelivery;
  startedAt: Date;
  outcome: DeliveryOutcome;
}

/** Written at once. */
const BATCH = 200;
const RETRY_MS = 200;

/**
 * Only for the holder of the endpoint's lease, and only of a delivery that still waits: a late word changes nothing.
 * Parameter: a JSON array of attempts.
 */
const WRITE_ATTEMPTS = `
  WITH result AS MATERIALIZED (
    SELECT * FROM json_to_recordset($1::json) AS result (
      organization_id uuid, endpoint_id uuid, epoch integer, delivery_id uuid, state text, pause_ms bigint,
      started_at timestamptz(3), url text, header_names text[], status integer, error_kind text, error_message text,
      latency_ms integer, response_body text, response_truncated boolean)
  ), written AS (
    UPDATE webhook_deliveries delivery SET state = result.state, tries = delivery.tries + 1,
           attempts = delivery.attempts + 1, last_attempt_at = result.started_at, last_status = result.status,
           last_error = result.error_kind,
           next_attempt_at = coalesce(now() + result.pause_ms * interval '1 millisecond', delivery.next_attempt_at)
      FROM result
      JOIN webhook_endpoints endpoint ON endpoint.organization_id = result.organization_id
       AND endpoint.id = result.endpoint_id AND endpoint.lease_epoch = result.epoch
     WHERE delivery.organization_id = result.organization_id AND delivery.id = result.delivery_id
       AND delivery.state = 'pending'
    RETURNING delivery.organization_id, delivery.id, delivery.attempts
  )
  INSERT INTO webhook_delivery_attempts (organization_id, delivery_id, number, started_at, url, header_names, status,
    error_kind, error_message, latency_ms, response_body, response_truncated)
  SELECT written.organization_id, written.id, written.attempts, result.started_at, result.url, result.header_names,
         result.status, result.error_kind, result.error_message, result.latency_ms, result.response_body,
         result.response_truncated
    FROM written JOIN result ON result.organization_id = written.organization_id AND result.delivery_id = written.id`;

/** Writes down what became of attempts: what comes while one batch is being written forms the next one. */
@Injectable()
export class DeliveryResults {
  private readonly logger = new Logger('DeliveryResults');
  private waiting: DeliveryResult[] = [];
  private writing: Promise<void> | null = null;

  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly transactions: Transactions,
    private readonly health: EndpointHealthBook,
    @Inject(DELIVERY_TIMINGS) private readonly timings: DeliveryTimings,
  ) {}

  /** Calls `settled` for each when it is written. */
  add(result: DeliveryResult, settled: (result: DeliveryResult) => void): void {
    this.waiting.push(result);
    this.writing ??= this.writeAll(settled).finally(() => {
      this.writing = null;
    });
  }

  /** Resolves when everything is written, or cannot be. */
  async flush(): Promise<void> {
    await this.writing;
  }

  private async writeAll(settled: (result: DeliveryResult) => void): Promise<void> {
    while (this.waiting.length > 0) {
      const batch = this.waiting.splice(0, BATCH);
      await this.writePatiently(batch);
      for (const result of batch) settled(result);
    }
  }

  /** While the database is away the leases run out, and what is written then is refused: the deliveries are repeated. */
  private async writePatiently(batch: readonly DeliveryResult[]): Promise<void> {
    while (batch.some(({ lane }) => performance.now() < lane.validUntil)) {
      try {
        return await this.write(batch);
      } catch (error) {
        if (!isDatabaseUnavailable(error)) return this.writeOneByOne(batch, error);
        await delay(RETRY_MS);
      }
    }
  }

  /** Nothing that a receiver answers may keep the rest from being written, or itself from being counted. */
  private async writeOneByOne(batch: readonly DeliveryResult[], error: unknown): Promise<void> {
    for (const result of batch) {
      const bare = { ...result, outcome: { ...result.outcome, body: null } };
      await this.write([result])
        .catch(() => this.write([bare]))
        .catch(() => {
          this.logger.error(`an attempt of delivery ${result.delivery.id} is not written: ${String(error)}`);
        });
    }
  }

  private async write(batch: readonly DeliveryResult[]): Promise<void> {
    const rows = JSON.stringify(batch.map((result) => this.rowOf(result)));
    const isHealthy = batch.every(({ lane, outcome }) => outcome.delivered && !lane.isKnownToFail);
    if (isHealthy) await sql(this.db, WRITE_ATTEMPTS, [rows]);
    else await this.transactions.run((tx) => this.writeWithHealth(tx, batch, rows));
  }

  /** The endpoints first, as everybody else locks them. */
  private async writeWithHealth(tx: Tx, batch: readonly DeliveryResult[], rows: string): Promise<void> {
    await this.health.note(tx, batch);
    await sql(tx, WRITE_ATTEMPTS, [rows]);
  }

  private rowOf({ lane: { endpoint }, delivery, startedAt, outcome }: DeliveryResult) {
    const pause = outcome.delivered
      ? null
      : nextPause(delivery.tries + 1, this.timings, Math.random(), outcome.retryAfter);
    return {
      organization_id: endpoint.organizationId,
      endpoint_id: endpoint.id,
      epoch: endpoint.leaseEpoch,
      delivery_id: delivery.id,
      state: outcome.delivered ? 'delivered' : pause === null ? 'failed' : 'pending',
      pause_ms: pause,
      started_at: startedAt.toISOString(),
      url: endpoint.url,
      header_names: endpoint.headerNames,
      status: outcome.status,
      error_kind: outcome.error,
      error_message: outcome.message,
      latency_ms: outcome.latencyMs,
      response_body: outcome.body,
      response_truncated: outcome.truncated,
    };
  }
}
