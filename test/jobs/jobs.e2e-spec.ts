import { Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { v7 } from 'uuid';
import { dataSourceOptions } from '../../ormconfig.js';
import { isDatabaseUnavailable } from '../../src/common/database-errors.js';
import { dropStuckConnections } from '../../src/database/stuck-connections.client.js';
import { Transactions } from '../../src/database/transactions.service.js';
import { JobLost, type Job } from '../../src/jobs/job.js';
import { Jobs } from '../../src/jobs/jobs.service.js';
import type { JobData } from '../../src/jobs/queues.js';
import { eventually } from '../support/eventually.js';
import { startPrivatePostgres, type PrivatePostgres } from '../support/private-postgres.js';
import { cloneDatabase, type TestDatabase } from '../support/template-database.js';

type Analysis = Job<JobData['analyze-call']>;
interface Replica {
  db: DataSource;
  jobs: Jobs;
  /** Commits a job; gives the id of its call. */
  add(): Promise<string>;
  stop(): Promise<void>;
}

const idle = () => Promise.resolve();
/** Notes which calls came by. */
const into =
  (calls: string[]) =>
  ({ data }: Analysis) => {
    calls.push(data.callId);
    return idle();
  };
const replicas: Replica[] = [];

/** Again while the database does not answer: a busy machine may have no time for a new connection. */
async function patiently<T>(act: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await act();
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
    }
  }
}

/** A queue with its own connections, as in a process of its own. */
async function aReplica(
  url: string,
  run: (job: Analysis) => Promise<void>,
  gaveUp: (job: Analysis) => Promise<void> = idle,
  atOnce = 2,
): Promise<Replica> {
  const db = await new DataSource(dataSourceOptions(url)).initialize();
  dropStuckConnections(db);
  const jobs = new Jobs(db);
  jobs.work('analyze-call', { atOnce, atOnceEach: atOnce, run, gaveUp });
  await jobs.onApplicationBootstrap();
  const replica = {
    db,
    jobs,
    add: async () => {
      const data = { organizationId: v7(), callId: v7() };
      await new Transactions(db).run((tx) => jobs.enqueue(tx, 'analyze-call', data));
      return data.callId;
    },
    stop: async () => {
      replicas.splice(replicas.indexOf(replica), 1);
      await jobs.beforeApplicationShutdown();
      await db.destroy();
    },
  };
  replicas.push(replica);
  return replica;
}

/** Resolves when the service stops or the job is taken away, as an aborted request would. */
const untilAborted = ({ signal }: Analysis) =>
  new Promise<void>((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true });
  });

let database: TestDatabase;
beforeAll(() => Logger.overrideLogger(false));
beforeEach(async () => {
  database = await cloneDatabase();
});
afterEach(async () => {
  await Promise.all([...replicas].map((replica) => replica.stop()));
  await database.drop();
});

/** Pauses between attempts are the queue's; no test waits for them. */
const hurry = (db: DataSource) =>
  db.query(`UPDATE jobs.job SET start_after = now() WHERE state IN ('created', 'retry')`);

