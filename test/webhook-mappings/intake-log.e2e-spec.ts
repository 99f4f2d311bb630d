import { Maintenance } from '../../src/jobs/maintenance.service.js';
import { Transactions } from '../../src/database/transactions.service.js';
import { IntakeRetention } from '../../src/webhook-mappings/intake-retention.service.js';
import type { Client } from '../support/client.js';
import { aMapping, aPhone, PLAIN_RULES, postTo } from '../support/mappings.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let acme: Client;

beforeAll(async () => {
  service = await startService();
  acme = await service.anOrganization();
});
afterAll(() => service.stop());

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

describe('the intake log', () => {
  it('keeps every request, newest first, with what was posted and what became of it', async () => {
    const mapping = await aMapping(acme, { static_tags: ['lead'] });
    const phone = aPhone();
    const made = await mapping.post(`{ "firstName": "Ada", "phone": "${phone}", "x": 1.50 }`);
    await mapping.post({ phone: 'none' });
    await mapping.post('no json');
    const list = await acme.get(`${mapping.path}/requests`);
    expect(list.body.pagination).toEqual({ total: 3, limit: 50, offset: 0, has_more: false });
    expect(list.body.data.map(({ status }: { status: number }) => status)).toEqual([400, 400, 201]);
    expect(list.body.data[2]).toEqual({
      id: made.body.requestId,
      mapping_id: mapping.id,
      received_at: expect.stringMatching(INSTANT),
      outcome: 'created',
      status: 201,
      reason_code: null,
      reason: null,
      details: [],
      content_type: 'application/json',
      payload: `{ "firstName": "Ada", "phone": "${phone}", "x": 1.50 }`,
      payload_bytes: 58,
      contact_id: made.body.contactId,
      applied: { mapped: ['firstName', 'phone'], static: [], tags: ['lead'] },
      unmapped: ['x'],
      warnings: [],
      replay_of: null,
      duration_ms: expect.any(Number),
    });
    expect(list.body.data[1]).toMatchObject({
      outcome: 'rejected',
      payload: '{"phone":"none"}',
      applied: null,
    });
    const one = await acme.get(`${mapping.path}/requests/${made.body.requestId}`);
    expect(one.body).toEqual(list.body.data[2]);
  });

  it('is filtered by outcome and paged', async () => {
    const mapping = await aMapping(acme);
    const phone = aPhone();
    for (const firstName of ['', 'Ada', 'Ada', 'Grace']) await mapping.post({ phone, firstName });
    await mapping.post({});
    const totals = await Promise.all(
      ['created', 'updated', 'unchanged', 'rejected'].map(
        async (outcome) =>
          (await acme.get(`${mapping.path}/requests?outcome=${outcome}`)).body.pagination.total,
      ),
    );
    expect(totals).toEqual([1, 1, 2, 1]);
    const page = await acme.get(`${mapping.path}/requests?limit=2&offset=3`);
    expect(page.body.data.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['updated', 'created']);
    expect(page.body.pagination).toEqual({ total: 5, limit: 2, offset: 3, has_more: false });
    expect(await acme.get(`${mapping.path}/requests?outcome=lost`)).toMatchObject({
      status: 400,
      body: { error: 'Invalid outcome parameter' },
    });
  });

  it('shows ten thousand characters of a payload in the list, and all of it alone', async () => {
    const mapping = await aMapping(acme);
    const payload = JSON.stringify({ phone: aPhone(), note: 'ä'.repeat(50_000) });
    const { body } = await mapping.post(payload);
    const [line] = (await acme.get(`${mapping.path}/requests`)).body.data;
    expect(line).toMatchObject({
      payload: payload.slice(0, 10_000),
      payload_bytes: Buffer.byteLength(payload),
    });
    expect((await acme.get(`${mapping.path}/requests/${body.requestId}`)).body.payload).toBe(payload);
  });

  it('keeps what was refused for the rate, without its payload', async () => {
    const limited = await service.replica({
      rateLimits: { reads: 0, writes: 0, agentCalls: 0, intake: 3, signIn: 0 },
    });
    const mapping = await aMapping(acme);
    const other = await aMapping(acme);
    const address = `${limited.url}/api/contacts/flex`;
    const answers = [];
    for (let post = 0; post < 5; post += 1)
      answers.push(await postTo(address, { phone: aPhone() }, mapping.headers));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 429, 429]);
    expect(answers.map(({ headers }) => headers.get('ratelimit-remaining'))).toEqual([
      '2',
      '1',
      '0',
      '0',
      '0',
    ]);
    expect(answers[0]?.headers.get('ratelimit-limit')).toBe('3');
    const refused = answers[4];
    expect(refused?.body).toMatchObject({ error: 'Rate limit exceeded', code: 'rate_limited' });
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
    const { body } = await acme.get(`${mapping.path}/requests?outcome=rejected`);
    expect(body.data).toMatchObject([
      { reason_code: 'rate_limited', payload: null },
      { reason_code: 'rate_limited', payload: null },
    ]);
    // The limit is the mapping's; other mappings, and answers of refusals below the limit, are not touched by it.
    const bad = await postTo(address, 'no json', other.headers);
    expect([bad.status, bad.headers.get('ratelimit-remaining')]).toEqual([400, '2']);
    const events = await service.db.query(
      `SELECT data FROM events WHERE type = 'intake.rejected' AND data LIKE $1`,
      [`%${mapping.id}%`],
    );
    expect(events).toEqual([]);
  });

  it('of another mapping or organization does not exist', async () => {
    const mapping = await aMapping(acme);
    const other = await aMapping(acme);
    const globex = await service.anOrganization('Globex');
    const theirs = await aMapping(globex);
    const { requestId } = (await mapping.post({ phone: aPhone() })).body;
    for (const [client, path] of [
      [acme, other.path],
      [globex, theirs.path],
      [globex, mapping.path],
    ] as const) {
      const expected = {
        status: 404,
        body: { code: path === mapping.path ? 'webhook_mapping_not_found' : 'intake_request_not_found' },
      };
      expect(await client.get(`${path}/requests/${requestId}`)).toMatchObject(expected);
      expect(await client.post(`${path}/requests/${requestId}/replay`)).toMatchObject(expected);
    }
    expect((await acme.get(`${mapping.path}/requests/not-a-uuid`)).status).toBe(404);
    expect((await acme.get(`${mapping.path}/requests`)).body.pagination.total).toBe(1);
  });
});

