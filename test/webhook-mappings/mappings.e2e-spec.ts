import type { Client } from '../support/client.js';
import { aMapping, aPhone, existingMapping, PLAIN_RULES, postTo } from '../support/mappings.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let acme: Client;

beforeAll(async () => {
  service = await startService();
  acme = await service.anOrganization();
});
afterAll(() => service.stop());

const PATH = '/api/webhook-mappings';
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

describe('webhook mappings', () => {
  it('a mapping is made active, with an address and a key of its own that is shown once', async () => {
    const made = await acme.post(PATH, {
      name: 'Website form',
      ...PLAIN_RULES,
      static_values: [{ target: 'crmSource', value: 'website' }],
      static_tags: ['lead', 'form'],
    });

    expect(made.status).toBe(201);
    expect(made.headers.get('cache-control')).toBe('no-store');
    expect(made.headers.get('etag')).toMatch(/^W\/"1\./);
    expect(made.headers.get('location')).toBe(`${PATH}/${made.body.id}`);
    const key = made.body.intake_api_key;
    expect(key).toMatch(/^vap_intake_[0-9a-f]{32}_[0-9A-Za-z]{49}$/);
    const address = `${acme.url}/api/contacts/flex?orgId=${acme.organizationId}`;
    expect(made.body).toEqual({
      id: expect.stringMatching(UUID),
      name: 'Website form',
      action_type: 'create_contact',
      field_mappings: PLAIN_RULES.field_mappings,
      static_values: [{ target: 'crmSource', value: 'website', override: false }],
      static_tags: ['lead', 'form'],
      on_duplicate: 'fill_missing',
      status: 'active',
      webhook_url: `${address}&apiKey=${key}&mapId=${made.body.id}`,
      created_at: expect.stringMatching(INSTANT),
      updated_at: made.body.created_at,
      last_received_at: null,
      intake_api_key: key,
    });

    const read = await acme.get(`${PATH}/${made.body.id}`);
    const { intake_api_key: _, ...shown } = made.body;
    expect(read.body).toEqual({
      ...shown,
      webhook_url: `${address}&apiKey=INTAKE_KEY&mapId=${made.body.id}`,
    });
    const list = await acme.get(PATH);
    expect(list.body.data[0]).toEqual(read.body);
    expect(list.text + read.text).not.toContain(key);
    expect((await postTo(made.body.webhook_url, { phone: aPhone() })).status).toBe(201);
  });

  it('the key is kept encrypted, and as a hash', async () => {
    const { id, key } = await aMapping(acme);
    const [row] = await service.db.query(
      `SELECT mapping.*, key.hash FROM webhook_mappings mapping JOIN api_keys key ON key.id = mapping.intake_key_id
        WHERE mapping.id = $1`,
      [id],
    );
    expect(row.intake_key_sealed.length).toBeGreaterThan(key.length);
    expect(JSON.stringify(row) + row.intake_key_sealed.toString('latin1')).not.toContain(key.slice(12));
  });

  it('last_received_at is the time of the newest request, accepted or not', async () => {
    const mapping = await aMapping(acme);
    await mapping.post({ phone: aPhone() });
    await mapping.post({ phone: 'none' });
    const { body } = await acme.get(mapping.path);
    const [newest] = (await acme.get(`${mapping.path}/requests`)).body.data;
    expect(newest).toMatchObject({ outcome: 'rejected', received_at: body.last_received_at });
  });

  it('the list is newest first, filtered and paged', async () => {
    const globex = await service.anOrganization('Globex');
    for (const name of ['one', 'two', 'three'])
      await aMapping(globex, { name, status: name === 'two' ? 'inactive' : 'active' });
    const page = await globex.get(`${PATH}?limit=2`);
    expect(page.body.data.map(({ name }: { name: string }) => name)).toEqual(['three', 'two']);
    expect(page.body.pagination).toEqual({ total: 3, limit: 2, offset: 0, has_more: true });
    const inactive = await globex.get(`${PATH}?status=inactive`);
    expect(inactive.body.data).toMatchObject([{ name: 'two', status: 'inactive' }]);
    expect(await globex.get(`${PATH}?status=paused`)).toMatchObject({
      status: 400,
      body: { error: 'Invalid status parameter' },
    });
  });

  it('a change sets what is given, keeps the rest, and null clears a rule', async () => {
    const mapping = await aMapping(acme, { static_tags: ['lead'], on_duplicate: 'overwrite' });
    const changed = await acme.patch(mapping.path, {
      name: 'Renamed',
      static_values: [{ target: 'variables.budget', value: 7, override: true }],
    });
    expect(changed.body).toMatchObject({
      name: 'Renamed',
      ...PLAIN_RULES,
      static_values: [{ target: 'variables.budget', value: 7, override: true }],
      static_tags: ['lead'],
      on_duplicate: 'overwrite',
    });
    const cleared = await acme.patch(mapping.path, {
      static_values: null,
      static_tags: null,
      on_duplicate: null,
    });
    expect(cleared.body).toMatchObject({ static_values: [], static_tags: [], on_duplicate: 'fill_missing' });
    expect(cleared.body.updated_at >= changed.body.updated_at).toBe(true);
    expect((await acme.get(mapping.path)).body).toEqual(cleared.body);
  });

  it('of two editors the second is told that the mapping has changed', async () => {
    const mapping = await aMapping(acme);
    const seen = { 'if-match': (await acme.get(mapping.path)).headers.get('etag') ?? '' };
    expect((await acme.patch(mapping.path, { name: 'first' }, seen)).status).toBe(200);
    expect(await acme.patch(mapping.path, { name: 'second' }, seen)).toMatchObject({
      status: 412,
      body: { code: 'stale_version' },
    });
    expect((await acme.get(mapping.path)).body.name).toBe('first');
  });

  it.each([
    ['no name', { name: undefined }, 'Invalid name', 'name'],
    ['an unknown field', { colour: 'red' }, 'Unknown field colour', 'colour'],
    ['an unknown status', { status: 'paused' }, 'Invalid status', 'status'],
    ['another action', { action_type: 'delete_contact' }, 'Invalid action_type', 'action_type'],
    [
      'a target that does not exist',
      {
        field_mappings: [
          { source: 'a', target: 'phone' },
          { source: 'b', target: 'fax' },
        ],
      },
      'Invalid field_mappings',
      'field_mappings[1].target',
    ],
    [
      'a field of a rule that does not exist',
      { field_mappings: [{ source: 'a', target: 'phone', transfrom: 'trim' }] },
      'Invalid field_mappings',
      'field_mappings[0].transfrom',
    ],
    [
      'a static phone number',
      { static_values: [{ target: 'phone', value: '+13125550100' }] },
      'Invalid static_values',
      'static_values[0].target',
    ],
    ['a tag twice', { static_tags: ['a', 'a'] }, 'Invalid static_tags', 'static_tags[1]'],
    ['an unknown policy', { on_duplicate: 'merge' }, 'Invalid on_duplicate', 'on_duplicate'],
    ['rules that are no list', { field_mappings: 'phone' }, 'Invalid field_mappings', 'field_mappings'],
  ])('%s is refused, naming the place', async (_, change, error, field) => {
    const before = (await acme.get(PATH)).body.pagination.total;
    const answer = await acme.post(PATH, { name: 'Form', ...PLAIN_RULES, ...change });
    expect(answer).toMatchObject({
      status: 400,
      body: { error, code: 'invalid_request', details: [{ field, in: 'body' }] },
    });
    expect((await acme.get(PATH)).body.pagination.total).toBe(before);
  });

  it('everything that is wrong is named at once', async () => {
    const answer = await acme.post(PATH, {
      name: '',
      field_mappings: [{ source: '', target: 'fax' }],
      static_tags: [1],
    });
    expect(answer.body.details.map(({ field }: { field: string }) => field).toSorted()).toEqual([
      'field_mappings[0].source',
      'field_mappings[0].target',
      'name',
      'static_tags[0]',
    ]);
  });
});

describe('a mapping without a phone target', () => {
  const field_mappings = [{ source: 'firstName', target: 'firstName' }];
  const refusal = {
    status: 400,
    body: { error: 'Invalid field_mappings', details: [{ field: 'field_mappings' }] },
  };

  it('is refused as an active one, and saved as an inactive one', async () => {
    expect(await acme.post(PATH, { name: 'Form', field_mappings })).toMatchObject(refusal);
    expect(await acme.post(PATH, { name: 'Form' })).toMatchObject(refusal);
    const saved = await acme.post(PATH, { name: 'Form', status: 'inactive' });
    expect(saved).toMatchObject({ status: 201, body: { status: 'inactive', field_mappings: [] } });
  });

  it('cannot be enabled before it has one', async () => {
    const mapping = await aMapping(acme, { field_mappings, status: 'inactive' });
    expect(await acme.post(`${mapping.path}/enable`)).toMatchObject(refusal);
    expect(await acme.patch(mapping.path, { status: 'active' })).toMatchObject(refusal);
    expect((await acme.get(mapping.path)).body.status).toBe('inactive');
    await acme.patch(mapping.path, PLAIN_RULES);
    expect((await acme.post(`${mapping.path}/enable`)).body.status).toBe('active');
  });

  it('is not what an active mapping can become', async () => {
    const mapping = await aMapping(acme);
    for (const change of [{ field_mappings }, { field_mappings: null }])
      expect(await acme.patch(mapping.path, change)).toMatchObject(refusal);
    expect((await acme.patch(mapping.path, { field_mappings, status: 'inactive' })).status).toBe(200);
  });
});

describe('pausing', () => {
  it('enabling and disabling are answered with the mapping, and doing it again changes nothing', async () => {
    const mapping = await aMapping(acme);
    const disabled = await acme.post(`${mapping.path}/disable`);
    expect(disabled).toMatchObject({ status: 200, body: { id: mapping.id, status: 'inactive' } });
    const again = await acme.post(`${mapping.path}/disable`);
    expect(again).toMatchObject({ status: 200, body: disabled.body });
    expect(again.headers.get('etag')).toBe(disabled.headers.get('etag'));
    expect((await acme.post(`${mapping.path}/enable`)).body.status).toBe('active');
    expect((await acme.post(`${mapping.path}/enable`)).status).toBe(200);
  });

  it('an inactive mapping refuses what is posted, keeps its rules, and takes requests again', async () => {
    const mapping = await aMapping(acme);
    const phone = aPhone();
    await acme.post(`${mapping.path}/disable`);
    expect(await mapping.post({ phone })).toMatchObject({
      status: 409,
      body: { error: 'Mapping is inactive', code: 'mapping_inactive' },
    });
    expect((await acme.get(`/api/contacts?phone=${encodeURIComponent(phone)}`)).body.data).toEqual([]);
    expect((await acme.get(mapping.path)).body).toMatchObject(PLAIN_RULES);
    await acme.post(`${mapping.path}/enable`);
    expect((await mapping.post({ phone })).status).toBe(201);
  });
});

describe('the key of a mapping', () => {
  it('is replaced by a new one; the old one stops working', async () => {
    const mapping = await aMapping(acme);
    const rotated = await acme.post(`${mapping.path}/rotate-key`);
    expect(rotated.status).toBe(200);
    expect(rotated.headers.get('cache-control')).toBe('no-store');
    expect(rotated.body.webhook_url).toContain(rotated.body.intake_api_key);
    const renewed = existingMapping(acme, rotated.body);
    expect(renewed.key).not.toBe(mapping.key);
    expect((await renewed.post({ phone: aPhone() })).status).toBe(201);
    expect((await mapping.post({ phone: aPhone() })).status).toBe(401);
    const audited = await service.db.query(`SELECT action, actor_type FROM audit_log WHERE subject_id = $1`, [
      mapping.id,
    ]);
    expect(audited).toMatchObject([{ action: 'webhook_mapping.key_rotated', actor_type: 'api_key' }]);
    const everything = await service.db.query(`SELECT details::text FROM audit_log`);
    expect(JSON.stringify(everything)).not.toContain('vap_intake_');
  });

  it('can do nothing but post to its own mapping', async () => {
    const mapping = await aMapping(acme);
    const other = await aMapping(acme);
    const own = acme.with({ apiKey: mapping.key });
    expect((await own.get(mapping.path)).status).toBe(403);
    expect((await own.get('/api/contacts')).status).toBe(403);
    const elsewhere = await postTo(
      mapping.address,
      { phone: aPhone() },
      { ...mapping.headers, 'x-map-id': other.id },
    );
    expect(elsewhere).toMatchObject({ status: 401, body: { error: 'Authentication failed' } });
  });

  it('does not appear among the keys of the organization', async () => {
    const mapping = await aMapping(acme);
    const keys = await acme.get('/api/api-keys?limit=100');
    expect(keys.text).not.toContain(`Intake of`);
    expect(
      keys.body.data.every(({ last_four }: { last_four: string }) => last_four !== mapping.key.slice(-4)),
    ).toBe(true);
  });

  it('is given again to whoever repeats the creation with its idempotency key, and is not kept readable', async () => {
    const request = { name: 'Once', ...PLAIN_RULES };
    const first = await acme.post(PATH, request, { 'idempotency-key': 'mapping-1' });
    const second = await acme.post(PATH, request, { 'idempotency-key': 'mapping-1' });
    expect(second.body).toEqual(first.body);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(second.headers.get('cache-control')).toBe('no-store');
    const kept = await service.db.query(`SELECT encode(answer, 'escape') AS answer FROM idempotency_keys`);
    expect(JSON.stringify(kept)).not.toContain('vap_intake_');
  });
});

describe('other organizations and other scopes', () => {
  it("another organization's mapping does not exist", async () => {
    const mapping = await aMapping(acme);
    const globex = await service.anOrganization('Globex');
    const attempts = await Promise.all([
      globex.get(mapping.path),
      globex.patch(mapping.path, { name: 'mine' }),
      globex.post(`${mapping.path}/enable`),
      globex.post(`${mapping.path}/disable`),
      globex.post(`${mapping.path}/rotate-key`),
      globex.post(`${mapping.path}/preview`, { payload: {} }),
      globex.get(`${mapping.path}/requests`),
    ]);
    for (const answer of attempts) {
      expect(answer).toMatchObject({
        status: 404,
        body: { error: 'Webhook mapping not found', code: 'webhook_mapping_not_found' },
      });
    }
    expect((await globex.get(PATH)).body.data).toEqual([]);
    expect((await acme.get(mapping.path)).body).toMatchObject({
      name: expect.stringMatching(/^Form/),
      status: 'active',
    });
    expect((await acme.get(`${PATH}/not-a-uuid`)).status).toBe(404);
  });

  it.each([
    ['POST', '', 'mappings:write'],
    ['GET', '', 'mappings:read'],
    ['GET', '/ID', 'mappings:read'],
    ['PATCH', '/ID', 'mappings:write'],
    ['POST', '/ID/enable', 'mappings:write'],
    ['POST', '/ID/disable', 'mappings:write'],
    ['POST', '/ID/rotate-key', 'mappings:write'],
    ['POST', '/ID/preview', 'mappings:write'],
    ['GET', '/ID/requests', 'mappings:read'],
    ['GET', '/ID/requests/ID', 'mappings:read'],
    ['POST', '/ID/requests/ID/replay', 'mappings:write'],
  ])('%s %s needs %s', async (method, path, scope) => {
    const mapping = await aMapping(acme);
    const others = ['mappings:read', 'mappings:write', 'intake:write'].filter((other) => other !== scope);
    const { body } = await acme.post('/api/api-keys', { name: 'limited', scopes: others });
    const limited = acme.with({ apiKey: body.key });
    const answer = await limited.send(method, PATH + path.replaceAll('ID', mapping.id), undefined, {});
    expect(answer).toMatchObject({ status: 403, body: { error: 'Insufficient scope' } });
  });
});
