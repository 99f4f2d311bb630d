import type { DataSource } from 'typeorm';
import { BOTH, FORM_RULES, formBody, loadContacts, submission } from './intake-form.js';
import { intakeParameters, intakeScript } from './intake-script.js';
import { type BenchDatabase, startDatabase } from './support/database.js';
import { hasPgbench, runPgbench } from './support/pgbench.js';
import { anOrganization, type BenchOrganization, post } from './support/product.js';
import {
  type Column,
  compare,
  judge,
  nodeCpu,
  postgresCpu,
  ratio,
  SPEED,
  throughput,
  totalCpu,
} from './support/report.js';
import { type BenchOptions, type Contestant, measure, type Sample, underLoad } from './support/rounds.js';
import { type ServerProcess, startServer } from './support/server-process.js';

const WARM_UP_SECONDS = 2;

/** PostgreSQL takes a hundred connections in all, and gets no faster by more of them. */
const MOST_CLIENTS = 64;

/** What must be reached: see bench/README.md. */
const TARGETS = { pgbenchThroughput: 0.6, naiveThroughput: 8 };

/** POST /api/contacts/flex, half of the phones known, against PostgreSQL alone and the usual way to write it. */
export async function benchIntake({ rounds, seconds, connections }: BenchOptions): Promise<boolean> {
  if (!hasPgbench()) {
    console.error('pgbench, the anchor, is not on the PATH. Debian has it in the package postgresql.');
    return false;
  }
  const database = await startDatabase();
  const servers: ServerProcess[] = [];
  try {
    const organization = await anOrganization(database.url);
    await loadContacts(database.db, organization.id);
    for (const name of ['product', 'naive-intake'])
      servers.push(await startServer(name, { databaseUrl: database.url }));
    await database.db.query('VACUUM ANALYZE');
    const contestants = await contestantsOf(database, organization, servers, connections);
    return report(
      await measure(contestants, { rounds, seconds, warmUpSeconds: WARM_UP_SECONDS, postgres: database.pid }),
    );
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
    await database.stop();
  }
}

/** The product, pgbench and the peer, each seen to make and to change contacts. */
async function contestantsOf(
  { url, db }: BenchDatabase,
  organization: BenchOrganization,
  servers: ServerProcess[],
  connections: number,
): Promise<Contestant[]> {
  const [product, naive] = servers as [ServerProcess, ServerProcess];
  const mapping = await post<{ id: string; intake_api_key: string }>(
    `${product.url}/api/webhook-mappings`,
    { name: 'Lead form', ...FORM_RULES },
    organization.headers,
  );
  const headers = {
    'x-org-id': organization.id,
    'x-map-id': mapping.id,
    'x-api-key': mapping.intake_api_key,
  };
  const script = {
    texts: BOTH.map(intakeScript),
    variables: { org: organization.id, ...intakeParameters(organization.id, mapping.id) },
  };
  const pgbench: Contestant = {
    name: 'pgbench',
    pid: null,
    run: (plan, whenWarm) =>
      runPgbench(url, script, { ...plan, clients: Math.min(connections, MOST_CLIENTS) }, whenWarm),
  };
  await checkServer(db, product, '1000', headers);
  await checkServer(db, naive, '1001', headers);
  await checkScript(db, pgbench);
  const load = { requests: BOTH.map(submission), headers, connections };
  return [underLoad(product, load), pgbench, underLoad(naive, load)];
}

/** @throws Error unless a new number makes a contact (201), and the next submission changes it (200) */
async function checkServer(
  db: DataSource,
  { name, url }: ServerProcess,
  line: string,
  headers: Record<string, string>,
): Promise<void> {
  for (const [code, status] of [
    ['A', 201],
    ['B', 200],
  ] as const) {
    const form = formBody({ area: '212', exchange: '200', line, code });
    await post(`${url}/api/contacts/flex`, form, headers, status);
    const [found] = await db.query<unknown[]>(
      `SELECT FROM contacts WHERE phone = '+1212200' || $2 AND first_name = 'Ada' AND email = 'ada@example.com'
          AND variables ->> 'offer' = $1`,
      [`spring-${code}`, line],
    );
    if (!found) throw new Error(`${name} did not store the contact.`);
  }
}

/** @throws Error unless the script makes contacts and changes some, each with its line in the log and its event */
async function checkScript(db: DataSource, { run }: Contestant): Promise<void> {
  const rows = async (): Promise<number[]> => {
    const [counts] = await db.query<Record<string, string>[]>(
      `SELECT (SELECT count(*) FROM intake_requests), (SELECT count(*) FROM events),
              (SELECT count(*) FROM intake_requests WHERE outcome = 'created') AS created,
              (SELECT count(*) FROM intake_requests WHERE outcome = 'updated') AS updated`,
    );
    return Object.values(counts ?? {}).map(Number);
  };
  const before = await rows();
  await run({ warmUpSeconds: 0, seconds: 1 }, () => Promise.resolve());
  if ((await rows()).some((count, index) => count < (before[index] ?? 0) + 10))
    throw new Error('pgbench did not store what it was to store.');
}

const COLUMNS: Column[] = [
  ...SPEED,
  { heading: 'Node ms/req', reading: nodeCpu, digits: 3 },
  { heading: 'PostgreSQL ms/req', reading: postgresCpu, digits: 3 },
  { heading: 'total CPU', reading: totalCpu, ratio: true },
];

function report(samples: Map<string, Sample[]>): boolean {
  compare(samples, 'pgbench', COLUMNS);
  const product = (to: string) => ratio(samples, 'product', to, throughput).median;
  return judge([
    { what: 'requests/s to pgbench', value: product('pgbench'), least: TARGETS.pgbenchThroughput },
    { what: 'requests/s to naive', value: product('naive-intake'), least: TARGETS.naiveThroughput },
  ]);
}
