import { setTimeout as wait } from 'node:timers/promises';
import { now } from './support/clock.js';
import type { BenchDatabase } from './support/database.js';
import { type BenchOrganization, post } from './support/product.js';
import { percentile } from './support/report.js';
import type { ServerProcess } from './support/server-process.js';

const WARM_UP_CHANGES = 20;
const BETWEEN_CHANGES_MS = 25;
/** Longer than any of them takes: what has not come by then counts as never. */
const ARRIVES_WITHIN_MS = 20_000;

export interface Site {
  database: BenchDatabase;
  product: ServerProcess;
  receiver: ServerProcess;
}

/** How long changes of an organization are made. */
export interface Span {
  changes: number;
  /** At least so long. */
  seconds?: number;
}

/** Milliseconds from a request that changes something, one for each change. */
export interface Waits {
  /** Until it is answered, which is after the commit. */
  answered: number[];
  /** Until its event is at the receiver's socket. */
  arrived: number[];
}

/** An endpoint of the organization where the time of each event is noted, in use already. */
export async function aTimedEndpoint(site: Site, organization: BenchOrganization): Promise<void> {
  const { product, receiver } = site;
  // Of the types that are recorded in bulk it wants none: it would have a backlog of its own.
  const endpoint = { url: `${receiver.url}/timed`, event_types: ['contact.created'] };
  await post(`${product.url}/api/webhook-endpoints`, endpoint, organization.headers);
  await latencies(site, [organization], { changes: WARM_UP_CHANGES });
}

/** How soon each organization's events arrive while all of them make changes, one after the other. */
export async function latencies(
  { product, receiver }: Site,
  organizations: readonly BenchOrganization[],
  span: Span,
): Promise<Waits[]> {
  const made = await Promise.all(organizations.map((organization) => change(product, organization, span)));
  const arrivals = await arrivalsOf(
    receiver,
    made.flatMap(({ begun }) => [...begun.keys()]),
  );
  return made.map(({ answered, begun }) => ({
    answered,
    arrived: [...begun].map(([id, at]) => (arrivals[id] ?? Infinity) - at),
  }));
}

/** One line of what was measured. */
export const told = (name: string, { answered, arrived }: Waits): string => {
  const [answer, half, most] = [
    percentile(answered, 0.5),
    percentile(arrived, 0.5),
    percentile(arrived, 0.99),
  ];
  return (
    `${name}: ${arrived.length} changes, the answer after ${answer.toFixed(1)} ms, ` +
    `the event after p50 ${half.toFixed(1)}, p99 ${most.toFixed(1)}, at most ${Math.max(...arrived).toFixed(1)} ms`
  );
};

let lastNumber = 2_000_000;

async function change(
  product: ServerProcess,
  { headers }: BenchOrganization,
  { changes, seconds = 0 }: Span,
): Promise<{ begun: Map<string, number>; answered: number[] }> {
  const begun = new Map<string, number>();
  const answered: number[] = [];
  const end = now() + seconds * 1_000;
  while (begun.size < changes || now() < end) {
    const at = now();
    const phone = `+1312${++lastNumber}`;
    const { id } = await post<{ id: string }>(`${product.url}/api/contacts`, { phone }, headers);
    begun.set(id, at);
    answered.push(now() - at);
    await wait(BETWEEN_CHANGES_MS);
  }
  return { begun, answered };
}

async function arrivalsOf(receiver: ServerProcess, ids: readonly string[]): Promise<Record<string, number>> {
  const arrived: Record<string, number> = {};
  const end = now() + ARRIVES_WITHIN_MS;
  while (ids.some((id) => !(id in arrived)) && now() < end) {
    Object.assign(arrived, await receiver.ask<Record<string, number>>('arrivals'));
    await wait(BETWEEN_CHANGES_MS);
  }
  return arrived;
}
