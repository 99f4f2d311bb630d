import type { Client } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let acme: Client;

beforeAll(async () => {
  service = await startService();
  acme = await service.anOrganization();
});
afterAll(() => service.stop());

const keyed = (key: string) => ({ 'idempotency-key': key });
const agentsNamed = async (name: string): Promise<number> => {
  const [{ count }] = await service.db.query(`SELECT count(*)::int FROM agents WHERE name = $1`, [name]);
  return count;
};

describe('idempotency keys', () => {
  it('two hundred requests at once with one key, on two replicas, take effect once', async () => {
    const other = acme.with({ url: (await service.replica()).url });
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        (index % 2 ? acme : other).post('/api/agents', { name: 'Once' }, keyed('at-once')),
      ),
    );

    const fresh = answers.filter(
      ({ status, headers }) => status === 201 && !headers.has('idempotent-replayed'),
    );
    expect(fresh).toHaveLength(1);
    for (const { status, text, headers } of answers) {
      if (status === 201) {
        expect(text).toBe(fresh[0]?.text);
      } else {
        // 503 on a busy machine, where not all get a connection in time: come again, too.
        expect([409, 503]).toContain(status);
        expect(headers.get('retry-after')).toBe('1');
      }
    }
    expect(await agentsNamed('Once')).toBe(1);
  });

  it('a request that is still running is 409 to the next one', async () => {
    const number = { number: '+13125550177' };
    const blocker = service.db.createQueryRunner();
    await blocker.startTransaction();
    await blocker.query(`LOCK TABLE phone_numbers IN ACCESS EXCLUSIVE MODE`);
    const first = acme.post('/api/phone-numbers', number, keyed('slow'));
    // Its key, and the turn to change the default number.
    const locks = `SELECT count(*)::int FROM pg_locks WHERE locktype = 'advisory'
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
    await eventually(async () => (await service.db.query(locks))[0].count >= 2);

    const second = await acme.post('/api/phone-numbers', number, keyed('slow'));
    await blocker.rollbackTransaction();
    await blocker.release();

    expect(second).toMatchObject({ status: 409, body: { code: 'idempotency_in_progress' } });
    expect(second.headers.get('retry-after')).toBe('1');
    expect((await first).status).toBe(201);
    const third = await acme.post('/api/phone-numbers', number, keyed('slow'));
    expect(third.text).toBe((await first).text);
  });

  it('the key of one organization means nothing to another', async () => {
    const globex = await service.anOrganization('Globex');
    const ours = await acme.post('/api/agents', { name: 'Shared' }, keyed('shared'));
    const theirs = await globex.post('/api/agents', { name: 'Shared' }, keyed('shared'));
    expect(theirs.status).toBe(201);
    expect(theirs.body.id).not.toBe(ours.body.id);
    expect(theirs.headers.has('idempotent-replayed')).toBe(false);
  });

  it('a key is valid for one path', async () => {
    const agent = await acme.post('/api/agents', { name: 'Path' }, keyed('one-path'));
    const apiKey = await acme.post('/api/api-keys', { name: 'x', scopes: ['calls:read'] }, keyed('one-path'));
    expect([agent.status, apiKey.status]).toEqual([201, 201]);
  });

  it('a refused request leaves the key free for the right one', async () => {
    expect((await acme.post('/api/agents', { name: '' }, keyed('second-try'))).status).toBe(400);
    const right = await acme.post('/api/agents', { name: 'Right' }, keyed('second-try'));
    expect(right.status).toBe(201);
    expect(right.headers.has('idempotent-replayed')).toBe(false);
  });

  it('a request that fails half-way has no effect and leaves the key free', async () => {
    await service.db.query(`ALTER TABLE agent_versions ADD CONSTRAINT broken CHECK (name <> 'Broken')`);
    const failed = await acme.post('/api/agents', { name: 'Broken' }, keyed('broken'));
    expect(failed).toMatchObject({ status: 500, body: { error: 'Internal server error' } });
    expect(await agentsNamed('Broken')).toBe(0);

    await service.db.query(`ALTER TABLE agent_versions DROP CONSTRAINT broken`);
    expect((await acme.post('/api/agents', { name: 'Broken' }, keyed('broken'))).status).toBe(201);
  });

  it('after a day the key is new again', async () => {
    const first = await acme.post('/api/agents', { name: 'Yesterday' }, keyed('daily'));
    await service.db.query(`UPDATE idempotency_keys SET created_at = created_at - interval '24 hours'`);
    const next = await acme.post('/api/agents', { name: 'Today' }, keyed('daily'));
    expect(next.status).toBe(201);
    expect(next.body.id).not.toBe(first.body.id);
  });

  it('a replayed secret is kept by nobody either', async () => {
    const body = { name: 'once', scopes: ['agents:read'] };
    await acme.post('/api/api-keys', body, keyed('secret'));
    const again = await acme.post('/api/api-keys', body, keyed('secret'));
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.headers.get('cache-control')).toBe('no-store');
  });

  it.each([
    ['an empty key', ''],
    ['a key with a space, as two headers give', 'one, two'],
    ['a key of 256 characters', 'k'.repeat(256)],
    ['a key outside ASCII', 'é'],
  ])('%s is refused', async (_, key) => {
    expect(await acme.post('/api/agents', { name: 'Refused' }, keyed(key))).toMatchObject({
      status: 400,
      body: { error: 'Invalid Idempotency-Key' },
    });
    expect(await agentsNamed('Refused')).toBe(0);
  });

  it('a key of 255 characters is taken', async () => {
    expect((await acme.post('/api/agents', { name: 'Long' }, keyed('k'.repeat(255)))).status).toBe(201);
  });
});
