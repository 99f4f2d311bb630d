import { listPaths, loadCalls } from './calls-data.js';
import { cpuOf, cpuOfServer } from './support/cpu.js';
import { type BenchDatabase, startDatabase } from './support/database.js';
import { type Load, runLoad } from './support/load.js';
import { aCallingAgent, anOrganization } from './support/product.js';
import type { BenchOptions } from './support/rounds.js';
import { type ServerProcess, startServer } from './support/server-process.js';
import { watchCalls } from './support/viewers.js';
import { answeredCalls } from './talk-calls.js';
import type { BenchCall, ModelTurn, PhonesOrder, PhonesReport } from './talk-protocol.js';
import { CONVERSATIONS, type Measured, report, VIEWERS } from './talk-report.js';
import { type Turns, turnsOf } from './talk-turns.js';

const WARM_UP_CONVERSATIONS = 20;
const WARM_UP_SECONDS = 5;
const LISTED_CALLS = 100_000;
const LIST_CONNECTIONS = 32;
const MEGABYTE = 1e6;

/** Bytes, right after everything that nobody refers to was collected. */
interface Memory {
  rss: number;
  heapUsed: number;
}

/** The processes of this measurement. */
interface Stage {
  database: BenchDatabase;
  product: ServerProcess;
  model: ServerProcess;
  phones: ServerProcess;
  list: Omit<Load, 'seconds'>;
  calls: (count: number) => Promise<BenchCall[]>;
}

/** 200 conversations at once: what the service adds to the model's time, and what it does beside them. */
export async function benchTalk({ rounds, seconds }: BenchOptions): Promise<boolean> {
  const database = await startDatabase();
  const servers: ServerProcess[] = [];
  try {
    const stage = await setStage(database, servers);
    return report(await perform(stage, rounds * seconds, seconds));
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
    await database.stop();
  }
}

async function setStage(database: BenchDatabase, servers: ServerProcess[]): Promise<Stage> {
  const start = async (...args: Parameters<typeof startServer>): Promise<ServerProcess> => {
    const server = await startServer(...args);
    servers.push(server);
    return server;
  };
  const organization = await anOrganization(database.url);
  const { id: organizationId, headers } = organization;
  const listed = await loadCalls(database.db, organizationId, LISTED_CALLS);
  await database.db.query('VACUUM ANALYZE');
  const [model, phones] = [await start('model'), await start('phones')];
  const options = { databaseUrl: database.url, modelUrl: `${model.url}/v1` };
  const product = await start('product', options, ['--expose-gc']);
  const { url } = product;
  const agentId = await aCallingAgent(url, headers);
  const requests = listPaths(listed).map((path) => ({ path, statuses: [200, 503] }));
  const list = { url, headers, requests, connections: LIST_CONNECTIONS };
  const calls = (count: number) => answeredCalls(database.db, { organizationId, agentId, url }, count);
  return { database, product, model, phones, list, calls };
}

async function perform(stage: Stage, talkSeconds: number, listSeconds: number): Promise<Measured> {
  const { product, phones, list, calls } = stage;
  const tell = (order: PhonesOrder) => phones.ask<PhonesReport>(order);
  await tell({ order: 'open', calls: await calls(WARM_UP_CONVERSATIONS) });
  await talk(stage, WARM_UP_SECONDS);
  await tell({ order: 'hang up' });
  await runLoad({ ...list, seconds: WARM_UP_SECONDS });
  const idle = await runLoad({ ...list, seconds: listSeconds });
  const before = await product.ask<Memory>();
  const talking = await calls(CONVERSATIONS);
  await tell({ order: 'open', calls: talking });
  const quiet = await talk(stage, talkSeconds);
  const live = await product.ask<Memory>();
  const ids = talking.slice(0, VIEWERS).map(({ id }) => id);
  const [watched, viewersTold] = await talkWatched(stage, talkSeconds, ids);
  const [crowded] = await talkWatched(stage, talkSeconds, ids.fill(ids[0] ?? ''));
  const [listing, meanwhile] = await Promise.all([
    talk(stage, listSeconds),
    runLoad({ ...list, seconds: listSeconds }),
  ]);
  return {
    quiet,
    watched,
    crowded,
    viewersTold,
    listing,
    megabytesACall: (live.rss - before.rss) / CONVERSATIONS / MEGABYTE,
    heapMegabytesACall: (live.heapUsed - before.heapUsed) / CONVERSATIONS / MEGABYTE,
    list: { idle, meanwhile },
  };
}

/** @returns how many viewers were told what was said, too */
async function talkWatched(stage: Stage, seconds: number, callIds: string[]): Promise<[Turns, number]> {
  const { product, list } = stage;
  const viewers = await watchCalls(product.url, list.headers, callIds);
  const turns = await talk(stage, seconds);
  viewers.leave();
  return [turns, viewers.told()];
}

async function talk({ phones, model, product, database }: Stage, seconds: number): Promise<Turns> {
  const cpu = async () => [await cpuOf(product.pid), await cpuOfServer(database.pid)] as const;
  const [node, postgres] = await cpu();
  const { open, turns } = await phones.ask<PhonesReport>({ order: 'talk', seconds });
  const [nodeAfter, postgresAfter] = await cpu();
  const asked = await model.ask<ModelTurn[]>();
  return {
    ...turnsOf(turns, asked),
    open,
    nodeCpu: (nodeAfter - node) / turns.length,
    postgresCpu: (postgresAfter - postgres) / turns.length,
  };
}
