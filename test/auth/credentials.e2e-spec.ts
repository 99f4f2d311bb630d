import { request as httpRequest } from 'node:http';
import { v7 } from 'uuid';
import { SCOPES } from '../../src/auth/scopes.js';
import { ApiKeys } from '../../src/auth/api-keys.service.js';
import { formatApiKey } from '../../src/common/api-key-format.js';
import { Transactions } from '../../src/database/transactions.service.js';
import { request, type Client } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let acme: Client;
let globex: Client;

beforeAll(async () => {
  service = await startService();
  acme = await service.anOrganization('Acme');
  globex = await service.anOrganization('Globex');
});
afterAll(() => service.stop());

const aKey = (scopes: readonly (typeof SCOPES)[number][], expiresAt: Date | null = null) =>
  service.app
    .get(Transactions)
    .run((tx) =>
      service.app.get(ApiKeys).issue(tx, acme.organizationId, { name: 'a key', scopes, expiresAt }),
    );

const REFUSED = {
  status: 401,
  body: { error: 'Authentication failed', code: 'authentication_failed', status: 401, details: [] },
};

describe('credentials', () => {
  it('a key and its organization open the door', async () => {
    expect((await acme.get('/api/agents')).status).toBe(200);
  });

  const wrong: [string, () => Record<string, string>][] = [
    ['no credentials', () => ({})],
    ['no organization', () => ({ 'x-api-key': acme.credentials.apiKey })],
    ['no key', () => ({ 'x-organization-id': acme.organizationId })],
    ['an empty key', () => ({ 'x-api-key': '', 'x-organization-id': acme.organizationId })],
    ['a key of another organization', () => both(globex.credentials.apiKey, acme.organizationId)],
    ['an unknown organization', () => both(acme.credentials.apiKey, v7())],
    ['an organization that is no id', () => both(acme.credentials.apiKey, 'acme')],
    ['a key that is none', () => both('secret', acme.organizationId)],
    ['a key with a typo', () => both(`${acme.credentials.apiKey.slice(0, -1)}?`, acme.organizationId)],
    ['an oversized key', () => both('k'.repeat(9_000), acme.organizationId)],
    ['an empty organization', () => both(acme.credentials.apiKey, '')],
    ['an oversized organization', () => both(acme.credentials.apiKey, 'o'.repeat(6_000))],
    ['SQL for a key', () => both(`' OR 1=1 --`, acme.organizationId)],
    ['SQL for an organization', () => both(acme.credentials.apiKey, `' OR 1=1 --`)],
  ];
  const both = (key: string, org: string) => ({ 'x-api-key': key, 'x-organization-id': org });

  it.each(wrong)('%s: the same refusal, and nothing is changed', async (_, headers) => {
    const before = (await acme.get('/api/agents')).body.pagination.total;
    expect(await request(`${service.url}/api/agents`, { headers: headers() })).toMatchObject(REFUSED);
    const posted = { 'content-type': 'application/json', ...headers() };
    expect(
      await request(`${service.url}/api/agents`, { method: 'POST', headers: posted, body: '{"name":"Ava"}' }),
    ).toMatchObject(REFUSED);
    expect((await acme.get('/api/agents')).body.pagination.total).toBe(before);
  });

  it('a well-formed key that was never issued is refused like any other', async () => {
    const { text } = await aKey(SCOPES);
    await service.db.query(`DELETE FROM api_keys WHERE organization_id = $1 AND name = 'a key'`, [
      acme.organizationId,
    ]);
    expect(await acme.with({ apiKey: text }).get('/api/agents')).toMatchObject(REFUSED);
  });

  it.each(['x-api-key', 'x-organization-id'] as const)(
    '%s twice is refused, even with the same value',
    async (twice) => {
      const once = both(acme.credentials.apiKey, acme.organizationId);
      const status = await new Promise((resolve, reject) => {
        httpRequest(`${service.url}/api/agents`, {
          headers: { ...once, [twice]: [once[twice], once[twice]] },
        })
          .on('response', (response) => resolve(response.resume().statusCode))
          .on('error', reject)
          .end();
      });
      expect(status).toBe(401);
    },
  );

  it('an expired key is refused', async () => {
    const { text } = await aKey(SCOPES, new Date(Date.now() - 1_000));
    expect(await acme.with({ apiKey: text }).get('/api/agents')).toMatchObject(REFUSED);
  });

  it('a revoked key is refused by every replica within five seconds', async () => {
    const { id, text } = await aKey(SCOPES);
    const other = await service.replica();
    const here = acme.with({ apiKey: text });
    const there = here.with({ url: other.url });
    expect([(await here.get('/api/agents')).status, (await there.get('/api/agents')).status]).toEqual([
      200, 200,
    ]);

    await service.db.query(`UPDATE api_keys SET revoked_at = now() WHERE id = $1`, [id]);
    await new Promise((resolve) => setTimeout(resolve, 4_900));

    expect(await here.get('/api/agents')).toMatchObject(REFUSED);
    expect(await there.get('/api/agents')).toMatchObject(REFUSED);
  });

  it('an organization’s id may be written in capitals', async () => {
    const headers = both(acme.credentials.apiKey, acme.organizationId.toUpperCase());
    expect((await request(`${service.url}/api/agents`, { headers })).status).toBe(200);
  });

  it('a key that expires stops working while it is known', async () => {
    const { text } = await aKey(SCOPES, new Date(Date.now() + 1_000));
    const client = acme.with({ apiKey: text });
    expect((await client.get('/api/agents')).status).toBe(200);
    await eventually(async () => (await client.get('/api/agents')).status === 401, 3);
  });

  it('a key without the scope may not', async () => {
    const { text } = await aKey(['agents:read']);
    const reader = acme.with({ apiKey: text });
    expect((await reader.get('/api/agents')).status).toBe(200);
    expect(await reader.post('/api/agents', { name: 'Ava' })).toMatchObject({
      status: 403,
      body: { error: 'Insufficient scope', code: 'insufficient_scope' },
    });
  });

  it('the key is stored only as a hash', async () => {
    const dump = JSON.stringify(await service.db.query(`SELECT * FROM api_keys`));
    expect(dump).not.toContain(acme.credentials.apiKey);
    expect(dump).not.toContain(acme.credentials.apiKey.split('_')[3]);
  });

  it('who knows a key’s id but not its secret does not use it', async () => {
    const { id } = await aKey(SCOPES);
    const forged = formatApiKey('live', id, Buffer.alloc(32, 7));
    expect(await acme.with({ apiKey: forged }).get('/api/agents')).toMatchObject(REFUSED);

    const { id: other, text } = await aKey(SCOPES);
    await acme.with({ apiKey: text }).get('/api/agents');
    const lastUse = async (key: string) =>
      (await service.db.query(`SELECT last_used_at FROM api_keys WHERE id = $1`, [key]))[0].last_used_at;
    await eventually(async () => (await lastUse(other)) !== null);
    expect(await lastUse(id)).toBeNull();
  });

  it('the use of a key is noted', async () => {
    const { id, text } = await aKey(SCOPES);
    await acme.with({ apiKey: text }).get('/api/agents');
    await eventually(async () => {
      const [row] = await service.db.query(`SELECT last_used_at FROM api_keys WHERE id = $1`, [id]);
      return row.last_used_at !== null;
    });
  });
});
