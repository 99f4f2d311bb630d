import { Inject, Injectable, Logger } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import { isDatabaseUnavailable } from '../common/database-errors.js';
import type { Tx } from '../database/sql.client.js';
import { Transactions } from '../database/transactions.service.js';
import type { DeliveryResult, SettledAttempt } from './attempt-columns.js';
import { DeliveryAttempts } from './delivery-attempts.repository.js';
import { DELIVERY_TIMINGS, type DeliveryTimings } from './delivery-timings.js';
import { EndpointHealthBook } from './endpoint-health.worker.js';
import { nextPause } from './retry-schedule.js';

/** Written at once. */
const BATCH = 500;
const RETRY_MS = 200;
/** Least time between two batches: under load they grow, and cost the database less. */
const PAUSE_MS = 10;

/** Writes down what became of attempts: what comes while one batch is being written forms the next one. */
@Injectable()
export class DeliveryResults {
  private readonly logger = new Logger('DeliveryResults');
  private waiting: DeliveryResult[] = [];
  private writing: Promise<void> | null = null;
  private settled: (result: DeliveryResult) => void = () => undefined;

  constructor(
    private readonly attempts: DeliveryAttempts,
    private readonly transactions: Transactions,
    private readonly health: EndpointHealthBook,
    @Inject(DELIVERY_TIMINGS) private readonly timings: DeliveryTimings,
  ) {}

  /** Calls the one listener for each result that is written, or never will be. */
  onSettled(listener: (result: DeliveryResult) => void): void {
    this.settled = listener;
  }

  add(result: DeliveryResult): void {
    this.waiting.push(result);
    this.writing ??= this.writeAll().finally(() => {
      this.writing = null;
    });
  }

  /** Resolves when everything is written, or cannot be. */
  async flush(): Promise<void> {
    await this.writing;
  }

  private async writeAll(): Promise<void> {
    while (this.waiting.length > 0) {
      const batch = this.waiting.splice(0, BATCH);
      await this.writePatiently(batch);
      for (const result of batch) this.settled(result);
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
    const settled = batch.map((result) => this.settle(result));
    const isPlain = batch.every(
      ({ lane, outcome, attempts }) => outcome.delivered && attempts === 0 && !lane.isKnownToFail,
    );
    if (isPlain) await this.attempts.writeFirst(settled);
    else await this.transactions.run((tx) => this.writeWithHealth(tx, settled));
  }

  /** The endpoints first, as everybody else locks them. */
  private async writeWithHealth(tx: Tx, settled: readonly SettledAttempt[]): Promise<void> {
    await this.health.note(tx, settled);
    await this.attempts.write(tx, settled);
  }

  private settle(result: DeliveryResult): SettledAttempt {
    const { outcome, tries } = result;
    if (outcome.delivered) return { ...result, state: 'delivered', pause: null };
    const pause = nextPause(tries + 1, this.timings, Math.random(), outcome.retryAfter);
    return { ...result, state: pause === null ? 'failed' : 'pending', pause };
  }
}
