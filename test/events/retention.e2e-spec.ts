import { Maintenance } from '../../src/jobs/maintenance.service.js';
import type { Client } from '../support/client.js';
import { stopServers } from '../support/loopback-server.js';
import { startService, type TestService } from '../support/service.js';
import { aChange, anEndpoint, answerWith, deliveriesOf, startReceiver } from './receiver.js';

let service: TestService;
let acme: Client;

beforeAll(async () => {
  service = await startService({ deliveryTimings: { schedule: [0], poll: 20, breakerFailures: 1_000 } });
  acme = await service.anOrganization();
});
afterAll(async () => {
  await service.stop();
  await stopServers();
});

/** An endpoint with a delivery of every state; the one that failed was tried twice. @returns its id */
async function anEndpointWithEverything(): Promise<string> {
  const receiver = await startReceiver();
  const { id } = await anEndpoint(acme, receiver.url);
  await aChange(acme);
  await deliveriesOf(acme, id, ([one]) => one?.state === 'delivered');
  receiver.answer(answerWith(500));
  await aChange(acme);
  const [failed] = await deliveriesOf(acme, id, ([one]) => one?.state === 'failed');
  await acme.post(`/api/deliveries/${failed.id}/resend`);
  await deliveriesOf(acme, id, ([one]) => one?.state === 'failed' && one.attempts === 2);
  await acme.patch(`/api/webhook-endpoints/${id}`, { status: 'paused' });
  const erased = await aChange(acme);
  await acme.delete(`/api/contacts/${erased.id}?erase=true`);
  await aChange(acme);
  return id;
}

/** Each is as many days old, and then what is too old is taken away. */
async function agedTo(days: number): Promise<void> {
  await service.db.query(`UPDATE events SET created_at = now() - make_interval(days => $1)`, [days]);
  await service.app.get(Maintenance).run('events');
}

const earlierAttempts = async (): Promise<number> =>
  (await service.db.query(`SELECT count(*)::int AS attempts FROM webhook_delivery_attempts`))[0].attempts;

describe('deliveries', () => {
  it('of whatever state are kept for thirty days, and go with their attempts', async () => {
    const id = await anEndpointWithEverything();
    await agedTo(29);
    const kept = await deliveriesOf(acme, id, () => true);
    expect(kept.map(({ state }) => state)).toEqual(['pending', 'discarded', 'failed', 'delivered']);
    expect(await earlierAttempts()).toBe(1);

    await agedTo(31);
    const young = await aChange(acme);
    await service.app.get(Maintenance).run('events');
    const left = await deliveriesOf(acme, id, () => true);
    expect(left).toHaveLength(1);
    expect((await acme.get(`/api/deliveries/${left[0].id}`)).body.request_body).toContain(young.id);
    for (const delivery of kept) expect((await acme.get(`/api/deliveries/${delivery.id}`)).status).toBe(404);
    expect(await earlierAttempts()).toBe(0);
  });
});
