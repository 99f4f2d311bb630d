import { envelope } from '../src/events/envelope.js';
import { type Backlog, DATA, delivering, startBacklog, stopBacklog } from './events-backlog.js';
import { aTimedEndpoint, latencies, type Site, told, type Waits } from './events-latency.js';
import { megabytes } from './support/memory.js';
import { anOrganization } from './support/product.js';
import {
  type Column,
  compare,
  judge,
  nodeCpu,
  percentile,
  postgresCpu,
  ratio,
  throughput,
  totalCpu,
} from './support/report.js';
import type { SenderOptions } from './servers/bare-sender.server.js';
import { type BenchOptions, type Contestant, measure, type Sample } from './support/rounds.js';
import { type ServerProcess, startServer } from './support/server-process.js';

const SMALL = 60_000;
const LARGE = 1_000_000;
const WARM_UP_SECONDS = 2;
const IDLE_CHANGES = 150;

/** What must be reached: see bench/README.md. */
const TARGETS = { toBare: 0.8, toSmallBacklog: 0.9, memory: 1.2, idleP50: 20 };

const COLUMNS: Column[] = [
  { heading: 'events/s', reading: throughput, digits: 0 },
  { heading: 'events/s', reading: throughput, ratio: true },
  { heading: 'Node ms', reading: nodeCpu, digits: 3 },
  { heading: 'PG ms', reading: postgresCpu, digits: 3 },
  { heading: 'CPU', reading: totalCpu, ratio: true },
];

/** How many deliveries a second reach their receiver, against Node's own client without a database; and how soon. */
export async function benchEvents({ rounds, seconds }: BenchOptions): Promise<boolean> {
  const servers: ServerProcess[] = [];
  const backlogs: Backlog[] = [];
  try {
    const receiver = await startServer('webhook-receiver');
    const bare = await startServer('bare-sender', { client: 'node' } satisfies SenderOptions);
    const undici = await startServer('bare-sender', { client: 'undici' } satisfies SenderOptions);
    const own = await startServer('bare-sender', { client: 'own' } satisfies SenderOptions);
    servers.push(receiver, bare, undici, own);
    for (const waiting of [SMALL, LARGE]) backlogs.push(await startBacklog(waiting, receiver));
    const [small, large] = backlogs as [Backlog, Backlog];
    const idle = await idleLatencies({ ...small, receiver });
    const contestants = [
      sendingOnly('bare', bare, receiver),
      sendingOnly('undici', undici, receiver),
      sendingOnly('own client', own, receiver),
      delivering('small', small, receiver),
      delivering('large', large, receiver),
    ];
    const samples = await measure(contestants, {
      rounds,
      seconds,
      warmUpSeconds: WARM_UP_SECONDS,
      postgres: small.database.pid,
    });
    return report(samples, idle, small, large);
  } finally {
    await Promise.all(backlogs.map(stopBacklog));
    await Promise.all(servers.map((server) => server.stop()));
  }
}

async function idleLatencies(site: Site): Promise<Waits> {
  const acme = await anOrganization(site.database.url);
  await aTimedEndpoint(site, acme);
  const [idle] = await latencies(site, [acme], { changes: IDLE_CHANGES });
  await site.database.db.query(`UPDATE webhook_endpoints SET status = 'paused' WHERE organization_id = $1`, [
    acme.id,
  ]);
  return idle ?? { answered: [], arrived: [] };
}

/** Sends the bytes of such a delivery. */
const sendingOnly = (name: string, sender: ServerProcess, receiver: ServerProcess): Contestant => ({
  name,
  pid: sender.pid,
  run: async ({ warmUpSeconds, seconds }, whenWarm) => {
    const body = envelope({
      id: crypto.randomUUID(),
      type: 'contact.updated',
      recordedAt: new Date(),
      organizationId: crypto.randomUUID(),
      sequence: null,
      callId: null,
      contactId: null,
      data: DATA,
    });
    await sender.ask({ url: receiver.url, body, seconds: warmUpSeconds });
    await whenWarm();
    const requests = await sender.ask<number>({ url: receiver.url, body, seconds });
    return { requests, unavailable: 0, seconds, p50: NaN, p99: NaN };
  },
});

function report(samples: Map<string, Sample[]>, idle: Waits, small: Backlog, large: Backlog): boolean {
  compare(samples, 'bare', COLUMNS);
  const [memorySmall, memoryLarge] = [Math.max(...small.memory), Math.max(...large.memory)];
  console.log(
    `resident: ${megabytes(memorySmall)} MB with ${SMALL} waiting, ${megabytes(memoryLarge)} MB with ${LARGE}`,
  );
  console.log(`small to undici: ${ratio(samples, 'small', 'undici', throughput).median.toFixed(2)}`);
  console.log(told('idle', idle));
  return judge([
    {
      what: 'delivered to bare',
      value: ratio(samples, 'small', 'bare', throughput).median,
      least: TARGETS.toBare,
    },
    {
      what: 'large to small backlog',
      value: ratio(samples, 'large', 'small', throughput).median,
      least: TARGETS.toSmallBacklog,
    },
    { what: 'memory, large to small', value: memoryLarge / memorySmall, most: TARGETS.memory },
    { what: 'idle p50, ms', value: percentile(idle.arrived, 0.5), most: TARGETS.idleP50 },
  ]);
}
