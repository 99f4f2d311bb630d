import { setTimeout as wait } from 'node:timers/promises';
import { recordEvents } from './events-backlog.js';
import { aTimedEndpoint, latencies, type Site, told, type Waits } from './events-latency.js';
import { now } from './support/clock.js';
import { startDatabase } from './support/database.js';
import { anOrganization, type BenchOrganization, post } from './support/product.js';
import { judge, percentile } from './support/report.js';
import type { BenchOptions } from './support/rounds.js';
import { startServer } from './support/server-process.js';

const HANGING = 10;
/** For all of them together. */
const BACKLOG = 10_000;
const CHANGES = 1_000;
const LEAST_SECONDS = 40;
const IDLE_CHANGES = 200;
const LOOK_MS = 100;

/** What must be reached: see bench/README.md. */
const P99_MS = 2_000;

/** Whether endpoints that hang delay the events of others, of another organization and of their own. */
export async function benchEventsIsolation({ seconds }: BenchOptions): Promise<boolean> {
  const database = await startDatabase();
  const receiver = await startServer('webhook-receiver');
  const other = await anOrganization(database.url);
  const slow = await anOrganization(database.url);
  const product = await startServer('product', { databaseUrl: database.url });
  const site = { database, product, receiver };
  try {
    await aTimedEndpoint(site, other);
    await aTimedEndpoint(site, slow);
    const [idle] = await latencies(site, [other], { changes: IDLE_CHANGES });
    await hang(site, slow);
    const span = { changes: CHANGES, seconds: Math.max(LEAST_SECONDS, seconds) };
    const begun = now();
    const [apart, beside] = await latencies(site, [other, slow], span);
    const measured = (now() - begun) / 1_000;
    return await report(site, slow, { idle, apart, beside }, measured);
  } finally {
    await product.stop();
    await receiver.stop();
    await database.stop();
  }
}

/** From now on that many endpoints of the organization hang, each at every request, while its events wait for them. */
async function hang({ database, product, receiver }: Site, slow: BenchOrganization): Promise<void> {
  for (let index = 0; index < HANGING; index++)
    await post(`${product.url}/api/webhook-endpoints`, { url: `${receiver.url}/hanging` }, slow.headers);
  await recordEvents(database, slow.id, BACKLOG / HANGING);
  while ((await receiver.ask<number>('hanging')) < HANGING) await wait(LOOK_MS);
}

async function report(
  { database, receiver }: Site,
  slow: BenchOrganization,
  waits: Record<'idle' | 'apart' | 'beside', Waits | undefined>,
  seconds: number,
): Promise<boolean> {
  const hanging = await receiver.ask<number>('hanging');
  const [{ count }] = await database.db.query(
    `SELECT count(*)::int AS count FROM webhook_deliveries WHERE organization_id = $1 AND state = 'pending'`,
    [slow.id],
  );
  const { idle, apart, beside } = waits;
  if (!idle || !apart || !beside) throw new Error('nothing was measured');
  console.log(told('idle', idle));
  console.log(told(`another organization, beside ${HANGING} endpoints that hang`, apart));
  console.log(told('their own organization', beside));
  console.log(`after ${seconds.toFixed(0)} s ${hanging} requests hang and ${count} deliveries wait`);
  return judge([
    { what: 'p99 of another organization, ms', value: percentile(apart.arrived, 0.99), most: P99_MS },
    { what: 'p99 of their own, ms', value: percentile(beside.arrived, 0.99), most: P99_MS },
    { what: 'events of another organization', value: apart.arrived.length, least: CHANGES },
    { what: 'seconds', value: seconds, least: LEAST_SECONDS },
    { what: 'deliveries that wait at the end', value: count, least: BACKLOG },
  ]);
}
