import { Webhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import type { Client } from '../support/client.js';
import { stopServers } from '../support/loopback-server.js';
import { startService, type TestService } from '../support/service.js';
import { aChange, anEndpoint, answerWith, deliveriesOf, startReceiver, type Receiver } from './receiver.js';

/** The schedule of production, shrunk: three attempts within a second. */
const QUICK = { schedule: [0, 50, 200], poll: 20, probeFirst: 100, probeLongest: 200 };

let service: TestService;
let acme: Client;
let receiver: Receiver;

beforeAll(async () => {
  service = await startService({ deliveryTimings: QUICK });
});
beforeEach(async () => {
  acme = await service.anOrganization();
  receiver = await startReceiver();
});
afterEach(stopServers);
afterAll(() => service.stop());

/** Whether both public libraries believe it; they have to agree. */
const verifies = (secret: string, { body, headers }: { body: string; headers: object }): boolean => {
  const verdicts = [new Webhook(secret), new SvixWebhook(secret)].map((library) => {
    try {
      library.verify(body, headers as Record<string, string>);
      return true;
    } catch {
      return false;
    }
  });
  expect(new Set(verdicts).size).toBe(1);
  return verdicts.every(Boolean);
};

describe('a delivery', () => {
  it('is the envelope of its event, posted once to an endpoint that takes it', async () => {
    const endpoint = await anEndpoint(acme, receiver.url);
    const contact = await aChange(acme);
    const [request] = await receiver.gets(1);
    expect(Object.keys(request?.event)).toEqual([
      'id',
      'type',
      'timestamp',
      'organization_id',
      'api_version',
      'sequence',
      'data',
    ]);
    expect(request?.event).toMatchObject({
      type: 'contact.created',
      organization_id: acme.organizationId,
      sequence: null,
      data: { contact },
    });
    expect(request?.headers['webhook-id']).toBe(request?.event.id);
    expect(request?.headers['content-type']).toBe('application/json; charset=utf-8');
    const [delivery] = await deliveriesOf(acme, endpoint.id, ([one]) => one?.state === 'delivered');
    expect(delivery).toMatchObject({
      endpoint_id: endpoint.id,
      event_id: request?.event.id,
      event_type: 'contact.created',
      attempts: 1,
      last_status: 200,
      last_error: null,
      next_attempt_at: null,
    });
    const { body } = await acme.get(`/api/deliveries/${delivery.id}`);
    expect(body.request_body).toBe(request?.body);
    expect(body.attempt_log).toMatchObject([
      { number: 1, url: receiver.url, status: 200, error_kind: null, response_body: 'ok' },
    ]);
    expect(body.attempt_log[0].request_headers).toEqual({
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'voice-agent-platform',
      'webhook-id': request?.event.id,
      'webhook-timestamp': request?.headers['webhook-timestamp'],
    });
  });

  it('is verified by the public library, and not when anything about it was changed', async () => {
    const { secret } = await anEndpoint(acme, receiver.url);
    await aChange(acme);
    const [request] = await receiver.gets(1);
    if (!request) throw new Error('nothing came');
    expect(verifies(secret, request)).toBe(true);
    expect(verifies(secret, { ...request, body: `${request.body} ` })).toBe(false);
    expect(verifies(`whsec_${Buffer.alloc(32).toString('base64')}`, request)).toBe(false);
    const old = String(Math.floor(Date.now() / 1_000) - 360);
    for (const change of [{ 'webhook-timestamp': old }, { 'webhook-id': 'another' }])
      expect(verifies(secret, { ...request, headers: { ...request.headers, ...change } })).toBe(false);
  });

  it('is signed with both secrets while one is being rotated, and with the new one alone when it must be', async () => {
    const first = await anEndpoint(acme, receiver.url);
    const path = `/api/webhook-endpoints/${first.id}/rotate-secret`;
    const second = (await acme.post(path, {})).body;
    await aChange(acme);
    const [both] = await receiver.gets(1);
    if (!both) throw new Error('nothing came');
    expect([first.secret, second.secret].map((secret) => verifies(secret, both))).toEqual([true, true]);
    const third = (await acme.post(path, { overlap_seconds: 0 })).body;
    await aChange(acme);
    const [, alone] = await receiver.gets(2);
    if (!alone) throw new Error('nothing came');
    expect([second.secret, third.secret].map((secret) => verifies(secret, alone))).toEqual([false, true]);
  });

  it('is tried again with the same id and a new signature until its schedule ends, and can then be recovered', async () => {
    const endpoint = await anEndpoint(acme, receiver.url);
    receiver.answer(answerWith(500, {}, 'broken, call +13125550123'));
    await aChange(acme);
    const [failed] = await deliveriesOf(acme, endpoint.id, ([one]) => one?.state === 'failed');
    expect(receiver.received).toHaveLength(3);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(receiver.received.every((request) => verifies(endpoint.secret, request))).toBe(true);
    const { attempt_log } = (await acme.get(`/api/deliveries/${failed.id}`)).body;
    expect(attempt_log.map(({ error_kind }: { error_kind: string }) => error_kind)).toEqual([
      'bad_status',
      'bad_status',
      'bad_status',
    ]);
    expect(attempt_log[0].response_body).toBe('broken, call +1******0123');

    receiver.answer(answerWith(204));
    const since = failed.created_at;
    const recovered = await acme.post(`/api/webhook-endpoints/${endpoint.id}/recover`, { since });
    expect([recovered.status, recovered.body]).toMatchObject([202, { recovered: 1, remaining: 0, since }]);
    const [delivery] = await deliveriesOf(acme, endpoint.id, ([one]) => one?.state === 'delivered');
    expect(delivery).toMatchObject({ id: failed.id, attempts: 4, last_status: 204, last_error: null });
    const { body: recovery } = await acme.get(`/api/webhook-recoveries/${recovered.body.id}`);
    expect(recovery).toEqual({
      ...recovered.body,
      pending: 0,
      delivered: 1,
    });
    expect((await acme.get(`/api/webhook-endpoints/${endpoint.id}`)).body).toMatchObject({
      consecutive_failures: 0,
      failing_since: null,
    });
  });

  it('that was delivered is sent again when that is asked for', async () => {
    const endpoint = await anEndpoint(acme, receiver.url);
    await aChange(acme);
    const [delivery] = await deliveriesOf(acme, endpoint.id, ([one]) => one?.state === 'delivered');
    const { status, body } = await acme.post(`/api/deliveries/${delivery.id}/resend`);
    expect([status, body.state]).toEqual([202, 'pending']);
    const [first, second] = await receiver.gets(2);
    expect(second?.body).toBe(first?.body);
    await deliveriesOf(acme, endpoint.id, ([one]) => one?.state === 'delivered' && one.attempts === 2);
  });

  it('of a test event goes to the tested endpoint only, whatever it has subscribed to', async () => {
    const tested = await anEndpoint(acme, receiver.url, { event_types: ['call.ended'] });
    const other = await anEndpoint(acme, receiver.url);
    const { status, body } = await acme.post(`/api/webhook-endpoints/${tested.id}/test`);
    expect([status, body.event_type]).toEqual([202, 'webhook.test']);
    const [request] = await receiver.gets(1);
    expect(request?.event).toMatchObject({ type: 'webhook.test', data: { webhook_endpoint_id: tested.id } });
    await deliveriesOf(acme, other.id, (deliveries) => deliveries.length === 0);
  });

  it('carries the extra headers, whose values the log does not show', async () => {
    const headers = { 'X-Tenant': 'blue', authorization: 'Bearer of-bad-news' };
    const endpoint = await anEndpoint(acme, receiver.url, { headers });
    expect(endpoint.header_names).toEqual(['x-tenant', 'authorization']);
    await aChange(acme);
    const [request] = await receiver.gets(1);
    expect(request?.headers).toMatchObject({ 'x-tenant': 'blue', authorization: 'Bearer of-bad-news' });
    const [delivery] = await deliveriesOf(acme, endpoint.id, ([one]) => one?.state === 'delivered');
    const { text, body } = await acme.get(`/api/deliveries/${delivery.id}`);
    expect(text).not.toContain('of-bad-news');
    expect(body.attempt_log[0].request_headers).toMatchObject({ 'x-tenant': '[hidden]' });
  });

  it('carries the extra headers that a change keeps by name, and those that it gives', async () => {
    const headers = { 'x-tenant': 'blue', 'x-region': 'us', authorization: 'Bearer of-bad-news' };
    const { id } = await anEndpoint(acme, receiver.url, { headers });
    const change = (body: object) => acme.patch(`/api/webhook-endpoints/${id}`, body);
    const changed = await change({ keep_headers: ['x-tenant', 'x-region'], headers: { 'x-region': 'eu' } });
    expect([changed.status, changed.body.header_names.toSorted()]).toEqual([200, ['x-region', 'x-tenant']]);
    await aChange(acme);
    const [request] = await receiver.gets(1);
    expect(request?.headers).toMatchObject({ 'x-tenant': 'blue', 'x-region': 'eu' });
    expect(request?.headers).not.toHaveProperty('authorization');
    for (const keep_headers of [['authorization'], ['constructor'], 'x-tenant']) {
      const { status, body } = await change({ keep_headers });
      expect([status, body.details[0].field]).toEqual([400, 'keep_headers']);
    }
    expect((await acme.get(`/api/webhook-endpoints/${id}`)).body.header_names).toHaveLength(2);
  });
});

describe('an endpoint', () => {
  it('receives what was recorded after it was made, of the types it wants', async () => {
    await aChange(acme);
    const endpoint = await anEndpoint(acme, receiver.url, { event_types: ['contact.updated'] });
    const contact = await aChange(acme);
    await acme.patch(`/api/contacts/${contact.id}`, { first_name: 'Ada' });
    const deliveries = await deliveriesOf(acme, endpoint.id, ([one]) => one?.state === 'delivered');
    expect(deliveries.map(({ event_type }) => event_type)).toEqual(['contact.updated']);
    expect(receiver.received.map(({ event }) => event.data.contact.first_name)).toEqual(['Ada']);
  });

  it('that is paused gets nothing, and everything once it is active again', async () => {
    const endpoint = await anEndpoint(acme, receiver.url, { status: 'paused' });
    const path = `/api/webhook-endpoints/${endpoint.id}`;
    await aChange(acme);
    expect((await acme.post(`${path}/test`)).body).toMatchObject({ code: 'webhook_endpoint_not_active' });
    await deliveriesOf(acme, endpoint.id, ([one]) => one?.state === 'pending');
    expect(receiver.received).toEqual([]);
    await acme.patch(path, { status: 'active' });
    await receiver.gets(1);
  });

  it('that answers 410 is disabled at once; its others are told, and what waits for it is kept', async () => {
    const other = await startReceiver();
    await anEndpoint(acme, other.url);
    const endpoint = await anEndpoint(acme, receiver.url, { description: 'Our CRM' });
    receiver.answer(answerWith(410));
    await aChange(acme);
    await other.gets(2);
    expect(other.of('contact.created')).toHaveLength(1);
    expect(other.of('webhook_endpoint.disabled')[0]?.event.data.webhook_endpoint).toMatchObject({
      id: endpoint.id,
      description: 'Our CRM',
      reason: 'gone',
    });
    const path = `/api/webhook-endpoints/${endpoint.id}`;
    expect((await acme.get(path)).body).toMatchObject({ status: 'disabled', status_reason: 'gone' });
    const [entry] = await service.db.query(
      `SELECT actor_type, details FROM audit_log WHERE organization_id = $1 AND action = 'webhook_endpoint.disabled'`,
      [acme.organizationId],
    );
    expect(entry).toEqual({ actor_type: 'system', details: { reason: 'gone' } });

    await aChange(acme);
    await deliveriesOf(
      acme,
      endpoint.id,
      (all) => all.length === 2 && all.every((one) => one.state === 'pending'),
    );
    receiver.answer(answerWith(200));
    await acme.patch(path, { status: 'active' });
    await deliveriesOf(acme, endpoint.id, (all) => all.every((one) => one.state === 'delivered'));
  });
});
