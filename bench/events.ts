import { setTimeout as wait } from 'node:timers/promises';
import { type BenchDatabase, startDatabase } from './support/database.js';
import { anOrganization, post } from './support/product.js';
import { judge, median, table } from './support/report.js';
import type { BenchOptions } from './support/rounds.js';
import { type ServerProcess, startServer } from './support/server-process.js';

/** Four at once to each endpoint: 64 requests, as many as the limit has. */
const ORGANIZATIONS = 4;
const ENDPOINTS = 4;
const BACKLOG = 60_000;
const LARGE_BACKLOG = 1_000_000;
const WARM_UP_SECONDS = 2;

/** What must be reached: see bench/README.md. */
const TARGETS = { toBare: 0.8, toSmallBacklog: 0.9 };

const DATA = JSON.stringify({ contact: { first_name: 'Ada', phone: '+13125550100', note: 'x'.repeat(500) } });

/** How many deliveries a second reach their receiver, against the same client without a database. */
export async function benchEvents({ rounds, seconds }: BenchOptions): Promise<boolean> {
  const database = await startDatabase();
  const servers: ServerProcess[] = [];
  try {
    const receiver = await startServer('webhook-receiver');
    const sender = await startServer('bare-sender');
    const product = await startServer('product', { databaseUrl: database.url });
    servers.push(receiver, sender, product);
    const organizations = await manyOrganizations(database, product, receiver);
    const bare = () =>
      sender.ask<number>({ url: receiver.url, body: DATA, seconds }).then((sent) => sent / seconds);
    const delivered = () => rateOf(database, receiver, seconds);
    const rates = { bare: [] as number[], delivered: [] as number[], large: [] as number[] };
    for (let round = 0; round < rounds; round++) {
      await fill(database, organizations, BACKLOG);
      rates.bare.push(await bare());
      rates.delivered.push(await delivered());
      process.stderr.write(`round ${round + 1} of ${rounds}\n`);
    }
    await fill(database, organizations, LARGE_BACKLOG);
    for (let round = 0; round < rounds; round++) rates.large.push(await delivered());
    return report(rates);
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
    await database.stop();
  }
}

/** With their endpoints, which are paused. */
async function manyOrganizations(
  { url }: BenchDatabase,
  product: ServerProcess,
  receiver: ServerProcess,
): Promise<string[]> {
  const ids: string[] = [];
  for (let count = 0; count < ORGANIZATIONS; count++) {
    const { id, headers } = await anOrganization(url);
    for (let index = 0; index < ENDPOINTS; index++) {
      await post(`${product.url}/api/webhook-endpoints`, { url: receiver.url, status: 'paused' }, headers);
    }
    ids.push(id);
  }
  return ids;
}

/** Makes as many deliveries wait, those that wait already counted. */
async function fill({ db }: BenchDatabase, organizations: string[], backlog: number): Promise<void> {
  const [{ waiting }] = await db.query(
    `SELECT count(*)::int AS waiting FROM webhook_deliveries WHERE state = 'pending'`,
  );
  const events = Math.ceil((backlog - waiting) / ORGANIZATIONS / ENDPOINTS);
  for (const id of organizations) {
    await db.query(
      `INSERT INTO events (organization_id, id, type, data)
       SELECT $1, gen_random_uuid(), 'contact.updated', $3 FROM generate_series(1, $2)`,
      [id, Math.max(0, events), DATA],
    );
  }
  await db.query('ANALYZE webhook_deliveries');
}

/** Deliveries a second that reach the receiver while all endpoints are active. */
async function rateOf({ db }: BenchDatabase, receiver: ServerProcess, seconds: number): Promise<number> {
  const set = (status: string) =>
    db.query(`UPDATE webhook_endpoints SET status = $1, version = version + 1`, [status]);
  await set('active');
  await wait(WARM_UP_SECONDS * 1_000);
  await receiver.ask();
  const begun = performance.now();
  await wait(seconds * 1_000);
  const received = await receiver.ask<number>();
  const rate = received / ((performance.now() - begun) / 1_000);
  await set('paused');
  await wait(1_000);
  return rate;
}

function report({ bare, delivered, large }: Record<'bare' | 'delivered' | 'large', number[]>): boolean {
  const row = (name: string, rates: number[]) => [
    name,
    ...rates.map((rate) => rate.toFixed(0)),
    median(rates).toFixed(0),
  ];
  console.log(
    table([
      ['events/s', ...bare.map((_, round) => String(round + 1)), 'median'],
      row('bare client', bare),
      row(`delivered, ${BACKLOG} waiting`, delivered),
      row(`delivered, ${LARGE_BACKLOG} waiting`, large),
    ]),
  );
  const toBare = median(delivered.map((rate, round) => rate / (bare[round] ?? NaN)));
  return judge([
    { what: 'delivered to bare', value: toBare, least: TARGETS.toBare },
    {
      what: 'large to small backlog',
      value: median(large) / median(delivered),
      least: TARGETS.toSmallBacklog,
    },
  ]);
}
