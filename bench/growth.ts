import { FORM_RULES, KNOWN, submission } from './intake-form.js';
import { loadCalls } from './calls-data.js';
import { startDatabase } from './support/database.js';
import { type LoadRequest, runLoad } from './support/load.js';
import { megabytes } from './support/memory.js';
import { aCallingAgent, anOrganization, post } from './support/product.js';
import { judge, median, table } from './support/report.js';
import type { BenchOptions } from './support/rounds.js';
import { type ServerProcess, startServer } from './support/server-process.js';

const CALLS = 20_000;
const CONNECTIONS = 16;
const STEPS = 10;

/** What must be reached: see bench/README.md. */
const TARGETS = { growth: 1.03 };

/** Bytes, right after everything that nobody refers to was collected. */
interface Memory {
  rss: number;
  heapUsed: number;
}

/** Whether the service's memory keeps growing under requests of all kinds. `requests` is their number in all. */
export async function benchGrowth({ requests }: BenchOptions): Promise<boolean> {
  const database = await startDatabase();
  const servers: ServerProcess[] = [];
  try {
    const { id, headers } = await anOrganization(database.url);
    await loadCalls(database.db, id, CALLS);
    await database.db.query('VACUUM ANALYZE');
    const carrier = await startServer('carrier');
    servers.push(carrier);
    const options = { databaseUrl: database.url, carrierUrl: carrier.url };
    const product = await startServer('product', options, ['--expose-gc']);
    servers.push(product);
    const mix = await requestsOfAllKinds(product.url, id, headers);
    let unavailable = 0;
    const steps: Memory[] = [];
    for (let step = 0; step < STEPS; step++) {
      const count = requests / STEPS;
      const load = {
        url: product.url,
        requests: mix.map(orUnavailable),
        headers: {},
        connections: CONNECTIONS,
      };
      unavailable += (await runLoad({ ...load, count })).unavailable;
      steps.push(await product.ask<Memory>());
      process.stderr.write(`${(step + 1) * count} requests\n`);
    }
    console.log(`${unavailable} of ${requests} requests were answered 503: the machine was too busy\n`);
    return report(steps, requests);
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
    await database.stop();
  }
}

/** What a machine that is busy with something else may answer is no matter of memory. */
const orUnavailable = ({ statuses = [200], ...request }: LoadRequest): LoadRequest => ({
  ...request,
  statuses: statuses.concat(503),
});

/** Reading and writing, accepted and refused. */
async function requestsOfAllKinds(
  url: string,
  organizationId: string,
  headers: Record<string, string>,
): Promise<LoadRequest[]> {
  const agentId = await aCallingAgent(url, headers);
  const mapping = await post<{ id: string; intake_api_key: string }>(
    `${url}/api/webhook-mappings`,
    { name: 'Lead form', ...FORM_RULES },
    headers,
  );
  const intake = submission(KNOWN);
  const credentials = {
    'x-org-id': organizationId,
    'x-map-id': mapping.id,
    'x-api-key': mapping.intake_api_key,
  };
  const json = { ...headers, 'content-type': 'application/json' };
  const number = '+1415{200-799}{1000-9999}';
  const postJson = (path: string, body: object, ...statuses: number[]): LoadRequest => ({
    method: 'POST',
    path,
    headers: json,
    statuses,
    body: JSON.stringify(body),
  });
  return [
    { path: '/api/calls?limit=20', headers },
    { path: '/api/calls?most_recent=true&fields=full', headers },
    { path: `/api/agents/${agentId}`, headers },
    { ...intake, headers: { ...intake.headers, ...credentials } },
    postJson('/api/contacts', { phone: number, first_name: 'Ada' }, 201, 409),
    postJson('/api/agents/call', { agentId, phoneNumber: number }, 201),
    postJson('/api/agents/call', { agentId, phoneNumber: '12' }, 400),
    { path: '/api/calls?limit=many', headers, statuses: [400] },
    { path: '/api/calls', headers: { ...headers, 'x-api-key': 'vap_live_wrong' }, statuses: [401] },
    { path: '/api/calls/00000000-0000-7000-8000-000000000000', headers, statuses: [404] },
  ];
}

function report(steps: Memory[], requests: number): boolean {
  const rows = steps.map(({ rss, heapUsed }, step) => [
    String(((step + 1) * requests) / STEPS),
    megabytes(rss),
    megabytes(heapUsed),
  ]);
  console.log(table([['requests', 'resident MB', 'heap MB'], ...rows]));
  // The first third is warming up: code is compiled, caches fill.
  const [middle, last] = [steps.slice(4, 7), steps.slice(7)];
  const growth = (size: (memory: Memory) => number): number =>
    median(last.map(size)) / median(middle.map(size));
  return judge([
    { what: 'resident, last third to middle', value: growth(({ rss }) => rss), most: TARGETS.growth },
    { what: 'heap, last third to middle', value: growth(({ heapUsed }) => heapUsed), most: TARGETS.growth },
  ]);
}
