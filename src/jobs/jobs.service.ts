import {
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { PgBoss, type JobWithMetadata, type WorkOptions } from 'pg-boss';
import { DataSource } from 'typeorm';
import { sql, type Tx } from '../database/sql.client.js';
import { afterCommit } from '../database/transactions.service.js';
import { poolOf } from '../database/pool-of.client.js';
import { JOB_SCHEMA } from './job-tables.client.js';
import { JobLost, type Job, type JobWork } from './job.js';
import { deadLetterOf, type JobData, type JobName } from './queues.js';

/** Seconds between two looks for jobs of other processes; one that this process adds is begun at once. */
const POLL_SECONDS = 1;
const DEAD_LETTER_POLL_SECONDS = 5;

/** How often jobs of processes that died are looked for, in seconds; one replica does it. */
const SUPERVISION_SECONDS = 10;

/** Jobs with arguments, retries and an end, on pg-boss: added in the transaction of their cause, done by one replica. */
@Injectable()
export class Jobs implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('Jobs');
  private readonly stopping = new AbortController();
  private readonly begins = new Map<string, () => Promise<string>>();
  private readonly workers = new Map<string, string>();
  private readonly boss: PgBoss;

  constructor(@InjectDataSource() db: DataSource) {
    const pool = poolOf(db);
    this.boss = new PgBoss({
      db: { executeSql: (text, values) => pool.query(text, values) },
      schema: JOB_SCHEMA,
      migrate: false,
      createSchema: false,
      schedule: false,
      superviseIntervalSeconds: SUPERVISION_SECONDS,
      monitorIntervalSeconds: SUPERVISION_SECONDS,
      // Longer than a statement of ours may take.
      reindex: false,
      monitorVacuum: false,
    });
    this.boss.on('error', (error: Error) => this.logger.warn(`the job queue: ${error.message}`));
  }

  /** Adds a job that exists if the transaction commits; a worker of this process begins at once then. */
  async enqueue<N extends JobName>(
    tx: Tx,
    name: N,
    data: JobData[N],
    { delaySeconds = 0 }: { delaySeconds?: number } = {},
  ): Promise<void> {
    // What one organization's slow model holds up is that organization's own.
    const group = { id: data.organizationId };
    await this.boss.send(name, data, { db: inside(tx), group, startAfter: delaySeconds });
    if (delaySeconds > 0) return;
    afterCommit(tx, () => this.wake(name));
  }

  /**
   * Registers who does the jobs of a name, before the application is up. A job whose `run` throws is tried again,
   * after a pause; one whose process died is begun anew within a minute, here or elsewhere: so `run` may happen more
   * than once, and what must happen once goes into the transaction that settles the job.
   */
  work<N extends JobName>(name: N, { atOnce, atOnceEach, run, gaveUp }: JobWork<JobData[N]>): void {
    const dead = deadLetterOf(name);
    this.register(name, run, {
      pollingIntervalSeconds: POLL_SECONDS,
      localConcurrency: atOnce,
      localGroupConcurrency: atOnceEach,
    });
    this.register(dead, gaveUp, { pollingIntervalSeconds: DEAD_LETTER_POLL_SECONDS });
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.boss.start();
    for (const [name, begin] of this.begins) this.workers.set(name, await begin());
  }

  /** No job begins any more; those under way are told, and handed back to be begun anew on another replica. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await Promise.all([...this.workers.keys()].map((name) => this.boss.offWork(name)));
    await this.boss.stop({ graceful: false });
  }

  private register<Data extends object>(
    queue: string,
    run: (job: Job<Data>) => Promise<void>,
    options: WorkOptions,
  ): void {
    this.begins.set(queue, () =>
      this.boss.work<Data, void, WithMetadata>(queue, { ...options, includeMetadata: true }, ([job]) =>
        // The next one may wait already: a worker pauses after a short job otherwise.
        this.attempt(queue, job, run).finally(() => this.wake(queue)),
      ),
    );
  }

  /** The first worker of a queue looks for a job at once, or as soon as it is done with its own. */
  private wake(queue: string): void {
    const worker = this.workers.get(queue);
    if (worker) this.boss.notifyWorker(worker);
  }

  private async attempt<Data extends object>(
    queue: string,
    held: JobWithMetadata<Data> | undefined,
    run: (job: Job<Data>) => Promise<void>,
  ): Promise<void> {
    if (!held) return;
    const failure = await run(this.jobOf(queue, held)).then(() => null, String);
    if (failure === null) return;
    this.logger.warn(`${queue} ${held.id} failed at attempt ${held.retryCount + 1}: ${failure}`);
    // pg-boss keeps what it catches, with every property: a failed statement would bring its values.
    throw new Error(failure);
  }

  private jobOf<Data extends object>(queue: string, held: JobWithMetadata<Data>): Job<Data> {
    return {
      data: held.data,
      attempt: held.retryCount + 1,
      isLast: held.retryCount >= held.retryLimit,
      signal: AbortSignal.any([held.signal, this.stopping.signal]),
      settle: (tx) => this.settle(tx, queue, held),
    };
  }

  private async settle(tx: Tx, queue: string, held: JobWithMetadata): Promise<void> {
    // The attempt's number fences: it is another one as soon as the job was taken over.
    const attempt = { id: held.id, retryCount: held.retryCount };
    const { affected } = (await this.boss.complete(queue, attempt, null, { db: inside(tx) })) as Settled;
    if (affected !== 1) throw new JobLost();
  }
}

type WithMetadata = WorkOptions & { includeMetadata: true };

/** What pg-boss answers, in more detail than its types say. */
interface Settled {
  affected: number;
}

/** Lets pg-boss speak inside a transaction of ours. */
const inside = (tx: Tx) => ({
  executeSql: async (text: string, values?: unknown[]) => ({ rows: await sql(tx, text, values) }),
});