describe('replaying a logged request', () => {
  it('after the mapping was mended makes the contact', async () => {
    const mapping = await aMapping(acme);
    const phone = aPhone();
    await mapping.post({ 'Vor-Name': 'Ada', tel: phone });
    const [refused] = (await acme.get(`${mapping.path}/requests`)).body.data;
    expect(refused.outcome).toBe('rejected');
    await acme.patch(mapping.path, {
      field_mappings: [
        { source: 'tel', target: 'phone' },
        { source: 'Vor-Name', target: 'firstName' },
      ],
    });
    const answer = await acme.post(`${mapping.path}/requests/${refused.id}/replay`);
    expect(answer).toMatchObject({
      status: 201,
      body: {
        status: 'created',
        requestId: expect.stringMatching(UUID),
        contact: { firstName: 'Ada', phone },
      },
    });
    const [replayed] = (await acme.get(`${mapping.path}/requests`)).body.data;
    expect(replayed).toMatchObject({
      id: answer.body.requestId,
      outcome: 'created',
      payload: refused.payload,
      replay_of: refused.id,
      contact_id: answer.body.contactId,
    });
    const again = await acme.post(`${mapping.path}/requests/${refused.id}/replay`);
    expect(again).toMatchObject({ status: 200, body: { status: 'unchanged' } });
    expect((await acme.get(mapping.path)).body.last_received_at).toBe(refused.received_at);
  });

  it('is refused like any request, and logged', async () => {
    const mapping = await aMapping(acme);
    const { requestId } = (await mapping.post({ phone: aPhone() })).body;
    await acme.patch(mapping.path, { field_mappings: [{ source: 'tel', target: 'phone' }] });
    const answer = await acme.post(`${mapping.path}/requests/${requestId}/replay`);
    expect(answer).toMatchObject({
      status: 400,
      body: { error: 'A valid phone number is required', details: [{ field: 'tel' }] },
    });
    await acme.post(`${mapping.path}/disable`);
    expect(await acme.post(`${mapping.path}/requests/${requestId}/replay`)).toMatchObject({
      status: 409,
      body: { code: 'mapping_inactive' },
    });
    const lines = (await acme.get(`${mapping.path}/requests`)).body.data;
    expect(lines.map(({ outcome, replay_of }: Record<string, string>) => [outcome, replay_of])).toEqual([
      ['rejected', requestId],
      ['rejected', requestId],
      ['created', null],
    ]);
  });

  it('works for a form, for a body that held the credentials, and for what an inactive mapping refused', async () => {
    const mapping = await aMapping(acme, { status: 'inactive' });
    const { 'x-org-id': orgId = '', 'x-api-key': apiKey = '', 'x-map-id': mapId = '' } = mapping.headers;
    const credentials = { orgId, apiKey, mapId };
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const phones = [aPhone(), aPhone(), aPhone()] as const;
    await mapping.post(new URLSearchParams({ phone: phones[0] }).toString(), form);
    await postTo(mapping.address, new URLSearchParams({ ...credentials, phone: phones[1] }).toString(), form);
    await postTo(mapping.address, { ...credentials, phone: phones[2], big: '12345678901234567890' });
    await acme.post(`${mapping.path}/enable`);
    const lines = (await acme.get(`${mapping.path}/requests`)).body.data.toReversed();
    expect(lines.map(({ payload }: { payload: string }) => payload)).toEqual([
      `phone=${encodeURIComponent(phones[0])}`,
      JSON.stringify({ phone: phones[1] }),
      JSON.stringify({ phone: phones[2], big: '12345678901234567890' }),
    ]);
    for (const [index, { id }] of lines.entries()) {
      const answer = await acme.post(`${mapping.path}/requests/${id}/replay`);
      expect(answer).toMatchObject({ status: 201, body: { contact: { phone: phones[index] } } });
    }
  });

  it('is not possible for what was kept without payload', async () => {
    const mapping = await aMapping(acme);
    await mapping.post('no json');
    const [line] = (await acme.get(`${mapping.path}/requests`)).body.data;
    expect(await acme.post(`${mapping.path}/requests/${line.id}/replay`)).toMatchObject({
      status: 409,
      body: { error: 'The payload of this request was not kept', code: 'payload_not_kept' },
    });
  });

  it('happens once for one idempotency key', async () => {
    const mapping = await aMapping(acme, { status: 'inactive' });
    await mapping.post({ phone: aPhone() });
    await acme.post(`${mapping.path}/enable`);
    const [line] = (await acme.get(`${mapping.path}/requests`)).body.data;
    const replay = () =>
      acme.post(`${mapping.path}/requests/${line.id}/replay`, undefined, { 'idempotency-key': 'replay-1' });
    const first = await replay();
    const second = await replay();
    expect([second.status, second.text]).toEqual([201, first.text]);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
  });
});

