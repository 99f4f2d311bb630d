import { setTimeout as wait } from 'node:timers/promises';
import { recordEvents } from './events-backlog.js';
import { now } from './support/clock.js';
import type { BenchDatabase } from './support/database.js';
import { anOrganization, type BenchOrganization, post } from './support/product.js';
import type { ServerProcess } from './support/server-process.js';

const WARM_UP_CHANGES = 20;
const CHANGES = 150;
const BETWEEN_CHANGES_MS = 50;
/** Longer than any of them takes: what has not come by then counts as never. */
const ARRIVES_WITHIN_MS = 20_000;
const HANGING_BACKLOG = 10_000;

interface Site {
  database: BenchDatabase;
  product: ServerProcess;
  receiver: ServerProcess;
}

/** Milliseconds from a request that changes something, one for each change. */
interface Waits {
  /** Until it is answered, which is after the commit. */
  answered: number[];
  /** Until its event is at the receiver's socket. */
  arrived: number[];
}

export interface Latencies {
  idle: Waits;
  /** While another organization's endpoint hangs at every request, and 10,000 wait for it. */
  besideHanging: Waits;
}

export async function measureLatencies(site: Site): Promise<Latencies> {
  const { database, product, receiver } = site;
  const acme = await anOrganization(database.url);
  await post(`${product.url}/api/webhook-endpoints`, { url: `${receiver.url}/timed` }, acme.headers);
  await latencies(site, acme, WARM_UP_CHANGES);
  const idle = await latencies(site, acme, CHANGES);
  const slow = await anOrganization(database.url);
  await post(`${product.url}/api/webhook-endpoints`, { url: `${receiver.url}/hanging` }, slow.headers);
  await recordEvents(database, slow.id, HANGING_BACKLOG);
  const besideHanging = await latencies(site, acme, CHANGES);
  await database.db.query(`UPDATE webhook_endpoints SET status = 'paused' WHERE organization_id = ANY ($1)`, [
    [acme.id, slow.id],
  ]);
  return { idle, besideHanging };
}

let lastNumber = 2_000_000;

async function latencies(
  { product, receiver }: Site,
  { headers }: BenchOrganization,
  changes: number,
): Promise<Waits> {
  const begun = new Map<string, number>();
  const answered: number[] = [];
  for (let change = 0; change < changes; change++) {
    const at = now();
    const phone = `+1312${++lastNumber}`;
    const { id } = await post<{ id: string }>(`${product.url}/api/contacts`, { phone }, headers);
    begun.set(id, at);
    answered.push(now() - at);
    await wait(BETWEEN_CHANGES_MS);
  }
  const arrivals = await arrivalsOf(receiver, changes);
  return { answered, arrived: [...begun].map(([id, at]) => (arrivals[id] ?? Infinity) - at) };
}

async function arrivalsOf(receiver: ServerProcess, count: number): Promise<Record<string, number>> {
  const arrived: Record<string, number> = {};
  const end = now() + ARRIVES_WITHIN_MS;
  while (Object.keys(arrived).length < count && now() < end) {
    Object.assign(arrived, await receiver.ask<Record<string, number>>('arrivals'));
    await wait(BETWEEN_CHANGES_MS);
  }
  return arrived;
}
