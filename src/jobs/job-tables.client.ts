import { PgBoss } from 'pg-boss';
import type { DataSource } from 'typeorm';
import { poolOf } from '../database/pool-of.client.js';
import { deadLetterOf, QUEUES, type JobName } from './queues.js';

/** The schema of pg-boss's tables; nothing of ours is in it. */
export const JOB_SCHEMA = 'jobs';

/** A process that was killed is noticed after this long; its jobs go on elsewhere. The least that pg-boss takes is 10. */
const HEARTBEAT_SECONDS = 20;

/** What is kept of jobs that are done or given up, in seconds. */
const KEPT_SECONDS = 3 * 86_400;

/**
 * Makes the tables of the job queue, brings those of an older version up to date, and writes the rules of every
 * queue down. The caller sees to it that one process at a time does this.
 */
export async function prepareJobTables(dataSource: DataSource): Promise<void> {
  const pool = poolOf(dataSource);
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schema: JOB_SCHEMA,
    supervise: false,
    schedule: false,
  });
  const failures: unknown[] = [];
  boss.on('error', (error: unknown) => failures.push(error));
  await boss.start();
  try {
    for (const name of Object.keys(QUEUES) as JobName[]) await prepareQueue(boss, name);
  } finally {
    await boss.stop({ graceful: false });
  }
  if (failures.length > 0) throw failures[0];
}

async function prepareQueue(boss: PgBoss, name: JobName): Promise<void> {
  const deadLetter = deadLetterOf(name);
  const kept = { deleteAfterSeconds: KEPT_SECONDS };
  await boss.createQueue(deadLetter, { ...kept, retryLimit: 10, retryBackoff: true });
  const rules = { ...QUEUES[name], ...kept, retryBackoff: true, heartbeatSeconds: HEARTBEAT_SECONDS };
  await boss.createQueue(name, { ...rules, deadLetter });
  await boss.updateQueue(name, rules);
}
