import { setTimeout as delay } from 'node:timers/promises';
import type { Answer, Client } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { aMapping, aPhone, type Mapping, postTo } from '../support/mappings.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let replica: { url: string };
let acme: Client;

beforeAll(async () => {
  service = await startService();
  replica = await service.replica();
  acme = await service.anOrganization();
});
afterAll(() => service.stop());

const times = <T>(count: number, one: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => one(i));

/** Posts to both replicas in turns. */
const postAt = (mapping: Mapping, index: number, body: object, headers = {}): Promise<Answer> =>
  postTo(`${index % 2 ? replica.url : service.url}/api/contacts/flex`, body, {
    ...mapping.headers,
    ...headers,
  });

const countOf = async (sql: string, ...values: unknown[]): Promise<number> =>
  (await service.db.query(`SELECT count(*)::int AS count FROM ${sql}`, values))[0].count;

const statuses = (answers: Answer[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { body } of answers) {
    const name = String(body['status']);
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
};

describe('many at once', () => {
  it('fifty posts of one new number to two replicas make one contact', async () => {
    const mapping = await aMapping(acme);
    const phone = aPhone();
    const answers = await Promise.all(
      times(50, (index) => postAt(mapping, index, { phone, firstName: 'Ada', [`extra${index}`]: index })),
    );
    expect(statuses(answers)).toEqual({ created: 1, unchanged: 49 });
    expect(new Set(answers.map(({ body }) => body['contactId'])).size).toBe(1);
    expect(await countOf(`contacts WHERE phone = $1`, phone)).toBe(1);
    expect(await countOf(`intake_requests WHERE mapping_id = $1`, mapping.id)).toBe(50);
    expect(await countOf(`events WHERE contact_id = $1`, answers[0]?.body['contactId'])).toBe(1);
  });

  it('posts that each know something else about one number add up, with an event for each change', async () => {
    const mapping = await aMapping(acme, {
      field_mappings: [
        { source: 'phone', target: 'phone' },
        ...times(30, (index) => ({ source: `v${index}`, target: `variables.v${index}` })),
      ],
    });
    const phone = aPhone();
    const answers = await Promise.all(
      times(30, (index) => postAt(mapping, index, { phone, [`v${index}`]: index })),
    );
    expect(statuses(answers)).toEqual({ created: 1, updated: 29 });
    const contactId = String(answers[0]?.body['contactId']);
    const { body: contact } = await acme.get(`/api/contacts/${contactId}`);
    expect(contact.variables).toEqual(Object.fromEntries(times(30, (index) => [`v${index}`, index])));
    const events = await service.db.query(`SELECT type FROM events WHERE contact_id = $1`, [contactId]);
    expect(events.filter(({ type }: { type: string }) => type === 'contact.updated')).toHaveLength(29);
    const [{ version }] = await service.db.query(`SELECT version FROM contacts WHERE id = $1`, [contactId]);
    expect(version).toBe(30);
  });

  it('posts about few numbers through many mappings neither fail nor lose anything', async () => {
    const mappings = await Promise.all(
      times(6, (index) => aMapping(acme, { on_duplicate: (['overwrite', 'skip'] as const)[index % 2] })),
    );
    const phones = times(8, () => aPhone());
    const answers = await Promise.all(
      times(300, (index) =>
        postAt(mappings[index % 6] as Mapping, index, {
          phone: phones[(index * 7) % 8],
          firstName: `Name ${index}`,
        }),
      ),
    );
    expect(answers.every(({ status }) => status === 200 || status === 201)).toBe(true);
    expect(statuses(answers)['created']).toBe(8);
    const ids = mappings.map(({ id }) => id);
    expect(await countOf(`intake_requests WHERE mapping_id = ANY($1)`, ids)).toBe(300);
    const logged = await countOf(
      `intake_requests WHERE mapping_id = ANY($1) AND outcome IN ('created', 'updated')`,
      ids,
    );
    const told = await countOf(
      `events WHERE contact_id IN (SELECT id FROM contacts WHERE phone = ANY($1))`,
      phones,
    );
    expect(told).toBe(logged);
  });

  it('organizations do not meet: the same number is a contact of each', async () => {
    const globex = await service.anOrganization('Globex');
    const [ours, theirs] = [await aMapping(acme), await aMapping(globex)];
    const phone = aPhone();
    const answers = await Promise.all(
      times(40, (index) => postAt(index % 4 < 2 ? ours : theirs, index, { phone, firstName: 'Ada' })),
    );
    expect(statuses(answers)).toEqual({ created: 2, unchanged: 38 });
    expect(await countOf(`contacts WHERE phone = $1`, phone)).toBe(2);
  });

  it('one that the database refuses fails alone', async () => {
    const { url } = await service.replica({ databaseTimeouts: { connect: 20_000, statement: 1_500 } });
    const mapping = await aMapping(acme.with({ url }));
    // A number with a contact that another session holds: what is posted about it cannot be stored in time.
    const held = aPhone();
    await mapping.post({ phone: held });
    const holder = service.db.createQueryRunner();
    await holder.startTransaction();
    await holder.query(`SELECT 1 FROM contacts WHERE phone = $1 FOR UPDATE`, [held]);
    const answers = await Promise.all([
      ...times(5, () => mapping.post({ phone: aPhone() })),
      mapping.post({ phone: held, firstName: 'late' }),
      ...times(20, () => mapping.post({ phone: aPhone() })),
    ]);
    await holder.rollbackTransaction();
    await holder.release();
    const late = answers.splice(5, 1)[0];
    expect(late).toMatchObject({ status: 503, body: { code: 'database_unavailable' } });
    expect(late?.headers.get('retry-after')).toBe('1');
    expect(answers.every(({ status }) => status === 201)).toBe(true);
    expect((await mapping.post({ phone: held, firstName: 'late' })).body.status).toBe('updated');
  });

  it('when the connection breaks off, those under way over it are told, and the next post takes another one', async () => {
    const mapping = await aMapping(acme);
    const [held, behind, later] = [aPhone(), aPhone(), aPhone()];
    await mapping.post({ phone: held });
    const holder = service.db.createQueryRunner();
    await holder.startTransaction();
    await holder.query(`SELECT 1 FROM contacts WHERE phone = $1 FOR UPDATE`, [held]);
    const first = mapping.post({ phone: held, firstName: 'late' });
    const waiting = `SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%WITH posted%' AND datname = current_database()`;
    const pid = await eventually(async () => (await service.db.query(waiting))[0]?.pid as number | undefined);
    const second = mapping.post({ phone: behind });
    await service.db.query('SELECT pg_terminate_backend($1)', [pid]);
    expect(await first).toMatchObject({ status: 503, body: { code: 'database_unavailable' } });
    const { status } = await second;
    expect([201, 503]).toContain(status);
    expect(await countOf(`contacts WHERE phone = $1`, behind)).toBe(status === 201 ? 1 : 0);
    await holder.rollbackTransaction();
    await holder.release();
    const answers = await Promise.all(
      [held, behind, later].map((phone) => mapping.post({ phone, firstName: 'Ada' })),
    );
    expect(answers.map((answer) => answer.status)).toEqual([200, status === 201 ? 200 : 201, 201]);
  });
});

describe('a mapping that changes under load', () => {
  it('once disabling is answered, no request makes a contact, not even one that was under way', async () => {
    const mapping = await aMapping(acme);
    const load = { on: true, answers: [] as Answer[] };
    const writers = times(16, async (index) => {
      while (load.on) load.answers.push(await postAt(mapping, index, { phone: aPhone() }));
    });
    for (let round = 0; round < 5; round += 1) {
      await eventually(async () => load.answers.some(({ status }) => status === 201));
      expect((await acme.post(`${mapping.path}/disable`)).status).toBe(200);
      const atAnswer = await countOf('contacts');
      await eventually(async () => load.answers.filter(({ status }) => status === 409).length > 40);
      expect(await countOf('contacts')).toBe(atAnswer);
      load.answers.length = 0;
      await acme.post(`${mapping.path}/enable`);
    }
    load.on = false;
    await Promise.all(writers);
    expect(load.answers.every(({ status }) => status === 201 || status === 409)).toBe(true);
    const created = await countOf(
      `intake_requests WHERE mapping_id = $1 AND outcome = 'created'`,
      mapping.id,
    );
    const contacts = await countOf(
      `contacts WHERE id IN (SELECT contact_id FROM intake_requests WHERE mapping_id = $1)`,
      mapping.id,
    );
    expect(contacts).toBe(created);
  });

  it('enabling and changing rules is seen by the very next request, on every replica', async () => {
    const mapping = await aMapping(acme);
    for (let round = 0; round < 10; round += 1) {
      await acme.patch(mapping.path, { static_tags: [`round ${round}`], status: 'active' });
      const [one, other] = await Promise.all(
        times(2, (index) => postAt(mapping, index, { phone: aPhone() })),
      );
      expect([one?.body, other?.body]).toMatchObject(
        times(2, () => ({ contact: { tags: [`round ${round}`] } })),
      );
      await acme.post(`${mapping.path}/disable`);
      const refused = await Promise.all(times(2, (index) => postAt(mapping, index, { phone: aPhone() })));
      expect(refused.map(({ status }) => status)).toEqual([409, 409]);
    }
  });
});

describe('an idempotency key', () => {
  it('makes a request that is sent many times take effect once, and answers it alike', async () => {
    const mapping = await aMapping(acme);
    const phone = aPhone();
    const key = { 'idempotency-key': 'delivery-1' };
    const answers: Answer[] = [];
    while (answers.length < 20) {
      const round = await Promise.all(
        times(10, (index) => postAt(mapping, index, { phone, firstName: 'Ada' }, key)),
      );
      for (const answer of round) {
        if (answer.status === 409) {
          expect(answer.body['code']).toBe('idempotency_in_progress');
          expect(answer.headers.get('retry-after')).toBe('1');
        } else {
          answers.push(answer);
        }
      }
      await delay(1);
    }
    const fresh = answers.filter(({ headers }) => headers.get('idempotent-replayed') === null);
    expect(fresh).toHaveLength(1);
    for (const answer of answers) expect([answer.status, answer.text]).toEqual([201, fresh[0]?.text]);
    expect(await countOf(`intake_requests WHERE mapping_id = $1 AND outcome = 'created'`, mapping.id)).toBe(
      1,
    );
    const repeated = await acme.get(`${mapping.path}/requests?outcome=unchanged`);
    expect(repeated.body.pagination.total).toBe(answers.length - 1);
    expect(repeated.body.data[0]).toMatchObject({
      status: 201,
      reason_code: 'idempotent_replay',
      contact_id: fresh[0]?.body['contactId'],
      payload: null,
    });
  });

  it('is about one request: with another payload it is refused, with another mapping it is another key', async () => {
    const [mapping, other] = [await aMapping(acme), await aMapping(acme)];
    const key = { 'idempotency-key': 'delivery-2' };
    const phone = aPhone();
    expect((await mapping.post({ phone }, key)).status).toBe(201);
    expect(await mapping.post({ phone, firstName: 'Ada' }, key)).toMatchObject({
      status: 422,
      body: { error: 'Idempotency key reused with a different request', code: 'idempotency_key_reused' },
    });
    expect(await other.post({ phone }, key)).toMatchObject({ status: 200, body: { mapId: other.id } });
    const globex = await service.anOrganization('Globex');
    expect((await (await aMapping(globex)).post({ phone }, key)).status).toBe(201);
  });

  it('remembers only what succeeded', async () => {
    const mapping = await aMapping(acme);
    const key = { 'idempotency-key': 'delivery-3' };
    expect((await mapping.post({ phone: 'none' }, key)).status).toBe(400);
    await acme.post(`${mapping.path}/disable`);
    expect((await mapping.post({ phone: aPhone() }, key)).status).toBe(409);
    await acme.post(`${mapping.path}/enable`);
    const phone = aPhone();
    expect((await mapping.post({ phone }, key)).status).toBe(201);
    await acme.post(`${mapping.path}/disable`);
    const repeated = await mapping.post({ phone }, key);
    expect([repeated.status, repeated.headers.get('idempotent-replayed')]).toEqual([201, 'true']);
    expect((await acme.get(`${mapping.path}/requests?outcome=rejected`)).body.pagination.total).toBe(2);
  });

  it('works the same when the credentials are in the body, and changes with them', async () => {
    const mapping = await aMapping(acme);
    const { body: spare } = await acme.post('/api/api-keys', { name: 'spare', scopes: ['intake:write'] });
    const phone = aPhone();
    const send = (apiKey: string) =>
      postTo(
        mapping.address,
        { orgId: acme.organizationId, apiKey, mapId: mapping.id, phone },
        { 'idempotency-key': 'delivery-4' },
      );
    const first = await send(mapping.key);
    const second = await send(spare.key);
    expect([second.status, second.text]).toEqual([201, first.text]);
  });

  it('is forgotten after a day', async () => {
    const mapping = await aMapping(acme);
    const key = { 'idempotency-key': 'delivery-5' };
    const phone = aPhone();
    await mapping.post({ phone }, key);
    await service.db.query(`UPDATE idempotency_keys SET created_at = now() - interval '24 hours 1 minute'`);
    const again = await mapping.post({ phone }, key);
    expect(again).toMatchObject({ status: 200, body: { status: 'unchanged' } });
    expect(again.headers.get('idempotent-replayed')).toBeNull();
  });

  it.each([['k'.repeat(256)], ['two words'], ['schlüssel']])('%j is none', async (key) => {
    const mapping = await aMapping(acme);
    const answer = await mapping.post(
      { phone: aPhone() },
      { 'idempotency-key': Buffer.from(key).toString('latin1') },
    );
    expect(answer).toMatchObject({ status: 400, body: { error: 'Invalid Idempotency-Key' } });
  });
});
