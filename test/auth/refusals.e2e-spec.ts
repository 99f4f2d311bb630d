import { randomBytes } from 'node:crypto';
import { v7 } from 'uuid';
import { formatApiKey } from '../../src/common/api-key-format.js';
import { request, type Client } from '../support/client.js';
import { aMapping } from '../support/mappings.js';
import { startService, type TestService } from '../support/service.js';
import { statementsOf } from '../support/statements.js';

let service: TestService;
let acme: Client;
let globex: Client;

beforeAll(async () => {
  service = await startService();
  acme = await service.anOrganization('Acme');
  globex = await service.anOrganization('Globex');
});
afterAll(() => service.stop());

interface Key {
  id: string;
  key: string;
}
const aKey = async (of: Client, scope = 'agents:read'): Promise<Key> =>
  (await of.post('/api/api-keys', { name: 'a key', scopes: [scope] })).body;

const textOf = (id: string): string => formatApiKey('live', id, randomBytes(32));

async function aRevokedKey(): Promise<Key> {
  const key = await aKey(acme);
  await acme.delete(`/api/api-keys/${key.id}`);
  return key;
}

async function anExpiredKey(): Promise<Key> {
  const key = await aKey(acme);
  await service.db.query(`UPDATE api_keys SET expires_at = now() - interval '1 second' WHERE id = $1`, [
    key.id,
  ]);
  return key;
}

/** A key in use, and its text with another secret: what is known of the one must not speed up the other. */
async function aForgedKey(): Promise<string> {
  const { id, key } = await aKey(acme);
  expect((await acme.with({ apiKey: key }).get('/api/agents')).status).toBe(200);
  return textOf(id);
}

const withTypo = (key: string): string => key.slice(0, -1) + (key.endsWith('0') ? '1' : '0');

type Credentials = [organizationId: string, apiKey: string];
const own = (apiKey: string): Credentials => [acme.organizationId, apiKey];

/** How one request has the service look for keys. That a good one was used is noted besides, later. */
async function lookupsFor([org, key]: Credentials): Promise<string[]> {
  const headers = { 'x-organization-id': org, 'x-api-key': key };
  const sent = await statementsOf(service, async () => {
    expect((await request(`${service.url}/api/agents`, { headers })).status).toBe(401);
  });
  return sent
    .map(({ text }) => text)
    .filter((text) => text.startsWith('SELECT') && text.includes('api_keys'));
}

describe('a refused credential', () => {
  const judged: [string, () => Promise<Credentials>][] = [
    ['a key that was never issued', async () => own(textOf(v7()))],
    ['an unknown organization', async () => [v7(), (await aKey(acme)).key]],
    ['a key of another organization', async () => own((await aKey(globex)).key)],
    ['another secret for a key in use', async () => own(await aForgedKey())],
    ['a revoked key', async () => own((await aRevokedKey()).key)],
    ['an expired key', async () => own((await anExpiredKey()).key)],
  ];

  it.each(judged)('%s: one look at the keys, by the same statement', async (_, credentials) => {
    const lookups = await lookupsFor(await credentials());
    expect(lookups).toEqual([expect.stringContaining('LEFT JOIN api_keys')]);
  });

  it.each([
    ['a checksum that is wrong', async () => own(withTypo((await aKey(acme)).key))],
    ['a text that is no key', async () => own('secret')],
    ['an organization that is no id', async () => ['acme', (await aKey(acme)).key]],
  ] satisfies [string, () => Promise<Credentials>][])(
    '%s: no look at all, whatever is stored',
    async (_, credentials) => {
      expect(await lookupsFor(await credentials())).toEqual([]);
    },
  );

  it('a mapping is looked for only on behalf of a key that may post to it', async () => {
    const [mapping, other] = [await aMapping(acme), await aMapping(acme)];
    const mappingsAskedFor = async (apiKey: string, mapId: string): Promise<number> => {
      const sent = await statementsOf(service, async () => {
        const answer = await mapping.post({}, { 'x-api-key': apiKey, 'x-map-id': mapId });
        expect(answer.status).toBe(401);
      });
      return sent.filter(({ text }) => text.includes('webhook_mappings')).length;
    };
    expect(await mappingsAskedFor(textOf(v7()), mapping.id)).toBe(0);
    expect(await mappingsAskedFor(mapping.key, other.id)).toBe(0);
    expect(await mappingsAskedFor((await aKey(acme, 'intake:write')).key, v7())).toBe(1);
  });
});
