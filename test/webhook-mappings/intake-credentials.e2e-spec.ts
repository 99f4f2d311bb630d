import { v7 } from 'uuid';
import { formatApiKey } from '../../src/common/api-key-format.js';
import type { Answer, Client } from '../support/client.js';
import { aMapping, aPhone, type Mapping, postTo } from '../support/mappings.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let acme: Client;
let globex: Client;
let mapping: Mapping;
let inactive: Mapping;
let foreign: Mapping;
/** Keys by what is so about them. */
let keys: Record<'ok' | 'other organization' | 'revoked' | 'expired' | 'wrong scope', string>;

beforeAll(async () => {
  service = await startService();
  acme = await service.anOrganization();
  globex = await service.anOrganization('Globex');
  mapping = await aMapping(acme);
  inactive = await aMapping(acme, { status: 'inactive' });
  foreign = await aMapping(globex);
  keys = {
    ok: (await aKey('intake:write')).key,
    'other organization': globex.credentials.apiKey,
    revoked: await aRevokedKey(),
    expired: await anExpiredKey(),
    'wrong scope': (await aKey('calls:read')).key,
  };
});
afterAll(() => service.stop());

const aKey = async (scope: string): Promise<{ id: string; key: string }> =>
  (await acme.post('/api/api-keys', { name: scope, scopes: [scope] })).body;

async function aRevokedKey(): Promise<string> {
  const { id, key } = await aKey('intake:write');
  await acme.delete(`/api/api-keys/${id}`);
  return key;
}

async function anExpiredKey(): Promise<string> {
  const { id, key } = await aKey('intake:write');
  await service.db.query(`UPDATE api_keys SET expires_at = now() - interval '1 second' WHERE id = $1`, [id]);
  return key;
}

const contacts = async (): Promise<number> =>
  (await service.db.query(`SELECT count(*)::int AS count FROM contacts`))[0].count;
const lines = async (): Promise<number> =>
  (await service.db.query(`SELECT count(*)::int AS count FROM intake_requests`))[0].count;

interface Values {
  orgId?: unknown;
  apiKey?: unknown;
  mapId?: unknown;
}

const present = (values: Values): [string, string][] =>
  Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));

const HEADERS: Record<string, string> = { orgId: 'x-org-id', apiKey: 'x-api-key', mapId: 'x-map-id' };
const asHeaders = (values: Values): Record<string, string> =>
  Object.fromEntries(present(values).map(([name, value]) => [HEADERS[name] ?? name, value]));
const asQuery = (values: Values): string => `?${new URLSearchParams(present(values))}`;

type Post = (values: Values) => Promise<Answer>;
const post = (query: string, body: object, headers: Record<string, string>): Promise<Answer> =>
  postTo(mapping.address + query, { phone: aPhone(), ...body }, headers);

const right = (): Values => ({ orgId: acme.organizationId, apiKey: keys.ok, mapId: mapping.id });

/** How the three values are sent. In the last the header is judged and the query is right, but not asked. */
const PLACES: Record<string, Post> = {
  header: (values) => post('', {}, asHeaders(values)),
  query: (values) => post(asQuery(values), {}, {}),
  body: (values) => post('', values, {}),
  'header, against a right query': (values) => post(asQuery(right()), {}, asHeaders(values)),
};

const ORGS = ['ok', 'other', 'absent'] as const;
const KEYS = ['ok', 'other organization', 'revoked', 'expired', 'wrong scope'] as const;
const MAPS = ['ok', 'other organization', 'inactive', 'absent', 'no uuid'] as const;

const matrix = ORGS.flatMap((org) =>
  KEYS.flatMap((key) =>
    MAPS.flatMap((map) => Object.keys(PLACES).map((place) => ({ org, key, map, place }))),
  ),
);
type Case = (typeof matrix)[number];

const valuesOf = ({ org, key, map }: Case): Values => ({
  orgId: { ok: acme.organizationId, other: globex.organizationId, absent: undefined }[org],
  apiKey: keys[key],
  mapId: {
    ok: mapping.id,
    'other organization': foreign.id,
    inactive: inactive.id,
    absent: undefined,
    'no uuid': 'x',
  }[map],
});

/** What is absent in the header is taken from the right query. */
const effective = (one: Case): Case =>
  one.place.startsWith('header, ')
    ? {
        ...one,
        org: one.org === 'absent' ? 'ok' : one.org,
        map: one.map === 'absent' ? 'ok' : one.map,
      }
    : one;

function expectedStatus(one: Case): number {
  const { org, key, map } = effective(one);
  // The whole of another organization's credentials is a right set as well.
  if (org === 'other' && key === 'other organization' && map === 'other organization') return 201;
  const belongTogether =
    org === 'ok' && ['ok', 'wrong scope'].includes(key) && ['ok', 'inactive'].includes(map);
  if (!belongTogether) return 401;
  if (key === 'wrong scope') return 403;
  return map === 'inactive' ? 409 : 201;
}

const withoutRequestId = ({ text }: Answer): string => text.replace(/"request_id":"[^"]*"/, '');

