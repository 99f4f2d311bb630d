import {
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import { sql, type Tx } from '../database/sql.client.js';
import { Transactions } from '../database/transactions.service.js';

/** Work that keeps tables small, done in batches that each take milliseconds. */
export interface CleanUp {
  /** Unique; names the lock that keeps replicas from doing the same work at once. */
  name: string;
  /** How long to rest after all of it is done; replicas spread by up to a fifth around it. */
  everySeconds: number;
  /** Does one batch in the transaction. @returns whether there may be more to do */
  run: (tx: Tx) => Promise<boolean>;
}

/** A fresh process waits at most this long before its first run, so that short-lived ones clean up too. */
const FIRST_RUN_WITHIN_S = 60;

/** Between batches, so that nobody's request waits behind a long row of them. */
const PAUSE_MS = 50;

const JITTER = 0.2;

/**
 * Runs the clean-ups that features register. A replica that finds one in progress elsewhere leaves it alone; one
 * that fails (the database is away) is tried again after its usual rest.
 */
@Injectable()
export class Maintenance implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('Maintenance');
  private readonly stopping = new AbortController();
  private readonly cleanUps = new Map<string, CleanUp>();
  private readonly loops: Promise<void>[] = [];
  private started = false;

  constructor(private readonly transactions: Transactions) {}

  /** Registers a clean-up; it is run from the start of the application to its end. */
  add(cleanUp: CleanUp): void {
    if (this.cleanUps.has(cleanUp.name)) throw new Error(`there are two clean-ups named ${cleanUp.name}`);
    this.cleanUps.set(cleanUp.name, cleanUp);
    if (this.started) this.loops.push(this.repeat(cleanUp));
  }

  onApplicationBootstrap(): void {
    this.started = true;
    this.loops.push(...[...this.cleanUps.values()].map((cleanUp) => this.repeat(cleanUp)));
  }

  /** No batch begins any more; the one that runs is finished, while there still is a database to finish it on. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await Promise.all(this.loops);
  }

  /** Does all there is to do for one clean-up, unless another replica is doing it. Nothing of it is lost on failure. */
  async run(name: string): Promise<void> {
    const cleanUp = this.cleanUps.get(name);
    if (!cleanUp) throw new Error(`there is no clean-up named ${name}`);
    while (!this.stopping.signal.aborted && (await this.runBatch(cleanUp))) await this.rest(PAUSE_MS);
  }

  private async repeat({ name, everySeconds }: CleanUp): Promise<void> {
    await this.rest(1_000 * Math.min(everySeconds, FIRST_RUN_WITHIN_S) * Math.random());
    while (!this.stopping.signal.aborted) {
      await this.run(name).catch((error: unknown) => {
        this.logger.warn(`${name} could not be cleaned up: ${String(error)}`);
      });
      await this.rest(1_000 * everySeconds * (1 + JITTER * (2 * Math.random() - 1)));
    }
  }

  private runBatch(cleanUp: CleanUp): Promise<boolean> {
    return this.transactions.run(async (tx) => {
      const [lock] = await sql<{ held: boolean }>(
        tx,
        `SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS held`,
        [`maintenance:${cleanUp.name}`],
      );
      return lock?.held === true && cleanUp.run(tx);
    });
  }

  /** Ends early when the service stops; keeps no process alive. */
  private async rest(ms: number): Promise<void> {
    await delay(ms, undefined, { signal: this.stopping.signal, ref: false }).catch(() => undefined);
  }
}