describe('a job', () => {
  it('is there if its transaction commits, and is begun at once', async () => {
    const done: string[] = [];
    const replica = await aReplica(database.url, into(done));
    const refused = new Transactions(replica.db).run(async (tx) => {
      await replica.jobs.enqueue(tx, 'analyze-call', { organizationId: v7(), callId: v7() });
      throw new Error('not this time');
    });
    await expect(refused).rejects.toThrow('not this time');
    const callId = await replica.add();
    await eventually(() => Promise.resolve(done.length > 0));
    expect(done).toEqual([callId]);
  });

  it('is done by one of two replicas, once', async () => {
    const done: string[] = [];
    const run = into(done);
    const [one, two] = [await aReplica(database.url, run), await aReplica(database.url, run)];
    const added = await Promise.all(Array.from({ length: 10 }, (_, n) => (n % 2 ? one : two).add()));
    await eventually(async () => (await count(one.db, 'completed')) === added.length);
    expect(done.toSorted()).toEqual(added.toSorted());
  });

  it('that waits behind hundreds is begun as soon as they are done', async () => {
    const done: string[] = [];
    const { db, jobs } = await aReplica(database.url, into(done));
    await new Transactions(db).run(async (tx) => {
      for (let number = 0; number < 300; number++) {
        const data = { organizationId: v7(), callId: v7() };
        await jobs.enqueue(tx, 'analyze-call', data, { delaySeconds: 3_600 });
      }
    });
    await hurry(db);
    await eventually(() => Promise.resolve(done.length === 300));
  });

  it('that fails is tried again; one that fails at every attempt is given up in the open', async () => {
    const attempts: [attempt: number, isLast: boolean][] = [];
    const dead: string[] = [];
    const replica = await aReplica(
      database.url,
      ({ attempt, isLast }) => {
        attempts.push([attempt, isLast]);
        return Promise.reject(new Error('no luck'));
      },
      into(dead),
    );
    const callId = await replica.add();
    await eventually(async () => {
      await hurry(replica.db);
      return dead.length > 0;
    }, 30);
    expect(dead).toEqual([callId]);
    expect(attempts).toEqual([1, 2, 3, 4, 5, 6, 7].map((attempt) => [attempt, attempt === 7]));
  });

  it('under way at a stop is handed back, and done by another replica', async () => {
    const begun: string[] = [];
    const stopping = await aReplica(database.url, (job) => {
      begun.push(job.data.callId);
      return untilAborted(job);
    });
    const callId = await stopping.add();
    await eventually(() => Promise.resolve(begun.length > 0));
    await stopping.stop();
    const done: string[] = [];
    await aReplica(database.url, into(done));
    await eventually(() => Promise.resolve(done.length > 0), 20);
    expect(done).toEqual([callId]);
  });

  it('of a process that stands still is taken over, and what that process found out is not written', async () => {
    const begun = Promise.withResolvers<Analysis>();
    const gone = Promise.withResolvers<void>();
    // It does one job at once, so that it does not take its own job over.
    const standStill = (job: Analysis) => {
      begun.resolve(job);
      return gone.promise;
    };
    const stalled = await aReplica(database.url, standStill, idle, 1);
    const callId = await stalled.add();
    const late = await begun.promise;
    const done: string[] = [];
    const other = await aReplica(database.url, async (job) => {
      await new Transactions(other.db).run((tx) => job.settle(tx));
      done.push(job.data.callId);
    });
    const takenOver = eventually(async () => {
      // As if nothing had been heard of the process for a minute.
      await other.db.query(
        `UPDATE jobs.job SET heartbeat_on = now() - interval '1 minute' WHERE retry_count = 0`,
      );
      await hurry(other.db);
      return done.length > 0;
    }, 25);
    await takenOver.catch(() => null);
    const tooLate = patiently(() => new Transactions(stalled.db).run((tx) => late.settle(tx)));
    await expect(tooLate.finally(gone.resolve)).rejects.toThrow(JobLost);
    expect(done).toEqual([callId]);
  });
});

describe('an outage of the database', () => {
  let postgres: PrivatePostgres;
  beforeAll(async () => {
    postgres = await startPrivatePostgres();
  });
  afterAll(() => postgres.stop());

  it.each([
    ['that stands still', () => postgres.freeze(), () => postgres.thaw()],
    ['that is killed', () => postgres.kill(), () => undefined],
  ])('%s ends no process, and jobs are done after it', async (_, begin, end) => {
    const done: string[] = [];
    const replica = await aReplica(postgres.url, into(done));
    await begin();
    await expect(replica.add()).rejects.toThrow();
    end();
    const callId = await eventually(() => replica.add().catch(() => null));
    await eventually(() => Promise.resolve(done.includes(callId)));
    await replica.stop();
  });
});

const count = async (db: DataSource, state: string) =>
  (await db.query<[{ n: number }]>(`SELECT count(*)::int AS n FROM jobs.job WHERE state = $1`, [state]))[0].n;
