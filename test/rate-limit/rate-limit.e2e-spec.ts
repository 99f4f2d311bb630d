import { RateLimiter } from '../../src/rate-limit/rate-limiter.service.js';
import { resetClock, setClock } from '../support/clock.js';
import type { Answer, Client } from '../support/client.js';
import { startService, type TestService } from '../support/service.js';

const LIMITS = { reads: 100, writes: 10, agentCalls: 0, intake: 0, signIn: 0 };
const WINDOW_MS = 60_000;

let service: TestService;

beforeAll(async () => {
  service = await startService({ rateLimits: LIMITS });
});
afterAll(() => service.stop());

/** Some minute of today, long before its end. */
const MINUTE = Math.floor(Date.now() / WINDOW_MS) * WINDOW_MS;
beforeEach(() => setClock(MINUTE + 1_000));
afterAll(() => resetClock());

/** Ten at a time: who waits too long for a connection is answered 503, and was counted. */
async function reads(client: Client, count: number): Promise<Answer[]> {
  const answers: Answer[] = [];
  while (answers.length < count) {
    const batch = Array.from({ length: Math.min(10, count - answers.length) }, () =>
      client.get('/api/agents'),
    );
    answers.push(...(await Promise.all(batch)));
  }
  return answers;
}

describe('rate limits', () => {
  it('the limit is served and no more, and a refusal says when to come back', async () => {
    const acme = await service.anOrganization();
    const answers = await reads(acme, 120);

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(100);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.body).toMatchObject({ error: 'Rate limit exceeded', code: 'rate_limited', status: 429 });
    const seconds = Number(refused?.headers.get('retry-after'));
    expect(seconds).toBeGreaterThanOrEqual(1);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(refused?.headers.get('ratelimit-remaining')).toBe('0');
  });

  it('two replicas share it: never more than the limit, never less than nine tenths', async () => {
    const acme = await service.anOrganization();
    const other = acme.with({ url: (await service.replica()).url });

    const answers = (await Promise.all([reads(acme, 90), reads(other, 90)])).flat();

    const served = answers.filter(({ status }) => status === 200).length;
    expect(served).toBeLessThanOrEqual(100);
    expect(served).toBeGreaterThanOrEqual(90);
  });

  it('every answer says what is left, a refusal of the fields too', async () => {
    const acme = await service.anOrganization();
    const first = await acme.get('/api/agents');
    const second = await acme.get('/api/agents?limit=none');
    for (const [answer, remaining] of [
      [first, '99'],
      [second, '98'],
    ] as const) {
      expect(answer.headers.get('ratelimit-limit')).toBe('100');
      expect(answer.headers.get('ratelimit-remaining')).toBe(remaining);
      expect(Number(answer.headers.get('ratelimit-reset'))).toBeGreaterThan(0);
    }
  });

  it('an answer of any kind says what is left, unless the key was refused before it was counted', async () => {
    const acme = await service.anOrganization();
    const { body: agent } = await acme.post('/api/agents', { name: 'Ava' });
    const { body: narrow } = await acme.post('/api/api-keys', { name: 'narrow', scopes: ['calls:read'] });
    const once = { 'idempotency-key': 'once' };
    await acme.post('/api/agents', { name: 'Bea' }, once);
    const tag = (await acme.get(`/api/agents/${agent.id}`)).headers.get('etag') ?? '';
    const counted = [
      [304, await acme.get(`/api/agents/${agent.id}`, { 'if-none-match': tag })],
      [404, await acme.get('/api/agents/01937f5c-2d5e-7c3a-9b51-0a4f7e1c2d3e')],
      [201, await acme.post('/api/agents', { name: 'Bea' }, once)],
      [422, await acme.post('/api/agents', { name: 'Cleo' }, once)],
    ] as const;
    for (const [status, answer] of counted) {
      expect(answer.status).toBe(status);
      expect(answer.headers.get('ratelimit-remaining')).toMatch(/^\d+$/);
    }
    const refused = [
      [403, await acme.with({ apiKey: narrow.key }).get('/api/agents')],
      [401, await acme.with({ apiKey: 'none' }).get('/api/agents')],
    ] as const;
    for (const [status, answer] of refused) {
      expect(answer.status).toBe(status);
      expect(answer.headers.get('ratelimit-remaining')).toBeNull();
    }
  });

  it('calls of agents have a limit of their own, beside other writes', async () => {
    const calling = await startService({ rateLimits: { ...LIMITS, agentCalls: 3 } });
    try {
      const acme = await calling.anOrganization();
      const { body: agent } = await acme.post('/api/agents', { name: 'Ava' });
      const start = (agentId: string) =>
        acme.post('/api/agents/call', { agentId, phoneNumber: '+19005550100' });
      const answers = [
        await start('none'),
        await start(agent.id),
        await start(agent.id),
        await start(agent.id),
      ];
      expect(answers.map(({ status }) => status)).toEqual([400, 403, 403, 429]);
      expect(answers.map(({ headers }) => headers.get('ratelimit-limit'))).toEqual(['3', '3', '3', '3']);
      expect((await acme.post('/api/agents', { name: 'Ava' })).status).toBe(201);
    } finally {
      await calling.stop();
    }
  });

  it('a limit of nothing is none, and nothing is said of it', async () => {
    const acme = await service.anOrganization();
    const { status, headers } = await acme.post('/api/agents/call', { agentId: 'none' });
    expect([status, headers.get('ratelimit-limit')]).toEqual([400, null]);
  });

  it('reads and writes, and two keys, are counted apart', async () => {
    const acme = await service.anOrganization();
    const writes = await Promise.all(
      Array.from({ length: 11 }, (_, index) => acme.post('/api/agents', { name: `Ava ${index}` })),
    );
    expect(writes.filter(({ status }) => status === 201)).toHaveLength(10);
    expect(writes.filter(({ status }) => status === 429)).toHaveLength(1);
    expect((await acme.get('/api/agents')).status).toBe(200);

    const globex = await service.anOrganization('Globex');
    expect((await globex.post('/api/agents', { name: 'Ava' })).status).toBe(201);
  });

  it('a refusal comes before the body is looked at', async () => {
    const acme = await service.anOrganization();
    for (let sent = 0; sent < 10; sent++) await acme.post('/api/agents', { name: 'Ava' });
    expect((await acme.post('/api/agents', 'no JSON', { 'content-type': 'text/plain' })).status).toBe(429);
  });

  it('in the next minute the limit is whole again, and not a millisecond before', async () => {
    const acme = await service.anOrganization();
    expect((await reads(acme, 101)).at(-1)?.status).toBe(429);

    setClock(MINUTE + WINDOW_MS - 1);
    const last = await acme.get('/api/agents');
    expect(last.status).toBe(429);
    expect(last.headers.get('retry-after')).toBe('1');

    setClock(MINUTE + WINDOW_MS);
    expect((await acme.get('/api/agents')).headers.get('ratelimit-remaining')).toBe('99');
  });

  it('a replica whose clock is late takes from the minute that the others have begun', async () => {
    const acme = await service.anOrganization();
    const late = acme.with({ url: (await service.replica()).url });
    setClock(MINUTE + WINDOW_MS);
    await reads(acme, 60);
    setClock(MINUTE + WINDOW_MS - 1);

    const answers = await reads(late, 60);

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(40);
  });

  it('while the database cannot count nobody is let in, and nothing is counted', async () => {
    const { url } = await service.replica({ databaseTimeouts: { connect: 20_000, statement: 500 } });
    const acme = (await service.anOrganization()).with({ url });
    const blocker = service.db.createQueryRunner();
    await blocker.startTransaction();
    await blocker.query(`LOCK TABLE rate_limits`);
    const refused = await acme.get('/api/agents');
    await blocker.rollbackTransaction();
    await blocker.release();

    expect(refused).toMatchObject({ status: 503, body: { code: 'database_unavailable' } });
    expect((await acme.get('/api/agents')).headers.get('ratelimit-remaining')).toBe('99');
  });

  it('a key that was forgotten for others is counted on from the shared row', async () => {
    const limiter = new RateLimiter(service.db, 2);
    const take = async (key: string): Promise<number> => (await limiter.take(`reads:${key}`, 10)).remaining;

    expect([await take('one'), await take('one'), await take('two')]).toEqual([9, 8, 9]);
    expect(await take('three')).toBe(9);
    expect(await take('one')).toBe(7);
    expect(await take('two')).toBe(8);
  });

  it('a caller without credentials is not counted', async () => {
    const acme = await service.anOrganization();
    const stranger = acme.with({ apiKey: 'vap_live_nobody' });
    expect((await stranger.get('/api/agents')).headers.has('ratelimit-limit')).toBe(false);
    expect((await acme.get('/api/agents')).headers.get('ratelimit-remaining')).toBe('99');
  });
});
