import { isDeepStrictEqual } from 'node:util';
import { listPaths, loadCalls } from './calls-data.js';
import { startDatabase } from './support/database.js';
import { anOrganization } from './support/product.js';
import {
  type Column,
  compare,
  judge,
  nodeCpu,
  postgresCpu,
  ratio,
  type Reading,
  SPEED,
  throughput,
  totalCpu,
} from './support/report.js';
import { type BenchOptions, measure, type Sample, underLoad } from './support/rounds.js';
import { type ServerProcess, startServer } from './support/server-process.js';

const CALLS = 100_000;
const CONNECTIONS = 32;
const WARM_UP_SECONDS = 1;

/** What must be reached: see bench/README.md. */
const TARGETS = { bareThroughput: 0.65, bareCpu: 1.6, naiveThroughput: 4 };

/** GET /api/calls, light, 50 calls, one filter, exact total, against a bare server and the usual way to write it. */
export async function benchListCalls({ rounds, seconds }: BenchOptions): Promise<boolean> {
  const database = await startDatabase();
  const servers: ServerProcess[] = [];
  try {
    const organization = await anOrganization(database.url);
    const agents = await loadCalls(database.db, organization.id, CALLS);
    await database.db.query('VACUUM ANALYZE');
    for (const name of ['product', 'bare', 'naive'])
      servers.push(await startServer(name, { databaseUrl: database.url }));
    const { headers } = organization;
    const paths = listPaths(agents);
    await checkSameAnswers(servers, paths, headers);
    const load = { requests: paths.map((path) => ({ path })), headers, connections: CONNECTIONS };
    const plan = { rounds, seconds, warmUpSeconds: WARM_UP_SECONDS, postgres: database.pid };
    return report(
      await measure(
        servers.map((server) => underLoad(server, load)),
        plan,
      ),
    );
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
    await database.stop();
  }
}

/** @throws Error unless all servers give the same calls and the same total; the anchor even the same bytes */
async function checkSameAnswers(
  servers: ServerProcess[],
  paths: string[],
  headers: Record<string, string>,
): Promise<void> {
  for (const path of paths) {
    const [product = '', bare, naive = ''] = await Promise.all(
      servers.map(async ({ url }) => (await fetch(url + path, { headers })).text()),
    );
    // Only the product has cursors.
    const shared = product.replace(/,"next_cursor":[^}]*/, '');
    if (shared !== bare || !isDeepStrictEqual(JSON.parse(shared), JSON.parse(naive)))
      throw new Error(`${path}: the answers differ`);
  }
}

const COLUMNS: Column[] = [
  ...SPEED,
  { heading: 'Node ms/req', reading: nodeCpu, digits: 3 },
  { heading: 'Node CPU', reading: nodeCpu, ratio: true },
  { heading: 'PostgreSQL ms/req', reading: postgresCpu, digits: 3 },
  { heading: 'PostgreSQL CPU', reading: postgresCpu, ratio: true },
  { heading: 'total CPU', reading: totalCpu, ratio: true },
];

function report(samples: Map<string, Sample[]>): boolean {
  compare(samples, 'bare', COLUMNS);
  const product = (to: string, reading: Reading) => ratio(samples, 'product', to, reading).median;
  return judge([
    { what: 'requests/s to bare', value: product('bare', throughput), least: TARGETS.bareThroughput },
    { what: 'CPU/request to bare', value: product('bare', totalCpu), most: TARGETS.bareCpu },
    { what: 'requests/s to naive', value: product('naive', throughput), least: TARGETS.naiveThroughput },
  ]);
}