describe('previewing a payload', () => {
  const preview = (path: string, body: object) => acme.post(`${path}/preview`, body);
  const everything = async () =>
    service.db.query(
      `SELECT (SELECT count(*) FROM contacts), (SELECT count(*) FROM intake_requests), (SELECT count(*) FROM events),
              (SELECT max(version) FROM webhook_mappings) AS version, (SELECT count(*) FROM audit_log)`,
    );

  it('shows the contact, how each field mapping went and what is doubtful, and writes nothing', async () => {
    const mapping = await aMapping(acme, {
      field_mappings: [
        { source: 'name', target: 'firstName', transform: 'first_name_of' },
        { source: 'mail', target: 'email' },
        { source: 'mobile', target: 'phone' },
        { source: 'phone', target: 'phone' },
      ],
      static_values: [{ target: 'variables.plan', value: 'free' }],
      static_tags: ['lead'],
    });
    const before = await everything();
    const answer = await preview(mapping.path, {
      payload: { name: 'Ada Lovelace', mail: 'nobody', phone: '(312) 555-0160', other: [1] },
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      status: 'created',
      contact: {
        first_name: 'Ada',
        last_name: null,
        email: null,
        phone: '+13125550160',
        company: null,
        country_code: null,
        timezone: null,
        crm_id: null,
        crm_source: null,
        tags: ['lead'],
        variables: { plan: 'free' },
      },
      existing_contact_id: null,
      applied: { mapped: ['firstName', 'phone'], static: ['variables.plan'], tags: ['lead'] },
      unmapped: ['other[0]'],
      warnings: [
        { target: 'email', source: 'mail', issue: 'is not an e-mail address; skipped', received: 'nobody' },
      ],
      trace: [
        {
          source: 'name',
          target: 'firstName',
          transform: 'first_name_of',
          found: true,
          raw: 'Ada Lovelace',
          value: 'Ada',
          used: true,
          issue: null,
        },
        {
          source: 'mail',
          target: 'email',
          transform: null,
          found: true,
          raw: 'nobody',
          value: null,
          used: false,
          issue: 'is not an e-mail address',
        },
        {
          source: 'mobile',
          target: 'phone',
          transform: null,
          found: false,
          raw: null,
          value: null,
          used: false,
          issue: null,
        },
        {
          source: 'phone',
          target: 'phone',
          transform: null,
          found: true,
          raw: '(312) 555-0160',
          value: '+13125550160',
          used: true,
          issue: null,
        },
      ],
      problems: [],
    });
    expect(await everything()).toEqual(before);
  });

  it('shows what would become of a contact that exists', async () => {
    const mapping = await aMapping(acme, { on_duplicate: 'overwrite' });
    const phone = aPhone();
    const { body: contact } = await acme.post('/api/contacts', {
      phone,
      first_name: 'Ada',
      company: 'Engines',
    });
    const answer = await preview(mapping.path, { payload: { phone, firstName: 'Grace' } });
    expect(answer.body).toMatchObject({
      status: 'updated',
      existing_contact_id: contact.id,
      contact: { first_name: 'Grace', company: 'Engines' },
    });
    expect((await acme.get(`/api/contacts/${contact.id}`)).body).toEqual(contact);
    const really = await mapping.post({ phone, firstName: 'Grace' });
    expect(really.body.contact).toMatchObject({ firstName: 'Grace', company: 'Engines' });
  });

  it('tries rules that are not saved, and works on an inactive mapping', async () => {
    const mapping = await aMapping(acme, { status: 'inactive', field_mappings: [], static_tags: ['kept'] });
    const payload = { tel: aPhone() };
    const answer = await preview(mapping.path, { payload, ...PLAIN_RULES });
    expect(answer.body).toMatchObject({
      status: 'rejected',
      problems: [{ field: 'phone' }],
      unmapped: ['tel'],
    });
    const better = await preview(mapping.path, {
      payload,
      field_mappings: [{ source: 'tel', target: 'phone' }],
    });
    expect(better.body).toMatchObject({ status: 'created', contact: { phone: payload.tel, tags: ['kept'] } });
    expect(
      await preview(mapping.path, { payload, field_mappings: [{ source: 'tel', target: 'fax' }] }),
    ).toMatchObject({
      status: 400,
      body: { error: 'Invalid field_mappings', details: [{ field: 'field_mappings[0].target' }] },
    });
    expect((await acme.get(mapping.path)).body.field_mappings).toEqual([]);
  });

  it('names what would refuse the payload, and shows the rest of the contact', async () => {
    const mapping = await aMapping(acme);
    const answer = await preview(mapping.path, { payload: { firstName: 'Ada', phone: 'call me' } });
    expect(answer.body).toMatchObject({
      status: 'rejected',
      contact: { first_name: 'Ada', phone: null },
      problems: [{ field: 'phone', in: 'body', received: 'call me', issue: expect.any(String) }],
    });
  });

  it('reads a whole body as the intake would, credentials left out', async () => {
    const mapping = await aMapping(acme);
    const form = {
      payload: 'phone=%2B13125550161&apiKey=x&a=1',
      content_type: 'application/x-www-form-urlencoded',
    };
    expect((await preview(mapping.path, form)).body).toMatchObject({
      contact: { phone: '+13125550161' },
      unmapped: ['a'],
    });
    const list = { payload: [{ phone: '+13125550161', orgId: 'x' }] };
    expect((await preview(mapping.path, list)).body).toMatchObject({
      contact: { phone: '+13125550161' },
      unmapped: [],
    });
    const proto = await preview(mapping.path, { payload: '{"__proto__":{"phone":"+13125550161"}}' });
    expect(proto.body).toMatchObject({ status: 'rejected', unmapped: ['__proto__.phone'] });
    const raw = await acme.post(
      `${mapping.path}/preview`,
      '{"payload":{"__proto__":{"phone":"+13125550161"}}}',
    );
    expect(raw.body).toMatchObject({ status: 'rejected', unmapped: ['__proto__.phone'] });
  });

  it.each<[string, object, number, string]>([
    ['none', {}, 400, 'Invalid payload'],
    ['a number', { payload: 7 }, 400, 'Invalid payload'],
    ['a list of two', { payload: [{}, {}] }, 400, 'Invalid JSON body'],
    ['a text that is no JSON', { payload: 'phone=1' }, 400, 'Invalid JSON body'],
    [
      'a form with a NUL',
      { payload: 'a=%00', content_type: 'application/x-www-form-urlencoded' },
      400,
      'Invalid form body',
    ],
    ['another content type', { payload: '<a/>', content_type: 'text/xml' }, 415, 'Unsupported media type'],
    ['a field that does not exist', { payload: {}, firstName: 'Ada' }, 400, 'Unknown field firstName'],
    ['more than 256 KB', { payload: { a: 'x'.repeat(262_144) } }, 413, 'Payload too large'],
  ])('%s is refused', async (_, body, status, error) => {
    const mapping = await aMapping(acme);
    expect(await preview(mapping.path, body)).toMatchObject({ status, body: { error } });
  });
});

