import type { DataSource } from 'typeorm';
import type { Client } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { stopServers } from '../support/loopback-server.js';
import { aCall } from '../support/records.js';
import { startService, type TestService } from '../support/service.js';
import {
  aChange,
  anEndpoint,
  answerWith,
  deliveriesOf,
  isSignedWith,
  startReceiver,
  type Receiver,
} from './receiver.js';

const DAY_MS = 86_400_000;

let service: TestService;
let acme: Client;
let receiver: Receiver;

beforeAll(async () => {
  // Nothing is tried twice within a test.
  service = await startService({
    deliveryTimings: { schedule: [0, 3_600_000], poll: 20, breakerFailures: 1_000 },
  });
});
beforeEach(async () => {
  acme = await service.anOrganization();
  receiver = await startReceiver();
});
afterEach(stopServers);
afterAll(() => service.stop());

const pathOf = ({ id }: { id: string }): string => `/api/webhook-endpoints/${id}`;

/** What came at one address of the receiver. */
const cameTo = (path: string) => receiver.received.filter((one) => one.path === path);

describe('an endpoint for one agent', () => {
  it('gets the events of its calls, and no others, until it is for another one or for all', async () => {
    const [ava, ben] = await Promise.all(
      ['Ava', 'Ben'].map(async (name) => (await acme.post('/api/agents', { name })).body.id as string),
    );
    const ofAva = await anEndpoint(acme, receiver.url, { agent_id: ava });
    const ofAll = await anEndpoint(acme, receiver.url);
    const calls = new Map<string, string | undefined>();
    /** Something is told of a call of the agent. */
    const happen = async (agent: string | undefined): Promise<void> => {
      const call = await aCall(service, acme.organizationId, { agent_id: agent });
      calls.set(call, agent);
      await acme.post(`/api/calls/${call}/notes`, { body: 'Asked for Ada.' });
    };
    /** Of which agents it has got something, the latest last. */
    const heardOf = async (endpoint: { id: string }) =>
      (await acme.get(`${pathOf(endpoint)}/deliveries`)).body.data
        .map((one: { call_id: string }) => calls.get(one.call_id))
        .toReversed();

    await happen(ava);
    await happen(ben);
    await aChange(acme);
    expect(await heardOf(ofAva)).toEqual([ava]);
    await acme.patch(pathOf(ofAva), { agent_id: ben });
    await happen(ava);
    await happen(ben);
    expect(await heardOf(ofAva)).toEqual([ava, ben]);
    await acme.patch(pathOf(ofAva), { agent_id: null });
    await happen(ava);
    expect(await heardOf(ofAva)).toEqual([ava, ben, ava]);
    expect(await heardOf(ofAll)).toEqual([ava, ben, undefined, ava, ben, ava]);
    await receiver.gets(9);
  });
});

describe('an endpoint that was deleted', () => {
  it('is gone with its log, and gets nothing of what waited', async () => {
    receiver.answer(answerWith(503));
    const gone = await anEndpoint(acme, `${receiver.url}/gone`);
    await aChange(acme);
    const [waiting] = await deliveriesOf(acme, gone.id, ([one]) => one?.attempts === 1);
    expect(waiting.state).toBe('pending');
    expect((await acme.delete(pathOf(gone))).status).toBe(204);
    for (const path of [pathOf(gone), `${pathOf(gone)}/deliveries`, `/api/deliveries/${waiting.id}`])
      expect((await acme.get(path)).status).toBe(404);

    receiver.answer(answerWith(200));
    await service.db.query(`UPDATE webhook_deliveries SET next_attempt_at = now() WHERE id = $1`, [
      waiting.id,
    ]);
    await anEndpoint(acme, `${receiver.url}/other`);
    // Each is found by a look at what is due, in which the deleted one would be found too.
    for (let count = 1; count <= 5; count++) {
      await aChange(acme);
      await eventually(async () => cameTo('/hook/other').length === count);
    }
    expect(cameTo('/hook/gone')).toHaveLength(1);
  });
});

describe('an endpoint that moves', () => {
  it('gets everything at its new address from then on', async () => {
    const endpoint = await anEndpoint(acme, `${receiver.url}/before`);
    await aChange(acme);
    await eventually(async () => cameTo('/hook/before').length === 1);
    const { status, body } = await acme.patch(pathOf(endpoint), { url: `${receiver.url}/after` });
    expect([status, body.url]).toEqual([200, `${receiver.url}/after`]);
    for (let count = 1; count <= 3; count++) {
      await aChange(acme);
      await eventually(async () => cameTo('/hook/after').length === count);
    }
    expect(cameTo('/hook/before')).toHaveLength(1);
  });
});

describe('an organization', () => {
  it('has fifty endpoints at most, also when more are made at the same time', async () => {
    const make = () => acme.post('/api/webhook-endpoints', { url: receiver.url });
    const answers = await Promise.all(Array.from({ length: 53 }, make));
    const made = answers.filter(({ status }) => status === 201);
    expect(made).toHaveLength(50);
    for (const { status, body } of answers.filter((answer) => answer.status !== 201))
      expect([status, body.code]).toEqual([409, 'too_many_webhook_endpoints']);
    const other = await service.anOrganization();
    await anEndpoint(other, receiver.url);
    await acme.delete(pathOf(made[0]?.body));
    expect((await make()).status).toBe(201);
    expect((await make()).status).toBe(409);
  });
});

