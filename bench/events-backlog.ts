import { setTimeout as wait } from 'node:timers/promises';
import { type BenchDatabase, startDatabase } from './support/database.js';
import { residentMemory } from './support/memory.js';
import { anOrganization, post } from './support/product.js';
import type { Contestant } from './support/rounds.js';
import { type ServerProcess, startServer } from './support/server-process.js';

/** Four at once to each endpoint: 64 requests, as many as the limit has. */
const ORGANIZATIONS = 4;
const ENDPOINTS = 4;
/** More than anybody delivers in a second: what waits at the beginning of a turn must last until its end. */
const MOST_A_SECOND = 30_000;
/** What was under way when endpoints are paused ends soon after. */
const PAUSE_MS = 1_000;

export const DATA = JSON.stringify({
  contact: { first_name: 'Ada', phone: '+13125550100', note: 'x'.repeat(500) },
});

/** The product on a database of its own, with at least so many deliveries waiting throughout each turn. */
export interface Backlog {
  waiting: number;
  database: BenchDatabase;
  product: ServerProcess;
  organizations: string[];
  /** Of the service, in bytes, after each turn. */
  memory: number[];
}

export async function startBacklog(waiting: number, receiver: ServerProcess): Promise<Backlog> {
  const database = await startDatabase();
  const product = await startServer('product', { databaseUrl: database.url });
  const organizations: string[] = [];
  for (let count = 0; count < ORGANIZATIONS; count++) {
    const { id, headers } = await anOrganization(database.url);
    for (let index = 0; index < ENDPOINTS; index++)
      await post(`${product.url}/api/webhook-endpoints`, { url: receiver.url, status: 'paused' }, headers);
    organizations.push(id);
  }
  return { waiting, database, product, organizations, memory: [] };
}

export async function stopBacklog({ product, database }: Backlog): Promise<void> {
  await product.stop();
  await database.stop();
}

/** Delivers while it is its turn. */
export const delivering = (name: string, backlog: Backlog, receiver: ServerProcess): Contestant => ({
  name,
  pid: backlog.product.pid,
  postgres: backlog.database.pid,
  run: async ({ warmUpSeconds, seconds }, whenWarm) => {
    await fill(backlog, MOST_A_SECOND * (warmUpSeconds + seconds));
    await set(backlog, 'active');
    await wait(warmUpSeconds * 1_000);
    await receiver.ask();
    await whenWarm();
    const begun = performance.now();
    await wait(seconds * 1_000);
    const requests = await receiver.ask<number>();
    const measured = (performance.now() - begun) / 1_000;
    return { requests, unavailable: 0, seconds: measured, p50: NaN, p99: NaN };
  },
  after: async () => {
    backlog.memory.push(await residentMemory(backlog.product.pid));
    await set(backlog, 'paused');
    await wait(PAUSE_MS);
  },
});

/** Makes as many deliveries wait and so many more, those that wait already counted. */
export async function fill(
  { database: { db }, organizations, waiting }: Backlog,
  more: number,
): Promise<void> {
  const [{ count }] = await db.query(
    `SELECT count(*)::int AS count FROM webhook_deliveries WHERE state = 'pending' AND organization_id = ANY ($1)`,
    [organizations],
  );
  const events = Math.max(0, Math.ceil((waiting + more - count) / ORGANIZATIONS / ENDPOINTS));
  for (const id of organizations) await recordEvents({ db }, id, events);
  await db.query('ANALYZE webhook_deliveries, events');
}

/** Records events as they would be, in one statement: the trigger does the rest. */
export const recordEvents = ({ db }: Pick<BenchDatabase, 'db'>, org: string, count: number) =>
  db.query(
    `INSERT INTO events (organization_id, id, type, data)
     SELECT $1, gen_random_uuid(), 'contact.updated', $3 FROM generate_series(1, $2)`,
    [org, count, DATA],
  );

const set = ({ database, organizations }: Backlog, status: string) =>
  database.db.query(
    `UPDATE webhook_endpoints SET status = $1, version = version + 1 WHERE organization_id = ANY ($2)`,
    [status, organizations],
  );