describe('credentials of the intake', () => {
  it('are tried in all 300 combinations of states and places', () => {
    expect(matrix).toHaveLength(300);
  });

  it.each(matrix)('organization $org, key $key, mapping $map, in $place', async (one) => {
    const before = { contacts: await contacts(), lines: await lines() };
    const answer = await (PLACES[one.place] as Post)(valuesOf(one));

    const status = expectedStatus(one);
    expect(answer.status).toBe(status);
    const after = { contacts: await contacts(), lines: await lines() };
    expect(after.contacts - before.contacts).toBe(status === 201 ? 1 : 0);
    expect(after.lines - before.lines).toBe(status === 401 ? 0 : 1);
    if (status === 401) {
      expect(withoutRequestId(answer)).toBe(
        '{"error":"Authentication failed","code":"authentication_failed","status":401,,"details":[]}',
      );
      expect(headersOf(answer)).toEqual(headersOf(await postTo(mapping.address, {})));
    }
  });

  const headersOf = ({ headers }: Answer): [string, string][] =>
    [...headers].filter(
      ([name]) => !['date', 'x-request-id', 'etag', 'connection', 'keep-alive'].includes(name),
    );
});

describe('one place and another', () => {
  it.each([
    ['header', 'query', 'body'],
    ['query', 'body', 'header'],
    ['body', 'header', 'query'],
  ] as const)(
    'the organization in the %s, the key in the %s and the mapping in the %s',
    async (...places) => {
      const { orgId, apiKey, mapId } = right();
      const parts: Record<string, Values> = { header: {}, query: {}, body: {} };
      [{ orgId }, { apiKey }, { mapId }].forEach((value, index) =>
        Object.assign(parts[places[index] as string] as object, value),
      );
      const answer = await post(
        asQuery(parts['query'] as Values),
        parts['body'] as object,
        asHeaders(parts['header'] as Values),
      );
      expect(answer.status).toBe(201);
    },
  );

  it('the header wins over the query, and the query over the body', async () => {
    const wrong = { orgId: globex.organizationId, apiKey: 'nonsense', mapId: 'x' };
    expect((await post(asQuery(wrong), wrong, asHeaders(right()))).status).toBe(201);
    expect((await post(asQuery(right()), wrong, {})).status).toBe(201);
    expect((await post(asQuery(right()), {}, asHeaders(wrong))).status).toBe(401);
    expect((await post(asQuery(wrong), right(), {})).status).toBe(401);
  });

  it('an empty value counts as absent', async () => {
    const empty = { orgId: '', apiKey: '', mapId: '' };
    expect((await post(asQuery(empty), right(), asHeaders(empty))).status).toBe(201);
    expect((await post(asQuery(right()), { orgId: null }, asHeaders(empty))).status).toBe(201);
    expect((await post(asQuery(empty), empty, asHeaders(empty))).status).toBe(401);
  });

  it('x-organization-id is as good as x-org-id', async () => {
    const { 'x-org-id': orgId = '', ...others } = asHeaders(right());
    expect((await post('', {}, { 'x-organization-id': orgId, ...others })).status).toBe(201);
  });

  it('an id may be written in capitals', async () => {
    const { orgId, apiKey, mapId } = right();
    const answer = await post(
      '',
      {},
      asHeaders({ orgId: String(orgId).toUpperCase(), apiKey, mapId: String(mapId).toUpperCase() }),
    );
    expect(answer).toMatchObject({ status: 201, body: { mapId: mapping.id } });
  });

  it('a form may carry them among its fields, and a list its object', async () => {
    const fields = { ...right(), phone: aPhone() } as Record<string, string>;
    const urlencoded = await postTo(mapping.address, new URLSearchParams(fields).toString(), {
      'content-type': 'application/x-www-form-urlencoded',
    });
    expect(urlencoded.status).toBe(201);
    const multipart = Object.entries({ ...fields, phone: aPhone() }).map(
      ([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    );
    const body = `${multipart.join('')}--b--\r\n`;
    const answer = await postTo(mapping.address, body, { 'content-type': 'multipart/form-data; boundary=b' });
    expect(answer.status).toBe(201);
    expect((await postTo(mapping.address, [{ ...fields, phone: aPhone() }])).status).toBe(201);
  });

  it("a mapping's own key posts to it, also while it is inactive", async () => {
    expect((await mapping.post({ phone: aPhone() })).status).toBe(201);
    expect(await inactive.post({ phone: aPhone() })).toMatchObject({
      status: 409,
      body: { code: 'mapping_inactive' },
    });
  });
});

describe('credentials that are none', () => {
  const refused = async (answer: Promise<Answer>): Promise<void> => {
    const before = { contacts: await contacts(), lines: await lines() };
    expect(await answer).toMatchObject({
      status: 401,
      body: { error: 'Authentication failed', code: 'authentication_failed', details: [] },
    });
    expect({ contacts: await contacts(), lines: await lines() }).toEqual(before);
  };

  it.each(['orgId', 'apiKey', 'mapId'] as const)('%s given twice in one place', async (name) => {
    const values = right();
    const value = String(values[name]);
    const header = HEADERS[name] ?? '';
    await refused(post('', {}, { ...asHeaders(values), [header]: `${value}, ${value}` }));
    await refused(post(`${asQuery(values)}&${name}=${value}`, {}, {}));
    const { phone, ...pairs } = { phone: aPhone(), ...values } as Record<string, string>;
    const json = JSON.stringify({ phone, ...pairs });
    await refused(postTo(mapping.address, json.replace('{', `{"${name}":"${value}",`)));
    await refused(postTo(mapping.address, `[${json.replace('{', `{"${name}":"x",`)}]`));
    const form = `${new URLSearchParams({ phone: phone ?? '', ...pairs })}&${name}=${value}`;
    await refused(postTo(mapping.address, form, { 'content-type': 'application/x-www-form-urlencoded' }));
    const parts = [...Object.entries(pairs), [name, value]].map(
      ([field, text]) => `--b\r\nContent-Disposition: form-data; name="${field}"\r\n\r\n${text}\r\n`,
    );
    await refused(
      postTo(mapping.address, `${parts.join('')}--b--`, {
        'content-type': 'multipart/form-data; boundary=b',
      }),
    );
  });

  it('both organization headers', async () => {
    await refused(post('', {}, { ...asHeaders(right()), 'x-organization-id': acme.organizationId }));
  });

  it.each(['orgId', 'apiKey', 'mapId'] as const)('%s that is no text', async (name) => {
    const values = right();
    for (const value of [7, true, {}, [values[name]], { $eq: values[name] }])
      await refused(post('', { ...values, [name]: value }, {}));
  });

  it.each(['orgId', 'apiKey', 'mapId'] as const)('%s that is oversized, misshapen or SQL', async (name) => {
    const values = right();
    const good = String(values[name]);
    const wrong = ['x'.repeat(4_000), `${good}x`, ` ${good}`, `' OR 1=1 --`, `{${good}}`, '%00', '\u{1F600}'];
    for (const value of wrong) {
      await refused(post(asQuery({ ...values, [name]: value }), {}, {}));
      await refused(post('', { ...values, [name]: value }, {}));
    }
    await refused(post('', {}, asHeaders({ ...values, [name]: 'x'.repeat(4_000) })));
  });

  it('a key that was never made, and one with a wrong checksum', async () => {
    const invented = formatApiKey('intake', v7(), Buffer.alloc(32, 7));
    await refused(post('', {}, asHeaders({ ...right(), apiKey: invented })));
    await refused(post('', {}, asHeaders({ ...right(), apiKey: `${keys.ok.slice(0, -1)}0` })));
    await refused(post('', {}, asHeaders({ ...right(), apiKey: `Bearer ${keys.ok}` })));
  });

  it('none at all, whatever the body is', async () => {
    await refused(postTo(mapping.address, { phone: aPhone() }));
    await refused(postTo(mapping.address, 'no json'));
    await refused(postTo(mapping.address, '<a/>', { 'content-type': 'application/xml' }));
    await refused(postTo(mapping.address, `{"a":"${'x'.repeat(300_000)}"}`));
    await refused(postTo(mapping.address, ''));
  });

  it('the key in the wrong place: Authorization, a cookie, a nested field', async () => {
    const { apiKey, ...others } = right();
    await refused(post(asQuery(others), {}, { authorization: `Bearer ${keys.ok}` }));
    await refused(post(asQuery(others), {}, { cookie: `apiKey=${keys.ok}` }));
    await refused(post(asQuery(others), { credentials: { apiKey } }, {}));
  });
});

describe('the order of refusals', () => {
  it('wrong credentials are refused before the body is looked at', async () => {
    const wrong = asHeaders({ ...right(), apiKey: keys.revoked });
    expect((await postTo(mapping.address, 'no json', wrong)).status).toBe(401);
    expect((await postTo(mapping.address, 'x'.repeat(300_000), wrong)).status).toBe(401);
    const byQuery = mapping.address + asQuery({ ...right(), apiKey: keys.revoked });
    expect((await postTo(byQuery, '<a/>', { 'content-type': 'text/xml' })).status).toBe(401);
  });

  it('a scope that is missing is told before anything about the body', async () => {
    const answer = await postTo(mapping.address, '<a/>', {
      ...asHeaders({ ...right(), apiKey: keys['wrong scope'] }),
      'content-type': 'application/xml',
    });
    expect(answer).toMatchObject({
      status: 403,
      body: { error: 'Insufficient scope', code: 'insufficient_scope' },
    });
  });

  it('other methods are not allowed, and no other site may ask', async () => {
    for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
      const response = await fetch(mapping.address, { method, headers: { origin: 'https://evil.example' } });
      expect(response.status).toBeGreaterThanOrEqual(400);
      expect([...response.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
    const answer = await mapping.post({ phone: aPhone() }, { origin: 'https://evil.example' });
    expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});
