import { Inject, Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { setTimeout as delay } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { isDatabaseUnavailable } from '../common/database-errors.js';
import type { Tx } from '../database/sql.client.js';
import { preparedRows } from '../database/text-rows.client.js';
import { Transactions } from '../database/transactions.service.js';
import type { DeliveryLane } from './delivery-lane.session.js';
import type { DeliveryOutcome } from './delivery-outcome.js';
import { DELIVERY_TIMINGS, type DeliveryTimings } from './delivery-timings.js';
import { EndpointHealthBook } from './endpoint-health.worker.js';
import { nextPause } from './retry-schedule.js';

/** An attempt that is over. */
export interface DeliveryResult {
  lane: DeliveryLane;
  deliveryId: string;
  /** Attempts before this one, since it was put in the queue. */
  tries: number;
  startedAt: Date;
  outcome: DeliveryOutcome;
}

/** Written at once. */
const BATCH = 500;
const RETRY_MS = 200;
/** Least time between two batches: under load they grow, and cost the database less. */
const PAUSE_MS = 10;

/**
 * Only for the holder of the endpoint's lease, and only of a delivery that still waits: a late word changes nothing.
 * Parameters: JSON arrays of the endpoints, and of the attempts with the place of their endpoint among those.
 */
const WRITE_ATTEMPTS = `
  WITH lane AS MATERIALIZED (
    SELECT lane.* FROM json_to_recordset($1::json) AS lane (
      place integer, organization_id uuid, endpoint_id uuid, epoch integer, url text, header_names text[])
      JOIN webhook_endpoints endpoint ON endpoint.organization_id = lane.organization_id
       AND endpoint.id = lane.endpoint_id AND endpoint.lease_epoch = lane.epoch
  ), result AS MATERIALIZED (
    SELECT * FROM json_to_recordset($2::json) AS result (
      place integer, delivery_id uuid, state text, pause_ms bigint, started_at timestamptz(3), status integer,
      error_kind text, error_message text, latency_ms integer, response_body text, response_truncated boolean)
      JOIN lane USING (place)
  ), written AS (
    UPDATE webhook_deliveries delivery SET state = result.state, tries = delivery.tries + 1,
           attempts = delivery.attempts + 1, last_attempt_at = result.started_at, last_status = result.status,
           last_error = result.error_kind,
           next_attempt_at = coalesce(now() + result.pause_ms * interval '1 millisecond', delivery.next_attempt_at)
      FROM result
     WHERE delivery.organization_id = result.organization_id AND delivery.id = result.delivery_id
       AND delivery.state = 'pending'
    RETURNING delivery.attempts AS number, result.*
  )
  INSERT INTO webhook_delivery_attempts (organization_id, delivery_id, number, started_at, url, header_names, status,
    error_kind, error_message, latency_ms, response_body, response_truncated)
  SELECT organization_id, delivery_id, number, started_at, url, header_names, status, error_kind, error_message,
         latency_ms, response_body, response_truncated
    FROM written`;

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
      if (this.waiting.length < BATCH) await delay(PAUSE_MS);
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
          this.logger.error(`an attempt of delivery ${result.deliveryId} is not written: ${String(error)}`);
        });
    }
  }

  private async write(batch: readonly DeliveryResult[]): Promise<void> {
    const lanes = [...new Set(batch.map(({ lane }) => lane))];
    const places = new Map(lanes.map((lane, place) => [lane, place]));
    const attempts = batch.map((result) => this.attemptOf(result, places.get(result.lane) ?? NaN));
    const values = [JSON.stringify(lanes.map(endpointOf)), JSON.stringify(attempts)];
    const isHealthy = batch.every(({ lane, outcome }) => outcome.delivered && !lane.isKnownToFail);
    if (isHealthy) await preparedRows(this.db, WRITE_ATTEMPTS, values);
    else await this.transactions.run((tx) => this.writeWithHealth(tx, batch, values));
  }

  /** The endpoints first, as everybody else locks them. */
  private async writeWithHealth(tx: Tx, batch: readonly DeliveryResult[], values: string[]): Promise<void> {
    await this.health.note(tx, batch);
    await preparedRows(tx, WRITE_ATTEMPTS, values);
  }

  private attemptOf({ deliveryId, tries, startedAt, outcome }: DeliveryResult, place: number) {
    const pause = outcome.delivered
      ? null
      : nextPause(tries + 1, this.timings, Math.random(), outcome.retryAfter);
    return {
      place,
      delivery_id: deliveryId,
      state: outcome.delivered ? 'delivered' : pause === null ? 'failed' : 'pending',
      pause_ms: pause,
      started_at: startedAt,
      status: outcome.status,
      error_kind: outcome.error,
      error_message: outcome.message,
      latency_ms: outcome.latencyMs,
      response_body: outcome.body,
      response_truncated: outcome.truncated,
    };
  }
}

const endpointOf = ({ endpoint }: DeliveryLane, place: number) => ({
  place,
  organization_id: endpoint.organizationId,
  endpoint_id: endpoint.id,
  epoch: endpoint.leaseEpoch,
  url: endpoint.url,
  header_names: endpoint.headerNames,
});