describe('keeping the log to its time and size', () => {
  const runAll = (name: string): Promise<void> => service.app.get(Maintenance).run(name);
  const aged = (mappingId: string, days: number) =>
    service.db.query(
      `UPDATE intake_requests SET received_at = received_at - $2 * interval '1 day' WHERE mapping_id = $1`,
      [mappingId, days],
    );

  it('lines go after thirty days; the newest stays without what was posted, for last_received_at', async () => {
    const mapping = await aMapping(acme);
    const [old, younger] = [await aMapping(acme), await aMapping(acme)];
    for (const each of [mapping, old, younger]) {
      await each.post({ phone: aPhone() });
      await each.post({ phone: aPhone() });
    }
    await aged(old.id, 31);
    await aged(younger.id, 29);
    const received = (await acme.get(old.path)).body.last_received_at;
    await runAll('intake log: age');
    const left = await Promise.all(
      [mapping, old, younger].map(async ({ path }) => (await acme.get(`${path}/requests`)).body),
    );
    expect(left.map(({ pagination }) => pagination.total)).toEqual([2, 1, 2]);
    expect(left[1].data[0]).toMatchObject({
      received_at: received,
      payload: null,
      payload_bytes: 0,
      unmapped: [],
    });
    expect(left[2].data[0].payload).toContain('phone');
    expect((await acme.get(old.path)).body.last_received_at).toBe(received);
    await runAll('intake log: age');
    expect((await acme.get(`${old.path}/requests`)).body.pagination.total).toBe(1);
  });

  it('of too many payloads the oldest of the organization are dropped, its lines stay', async () => {
    const [globex, initech] = [
      await service.anOrganization('Globex'),
      await service.anOrganization('Initech'),
    ];
    const [one, other] = [await aMapping(globex), await aMapping(globex)];
    const theirs = await aMapping(initech);
    for (let post = 0; post < 6; post += 1) {
      await (post % 2 ? one : other).post({ phone: aPhone(), note: 'x'.repeat(1_000) });
      await theirs.post({ phone: aPhone(), note: 'x'.repeat(500) });
    }
    const retention = service.app.get(IntakeRetention);
    const step = () => service.app.get(Transactions).run((tx) => retention.limitSize(tx, 3_500));
    let steps = 0;
    while (await step()) steps += 1;
    expect(steps).toBeGreaterThan(2);
    const bytes = async (client: Client): Promise<number[]> => {
      const lines = await service.db.query(
        `SELECT payload_bytes, payload FROM intake_requests WHERE organization_id = $1 ORDER BY id`,
        [client.organizationId],
      );
      for (const { payload, payload_bytes } of lines)
        expect(Buffer.byteLength(payload ?? '')).toBe(payload_bytes);
      return lines.map(({ payload_bytes }: { payload_bytes: number }) => payload_bytes);
    };
    expect(await bytes(globex)).toEqual([0, 0, 0, 1_034, 1_034, 1_034]);
    expect(await bytes(initech)).toEqual([534, 534, 534, 534, 534, 534]);
    const lines = (await globex.get(`${one.path}/requests`)).body.data;
    expect(await globex.post(`${one.path}/requests/${lines.at(-1).id}/replay`)).toMatchObject({
      status: 409,
      body: { code: 'payload_not_kept' },
    });
  });
});

