import { setTimeout as delay } from 'node:timers/promises';
import { SERVICE_TIMEOUTS } from '../../ormconfig.js';
import { request, type Answer, type Client } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { aMapping } from '../support/mappings.js';
import { startPrivatePostgres, type PrivatePostgres } from '../support/private-postgres.js';
import { routesOf, type Route } from '../support/routes.js';
import { startServiceOn, type TestService } from '../support/service.js';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.js';

/** Promised are 2 s; the rest is for a test machine that is busy with other things. */
const LONGEST_MS = 2_500;
let postgres: PrivatePostgres;
let proxy: TcpProxy;
let service: TestService;
let acme: Client;

beforeAll(async () => {
  postgres = await startPrivatePostgres();
  proxy = await startTcpProxy(postgres.url);
  service = await startServiceOn(proxy.through(postgres.url), {
    databaseTimeouts: SERVICE_TIMEOUTS,
    rateLimits: { reads: 100_000, writes: 100_000, agentCalls: 100_000, intake: 100_000, signIn: 0 },
  });
  acme = await service.anOrganization();
});
afterAll(async () => {
  await service.stop();
  await proxy.stop();
  await postgres.stop();
});

/** How the service can lose its database, and get it back. */
const OUTAGES: [string, () => Promise<void> | void, () => Promise<void> | void][] = [
  ['stands still', () => postgres.freeze(), () => postgres.thaw()],
  ['is behind a network that lost its connections', () => proxy.swallow(), () => proxy.heal()],
];

describe.each(OUTAGES)('a database that %s', (_, begin, end) => {
  it.each([
    ['that has just served the caller', () => Promise.resolve(acme)],
    ['that meets the caller for the first time', async () => acme.with(await service.replica())],
  ])('gives 503 in time on every route of a replica %s', async (_, onReplica) => {
    const caller = await onReplica();
    await acme.get('/api/agents');
    const routes = routesOf(service.app).filter(
      ({ path }) => path.startsWith('/api/') && !judgesByItself(path),
    );
    expect(routes.length).toBeGreaterThan(10);
    await begin();
    try {
      const answers = await Promise.all(routes.map((route) => timed(() => ask(caller, route))));
      expect(answers.map(({ answer }) => answer).filter((answer) => !isUnavailable(answer))).toEqual([]);
      expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThan(LONGEST_MS);
    } finally {
      await end();
    }
    await recovered();
  });

  it('refuses submissions in time too, however many of them wait for one another', async () => {
    // Another one's: with its own writes counted ahead, the other tests' caller would be told of bad fields instead.
    const mapping = await aMapping(await service.anOrganization());
    const post = (phone: string) => timed(() => mapping.post({ phone }));
    expect((await post('+13125550100')).answer.status).toBeLessThan(300);
    await begin();
    try {
      const answers = await Promise.all([
        ...Array.from({ length: 10 }, () => post('+13125550100')),
        ...Array.from({ length: 200 }, (_, index) => post(`+1312555${1_000 + index}`)),
      ]);
      expect(answers.map(({ answer }) => answer).filter((answer) => !isUnavailable(answer))).toEqual([]);
      expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThan(LONGEST_MS);
    } finally {
      await end();
    }
    await recovered();
  });

  it('makes the service unready, and leaves it alive', async () => {
    await begin();
    try {
      const ready = await timed(() => request(`${service.url}/health/ready`));
      expect(ready.answer).toMatchObject({ status: 503, body: { checks: { database: 'failing' } } });
      expect(ready.ms).toBeLessThan(LONGEST_MS);
      expect((await request(`${service.url}/health/live`)).status).toBe(200);
    } finally {
      await end();
    }
    await recovered();
  });
});

describe('a database that ends', () => {
  it.each([
    ['is killed under load', () => postgres.kill()],
    ['closes every session', () => closeSessions()],
  ])('%s: nothing but 2xx and 503, and no restart of the service', async (_, strike) => {
    const answers: Answer[] = [];
    const load = { on: true };
    const send = async (): Promise<void> => {
      while (load.on)
        answers.push(await acme.post('/api/agents', { name: 'Ava' }), await acme.get('/api/agents?limit=1'));
    };
    const clients = Promise.all(Array.from({ length: 12 }, send));
    try {
      await delay(300);
      await strike();
      await delay(1_000);
      await recovered();
    } finally {
      load.on = false;
      await clients;
    }
    const odd = answers.filter((answer) => answer.status >= 300 && !isUnavailable(answer));
    expect(odd.map(({ body }) => body)).toEqual([]);
    expect(answers.some(isUnavailable)).toBe(true);
    expect(answers.at(-1)?.status).toBeLessThan(300);
  });
});

/** Without a carrier's signature or a mapping's credentials these refuse before they ask the database. */
const judgesByItself = (path: string): boolean =>
  path.startsWith('/api/voice/') || path === '/api/contacts/flex';

const ask = (caller: Client, { method, path }: Route): Promise<Answer> =>
  caller.send(method, path, method === 'GET' || method === 'DELETE' ? undefined : { name: 'Ava' }, {});

const isUnavailable = ({ status, headers, body }: Answer): boolean =>
  status === 503 &&
  headers.get('retry-after') === '1' &&
  body?.['code'] === 'database_unavailable' &&
  body['error'] === 'Service temporarily unavailable';

async function timed(send: () => Promise<Answer>): Promise<{ answer: Answer; ms: number }> {
  const started = performance.now();
  const answer = await send();
  return { answer, ms: performance.now() - started };
}

/** Ready again, and every connection of the pool works: more requests at once than it has connections. */
async function recovered(): Promise<void> {
  await eventually(async () => (await request(`${service.url}/health/ready`)).status === 200);
  const answers = await Promise.all(Array.from({ length: 30 }, () => acme.get('/api/agents?limit=1')));
  expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
}

async function closeSessions(): Promise<void> {
  await service.db.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`,
  );
}
