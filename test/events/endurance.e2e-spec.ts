import type { Settings } from '../../src/settings.js';
import { eventually } from '../support/eventually.js';
import { stopServers } from '../support/loopback-server.js';
import { aCall } from '../support/records.js';
import { startService, type TestService } from '../support/service.js';
import { aChange, anEndpoint, answerWith, deliveriesOf, recordEvents, startReceiver } from './receiver.js';

const services: TestService[] = [];

async function serviceWith(deliveryTimings: Settings['deliveryTimings']): Promise<TestService> {
  const service = await startService({ deliveryTimings: { poll: 20, stopGrace: 0, ...deliveryTimings } });
  services.push(service);
  return service;
}
afterEach(async () => {
  for (const service of services.splice(0)) await service.stop();
  await stopServers();
});

describe('deliveries', () => {
  it('of a call come in the order of its events, however many replicas work', async () => {
    const service = await serviceWith({});
    await service.replica();
    const acme = await service.anOrganization();
    const receiver = await startReceiver();
    receiver.answer((_, response) => void setTimeout(() => response.end(), Math.random() * 5));
    await anEndpoint(acme, receiver.url);
    const calls = await Promise.all(Array.from({ length: 6 }, () => aCall(service, acme.organizationId)));
    for (let sequence = 1; sequence <= 20; sequence++) {
      await service.db.query(
        `INSERT INTO events (organization_id, id, type, call_id, sequence, data)
         SELECT $1, gen_random_uuid(), 'call.ringing', call, $3, json_build_object('of', call)
           FROM unnest($2::uuid[]) call`,
        [acme.organizationId, calls, sequence],
      );
    }
    await receiver.gets(120, 30);
    for (const call of calls) {
      const its = receiver.received.filter(({ event }) => event.data.of === call);
      expect(its.map(({ event }) => event.sequence)).toEqual(
        Array.from({ length: 20 }, (_, index) => index + 1),
      );
    }
  });

  it('begin at the commit, and wait for no regular look', async () => {
    const service = await serviceWith({ poll: 3_600_000 });
    const acme = await service.anOrganization();
    const receiver = await startReceiver();
    await anEndpoint(acme, receiver.url);
    for (let index = 1; index <= 10; index++) {
      await aChange(acme);
      await receiver.gets(index);
    }
  });

  it('are at most four at once to one endpoint', async () => {
    const service = await serviceWith({});
    await service.replica();
    const acme = await service.anOrganization();
    const receiver = await startReceiver();
    let atOnce = 0;
    let most = 0;
    receiver.answer((_, response) => {
      most = Math.max(most, ++atOnce);
      setTimeout(() => {
        atOnce -= 1;
        response.end();
      }, 5);
    });
    const endpoint = await anEndpoint(acme, receiver.url);
    await recordEvents(service, acme.organizationId, 100);
    await deliveriesOf(acme, endpoint.id, (all) => all.every(({ state }) => state === 'delivered'));
    expect(most).toBe(4);
    expect(receiver.received).toHaveLength(100);
  });

  it('end soon after their endpoint was paused, however many wait', async () => {
    const service = await serviceWith({});
    const acme = await service.anOrganization();
    const receiver = await startReceiver();
    receiver.answer((_, response) => void setTimeout(() => response.end(), 10));
    const endpoint = await anEndpoint(acme, receiver.url);
    await recordEvents(service, acme.organizationId, 400);
    await receiver.gets(1);
    await acme.patch(`/api/webhook-endpoints/${endpoint.id}`, { status: 'paused' });
    const lease = `SELECT lease_owner FROM webhook_endpoints WHERE id = $1`;
    await eventually(async () => (await service.db.query(lease, [endpoint.id]))[0].lease_owner === null);
    const [left] = await service.db.query(
      `SELECT count(*)::int AS pending FROM webhook_deliveries WHERE state = 'pending'`,
    );
    expect(left.pending).toBe(400 - receiver.received.length);
    expect(left.pending).toBeGreaterThan(0);
  });

  it('are not spent on an endpoint that is dead: it is probed, and gets everything when it is back', async () => {
    const service = await serviceWith({
      schedule: [0, 10, 10, 10, 10, 10],
      breakerFailures: 8,
      probeFirst: 30,
      probeLongest: 60,
    });
    const acme = await service.anOrganization();
    const receiver = await startReceiver();
    receiver.answer(answerWith(502));
    const endpoint = await anEndpoint(acme, receiver.url);
    await recordEvents(service, acme.organizationId, 60);
    const path = `/api/webhook-endpoints/${endpoint.id}`;
    await eventually(async () => (await acme.get(path)).body.consecutive_failures >= 12, 30);
    const { body } = await acme.get(path);
    expect(body).toMatchObject({ status: 'active' });
    expect([typeof body.next_probe_at, typeof body.failing_since]).toEqual(['string', 'string']);
    receiver.answer(answerWith(200));
    await deliveriesOf(acme, endpoint.id, (all) => all.every(({ state }) => state === 'delivered'));
    expect((await acme.get(path)).body).toMatchObject({ consecutive_failures: 0, next_probe_at: null });
  });

  it('that fail for too long disable their endpoint', async () => {
    const service = await serviceWith({
      schedule: [0, 5, 5, 5, 5, 5, 5, 5],
      disableAfter: 10,
      disableFailures: 5,
    });
    const acme = await service.anOrganization();
    const receiver = await startReceiver();
    receiver.answer(answerWith(500));
    const endpoint = await anEndpoint(acme, receiver.url);
    await recordEvents(service, acme.organizationId, 1);
    const path = `/api/webhook-endpoints/${endpoint.id}`;
    await eventually(async () => (await acme.get(path)).body.status === 'disabled');
    expect((await acme.get(path)).body).toMatchObject({ status_reason: 'failing', consecutive_failures: 5 });
    await acme.patch(path, { status: 'active' });
    expect((await acme.get(path)).body).toMatchObject({ status_reason: null, failing_since: null });
  });

  it('of an event that was recorded in a slow transaction are neither skipped nor made twice', async () => {
    const service = await serviceWith({});
    const acme = await service.anOrganization();
    const receiver = await startReceiver();
    await anEndpoint(acme, receiver.url);
    const slow = service.db.createQueryRunner();
    await slow.startTransaction();
    const insert = `INSERT INTO events (organization_id, id, type, data) VALUES ($1, gen_random_uuid(), $2, '{}')`;
    await slow.query(insert, [acme.organizationId, 'contact.updated']);
    await recordEvents(service, acme.organizationId, 5);
    await receiver.gets(5);
    await slow.commitTransaction();
    await slow.release();
    await receiver.gets(6);
    const counts = await service.db.query(
      `SELECT count(*)::int AS deliveries, count(DISTINCT event_id)::int AS events FROM webhook_deliveries`,
    );
    expect(counts).toEqual([{ deliveries: 6, events: 6 }]);
    expect(receiver.of('contact.updated')).toHaveLength(1);
  });

  it('of an event that commits after later ones were read, while those are being sent, are not forgotten', async () => {
    const service = await serviceWith({});
    const acme = await service.anOrganization();
    const receiver = await startReceiver();
    receiver.answer((_, response) => void setTimeout(() => response.end(), 5));
    await anEndpoint(acme, receiver.url);
    const slow = service.db.createQueryRunner();
    await slow.startTransaction();
    const insert = `INSERT INTO events (organization_id, id, type, data) VALUES ($1, gen_random_uuid(), $2, '{}')`;
    await slow.query(insert, [acme.organizationId, 'contact.updated']);
    await recordEvents(service, acme.organizationId, 300);
    await receiver.gets(60);
    await slow.commitTransaction();
    await slow.release();
    await receiver.gets(301);
    expect(receiver.of('contact.updated')).toHaveLength(1);
  });

  it('of a contact that is erased are blanked, and not sent any more', async () => {
    const service = await serviceWith({});
    const acme = await service.anOrganization();
    const [receiver, paused] = [await startReceiver(), await startReceiver()];
    receiver.answer(answerWith(200, {}, 'thanks for Canary7f3a'));
    const sent = await anEndpoint(acme, receiver.url);
    const waiting = await anEndpoint(acme, paused.url, { status: 'paused' });
    const contact = await aChange(acme, { first_name: 'Canary7f3a' });
    const [delivered] = await deliveriesOf(acme, sent.id, ([one]) => one?.state === 'delivered');
    expect((await acme.get(`/api/deliveries/${delivered.id}`)).text).toContain('Canary7f3a');
    await acme.delete(`/api/contacts/${contact.id}?erase=true`);
    expect((await acme.get(`/api/deliveries/${delivered.id}`)).text).not.toContain('Canary7f3a');
    await deliveriesOf(acme, waiting.id, ([one]) => one?.state === 'discarded');
    const again = await acme.post(`/api/deliveries/${delivered.id}/resend`);
    expect([again.status, again.body.code]).toEqual([409, 'delivery_discarded']);
  });
});
