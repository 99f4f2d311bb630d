import { isDeepStrictEqual } from 'node:util';
import { loadCalls } from './calls-data.js';
import { startDatabase } from './support/database.js';
import { median, ratio, ratioText, table } from './support/report.js';
import { anOrganization } from './support/product.js';
import { type BenchOptions, measure, type Sample } from './support/rounds.js';
import { type ServerProcess, startServer } from './support/server-process.js';

const CALLS = 100_000;
const PAGE = 50;
const PAGES = 10;
const CONNECTIONS = 32;
const WARM_UP_SECONDS = 1;

/** What must be reached: see bench/README.md. */
const TARGETS = { anchorThroughput: 0.65, anchorCpu: 1.6, peerThroughput: 4 };

/** GET /api/calls, light, 50 calls, one filter, exact total, against a bare server and the usual way to write it. */
export async function benchListCalls({ rounds, seconds }: BenchOptions): Promise<boolean> {
  const database = await startDatabase();
  const servers: ServerProcess[] = [];
  try {
    const organization = await anOrganization(database.url);
    const agents = await loadCalls(database.db, organization.id, CALLS);
    await database.db.query('VACUUM ANALYZE');
    for (const name of ['product', 'bare', 'naive']) {
      servers.push(await startServer(name, { databaseUrl: database.url }));
    }
    const headers = { 'x-organization-id': organization.id, 'x-api-key': organization.apiKey };
    const load = { paths: pathsOf(agents), headers, connections: CONNECTIONS };
    await checkSameAnswers(servers, load.paths, headers);
    const plan = { rounds, seconds, warmUpSeconds: WARM_UP_SECONDS, load, postgres: database.pid };
    return report(await measure(servers, plan));
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
    await database.stop();
  }
}

/** The first ten pages of ten agents. */
const pathsOf = (agents: string[]): string[] =>
  Array.from({ length: PAGES }, (_, page) => page * PAGE).flatMap((offset) =>
    agents.map(
      (agent) => `/api/calls?agent_id=${agent}&limit=${PAGE}${offset > 0 ? `&offset=${offset}` : ''}`,
    ),
  );

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
    if (shared !== bare || !isDeepStrictEqual(JSON.parse(shared), JSON.parse(naive))) {
      throw new Error(`${path}: the answers differ`);
    }
  }
}

function report(samples: Map<string, Sample[]>): boolean {
  const of = (name: string): Sample[] => samples.get(name) ?? [];
  const middle = (name: string, value: (sample: Sample) => number, digits = 2): string =>
    median(of(name).map(value)).toFixed(digits);
  const nodeCpu = ({ nodeCpu }: Sample): number => nodeCpu;
  const throughput = ({ requestsPerSecond }: Sample): number => requestsPerSecond;
  const rows = [...samples.keys()].map((name) => [
    name,
    middle(name, throughput, 0),
    ratioText(ratio(of(name), of('bare'), throughput)),
    middle(name, ({ p50 }) => p50),
    middle(name, ({ p99 }) => p99),
    middle(name, nodeCpu, 3),
    ratioText(ratio(of(name), of('bare'), nodeCpu)),
    middle(name, ({ postgresCpu }) => postgresCpu, 3),
  ]);
  const heading = [
    'server',
    'req/s',
    'to bare',
    'p50 ms',
    'p99 ms',
    'Node ms/req',
    'to bare',
    'PostgreSQL ms/req',
  ];
  console.log(table([heading, ...rows]));
  const reached = {
    'requests/s to bare': ratio(of('product'), of('bare'), throughput).median >= TARGETS.anchorThroughput,
    'CPU/request to bare': ratio(of('product'), of('bare'), nodeCpu).median <= TARGETS.anchorCpu,
    'requests/s to naive': ratio(of('product'), of('naive'), throughput).median >= TARGETS.peerThroughput,
  };
  console.log(`product to naive: ${ratioText(ratio(of('product'), of('naive'), throughput))}`);
  console.log(reached);
  return Object.values(reached).every(Boolean);
}
