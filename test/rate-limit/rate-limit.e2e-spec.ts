import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer, Client } from '../support/client.js';
import { startService, type TestService } from '../support/service.js';

const LIMITS = { reads: 100, writes: 10, agentCalls: 0, intake: 0 };
const WINDOW_MS = 60_000;

let service: TestService;

beforeAll(async () => {
  service = await startService({ rateLimits: LIMITS });
});
afterAll(() => service.stop());

/** A minute with enough left of it: what is counted here must not fall into two. */
async function roomInTheMinute(): Promise<void> {
  const left = WINDOW_MS - (Date.now() % WINDOW_MS);
  if (left < 15_000) {
    await sleep(left + 10);
  }
}
beforeEach(roomInTheMinute, 30_000);

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
    for (let sent = 0; sent < 10; sent++) {
      await acme.post('/api/agents', { name: 'Ava' });
    }
    expect((await acme.post('/api/agents', 'no JSON', { 'content-type': 'text/plain' })).status).toBe(429);
  });

  it('in the next minute the limit is whole again', async () => {
    const acme = await service.anOrganization();
    await reads(acme, 101);
    // The shared row and the replica's own count go by the clock: another replica has not counted yet.
    await service.db.query(`UPDATE rate_limits SET window_start = window_start - interval '1 minute'`);
    const other = acme.with({ url: (await service.replica()).url });
    expect((await other.get('/api/agents')).headers.get('ratelimit-remaining')).toBe('99');
  });

  it('a caller without credentials is not counted', async () => {
    const acme = await service.anOrganization();
    const stranger = acme.with({ apiKey: 'vap_live_nobody' });
    expect((await stranger.get('/api/agents')).headers.has('ratelimit-limit')).toBe(false);
    expect((await acme.get('/api/agents')).headers.get('ratelimit-remaining')).toBe('99');
  });
});