/** Everything that is kept, as text; bytes are in hexadecimal. */
async function everythingKept(db: DataSource): Promise<string> {
  const tables: { name: string }[] = await db.query(
    `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
      WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`,
  );
  const texts = await Promise.all(
    tables.map(async ({ name }) => {
      const [{ text }] = await db.query(
        `SELECT coalesce(string_agg(to_jsonb(kept)::text, ' '), '') AS text FROM ${name} kept`,
      );
      return text as string;
    }),
  );
  return texts.join(' ');
}

/** The ways in which a text may stand somewhere. */
const spellings = (text: string): string[] => {
  const bytes = [Buffer.from(text), Buffer.from(text.replace(/^whsec_/, ''), 'base64')];
  return [text, text.replace(/^whsec_/, ''), ...bytes.flatMap((one) => [one.toString('hex')])];
};

describe('the secrets of an endpoint', () => {
  it('are shown once, and kept in no table as they are; nor are the values of its headers', async () => {
    const value = 'Bearer of-bad-news-7f3a91c2';
    const made = await acme.post(
      '/api/webhook-endpoints',
      { url: receiver.url, headers: { authorization: value } },
      { 'idempotency-key': 'make-it' },
    );
    const path = pathOf(made.body);
    const rotated = await acme.post(`${path}/rotate-secret`, {}, { 'idempotency-key': 'rotate-it' });
    const secrets = [made.body.secret, rotated.body.secret];
    expect(new Set(secrets.filter((secret) => /^whsec_[\w+/]{43}=$/.test(secret))).size).toBe(2);
    expect(made.text + rotated.text).not.toContain(value);
    await aChange(acme);
    const [delivery] = await deliveriesOf(acme, made.body.id, ([one]) => one?.state === 'delivered');

    const answers = [
      await acme.patch(path, { description: 'Our CRM' }),
      await acme.get(path),
      await acme.get('/api/webhook-endpoints'),
      await acme.get(`${path}/deliveries`),
      await acme.get(`/api/deliveries/${delivery.id}`),
      await acme.post(`${path}/test`),
    ];
    const kept = await everythingKept(service.db);
    expect(kept).toContain(receiver.url);
    for (const text of [kept, ...answers.map((answer) => answer.text)]) {
      expect(text).toContain(made.body.id);
      expect([...secrets, value].flatMap(spellings).filter((spelling) => text.includes(spelling))).toEqual(
        [],
      );
    }
    for (const { body } of answers) expect(body).not.toHaveProperty('secret');
  });

  it('are both good for a day after a rotation, and the new one alone after that', async () => {
    const first = await anEndpoint(acme, receiver.url);
    const { body: second } = await acme.post(`${pathOf(first)}/rotate-secret`, {});
    expect(Date.parse(second.previous_secret_until) - Date.parse(second.updated_at)).toBe(DAY_MS);
    expect((await acme.get(pathOf(first))).body.previous_secret_until).toBe(second.previous_secret_until);
    await service.db.query(
      `UPDATE webhook_endpoints SET previous_secret_until = now() - interval '1 millisecond' WHERE id = $1`,
      [first.id],
    );
    expect((await acme.get(pathOf(first))).body.previous_secret_until).toBeNull();
    await aChange(acme);
    const [request] = await receiver.gets(1);
    expect([first, second].map(({ secret }) => request && isSignedWith(secret, request))).toEqual([
      false,
      true,
    ]);
  });

  it('that cannot be read any more send nothing, which the log says; another secret mends it', async () => {
    const endpoint = await anEndpoint(acme, receiver.url);
    await service.db.query(
      `UPDATE webhook_endpoints SET secret_sealed = set_byte(secret_sealed, 2, get_byte(secret_sealed, 2) # 1)
        WHERE id = $1`,
      [endpoint.id],
    );
    await aChange(acme);
    const [failed] = await deliveriesOf(acme, endpoint.id, ([one]) => one?.attempts === 1);
    expect(failed).toMatchObject({ state: 'pending', last_error: 'secret_unreadable', last_status: null });
    const { body } = await acme.get(`/api/deliveries/${failed.id}`);
    expect(body.attempt_log).toMatchObject([
      {
        error_kind: 'secret_unreadable',
        error_message: 'the endpoint has a secret that cannot be read with SECRET_KEY',
        status: null,
        response_body: null,
      },
    ]);
    expect(receiver.received).toEqual([]);
    const { body: rotated } = await acme.post(`${pathOf(endpoint)}/rotate-secret`, {});
    await acme.post(`/api/deliveries/${failed.id}/resend`);
    const [request] = await receiver.gets(1);
    expect(request && isSignedWith(rotated.secret, request)).toBe(true);
  });
});

describe('an endpoint that fails for too long', () => {
  it('is disabled, which its organization is told', async () => {
    const impatient = await startService({
      deliveryTimings: { schedule: [0, 5, 5, 5, 5, 5, 5], poll: 20, disableAfter: 1, disableFailures: 5 },
    });
    try {
      const globex = await impatient.anOrganization();
      const told = await startReceiver();
      await anEndpoint(globex, told.url, { event_types: ['webhook_endpoint.disabled'] });
      receiver.answer(answerWith(500));
      const endpoint = await anEndpoint(globex, receiver.url, { description: 'Our CRM' });
      await aChange(globex);
      const [disabled] = await told.gets(1);
      const { body } = await globex.get(pathOf(endpoint));
      expect(body).toMatchObject({ status: 'disabled', status_reason: 'failing' });
      const { id, url, description } = endpoint;
      expect(disabled?.event).toMatchObject({
        type: 'webhook_endpoint.disabled',
        data: {
          webhook_endpoint: { id, url, description, reason: 'failing', failing_since: body.failing_since },
        },
      });
      expect(typeof body.failing_since).toBe('string');
    } finally {
      await impatient.stop();
    }
  });
});