describe('secrets', () => {
  it('are nowhere in the database or in an answer, wherever they were sent', async () => {
    const mapping = await aMapping(acme, {
      field_mappings: [
        { source: 'phone', target: 'phone' },
        { source: 'apiKey', target: 'firstName' },
        { source: 'note', target: 'phone' },
      ],
    });
    const { 'x-org-id': orgId = '', 'x-api-key': apiKey = '', 'x-map-id': mapId = '' } = mapping.headers;
    const { key: own } = (await acme.post('/api/api-keys', { name: 'own', scopes: ['intake:write'] })).body;
    const secrets = [mapping.key, own];
    const texts: string[] = [];
    for (const key of secrets) {
      const inBody = { orgId, apiKey: key, mapId };
      const query = `${mapping.address}?${new URLSearchParams(inBody)}`;
      const form = { 'content-type': 'application/x-www-form-urlencoded' };
      const answers = [
        await postTo(query, { phone: aPhone() }),
        await postTo(query, 'no json'),
        await postTo(query, { ...inBody, phone: aPhone() }),
        await postTo(mapping.address, { ...inBody, phone: aPhone() }),
        await postTo(mapping.address, { ...inBody, phone: 'none', note: key }),
        await postTo(mapping.address, { ...inBody, phone: aPhone(), [key]: key, nested: { apiKey: [key] } }),
        await postTo(mapping.address, new URLSearchParams({ ...inBody, phone: aPhone() }).toString(), form),
        await postTo(
          mapping.address,
          { ...inBody, phone: aPhone() },
          { 'idempotency-key': key.slice(0, 20) },
        ),
        await postTo(mapping.address, { ...inBody, phone: aPhone() }, { 'content-type': 'text/plain' }),
        await postTo(
          mapping.address,
          { ...mapping.headers, phone: aPhone() },
          { ...mapping.headers, 'x-api-key': apiKey },
        ),
      ];
      texts.push(...answers.map(({ text }) => text));
    }
    const list = await acme.get(`${mapping.path}/requests?limit=100`);
    const dump = await everyRow();
    for (const key of secrets) {
      const random = key.slice('vap_intake_'.length + 33, -6);
      expect(list.text).not.toContain(random);
      expect(dump).not.toContain(random);
      expect(dump).not.toContain(Buffer.from(random).toString('hex'));
      for (const text of texts) expect(text).not.toContain(random);
    }
    expect(dump).toContain('vap_intake_[redacted]');
  });

  /** All of the database as text; bytes are in it as hexadecimal digits. */
  async function everyRow(): Promise<string> {
    const tables = await service.db.query(
      `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`,
    );
    const texts = await Promise.all(
      tables.map(async ({ name }: { name: string }) => {
        const [{ text }] = await service.db.query(
          `SELECT string_agg(t::text, E'\n') AS text FROM "${name}" t`,
        );
        return text as string;
      }),
    );
    return texts.join('\n');
  }
});
