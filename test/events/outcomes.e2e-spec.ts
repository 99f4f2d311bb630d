import type { ServerResponse } from 'node:http';
import type { Client } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { stopServers } from '../support/loopback-server.js';
import { startService, type TestService } from '../support/service.js';
import { aChange, anEndpoint, answerWith, deliveriesOf, startReceiver, type Receiver } from './receiver.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let service: TestService;
let acme: Client;
let receiver: Receiver;

beforeAll(async () => {
  // What fails waits for hours, and nothing else is slowed down by it.
  service = await startService({
    deliveryTimings: { schedule: [0, DAY_MS], poll: 20, breakerFailures: 100_000 },
  });
});
beforeEach(async () => {
  acme = await service.anOrganization();
  receiver = await startReceiver();
});
afterEach(stopServers);
afterAll(() => service.stop());

const pathOf = ({ id }: { id: string }): string => `/api/webhook-endpoints/${id}`;

/** Records so many events in one statement. */
const record = (count: number) =>
  service.db.query(
    `INSERT INTO events (organization_id, id, type, data)
     SELECT $1, gen_random_uuid(), 'contact.created', '{}' FROM generate_series(1, $2)`,
    [acme.organizationId, count],
  );

describe('a process that was taken for dead', () => {
  it.each([
    ['a good answer', 200],
    ['a bad one', 500],
    ['that nobody is there', 410],
  ])('writes nothing of what it learns too late: %s', async (_, status) => {
    const held: ServerResponse[] = [];
    receiver.answer((_request, response) => void held.push(response));
    const endpoint = await anEndpoint(acme, receiver.url);
    await aChange(acme);
    await receiver.gets(1);
    // Another process has taken the endpoint over, and has not sent it yet.
    await service.db.query(
      `UPDATE webhook_endpoints SET lease_owner = gen_random_uuid(), lease_epoch = lease_epoch + 1,
              lease_until = now() + interval '1 hour' WHERE id = $1`,
      [endpoint.id],
    );
    const before = await deliveriesOf(acme, endpoint.id, ([one]) => one?.state === 'pending');
    const health = (await acme.get(pathOf(endpoint))).body;
    held[0]?.writeHead(status).end();
    // What it learns at other endpoints is written after that.
    await fence();

    expect(await deliveriesOf(acme, endpoint.id, () => true)).toEqual(before);
    expect(before).toMatchObject([{ state: 'pending', attempts: 0, last_attempt_at: null }]);
    const { body } = await acme.get(`/api/deliveries/${before[0].id}`);
    expect(body.attempt_log).toEqual([]);
    expect((await acme.get(pathOf(endpoint))).body).toEqual(health);
    expect(health).toMatchObject({ status: 'active', consecutive_failures: 0, failing_since: null });
  });

  /** What comes to an end after everything that came to an end before it was written. */
  async function fence(): Promise<void> {
    const globex = await service.anOrganization();
    const other = await startReceiver();
    const { id } = await anEndpoint(globex, other.url);
    for (let count = 1; count <= 3; count++) {
      await aChange(globex);
      await deliveriesOf(
        globex,
        id,
        (all) => all.length === count && all.every(({ state }) => state === 'delivered'),
      );
    }
  }
});

describe('deliveries that failed at the same time', () => {
  it('are not tried again at the same time: each waits a fifth more or less than the schedule says', async () => {
    const count = 200;
    receiver.answer(answerWith(500));
    const endpoint = await anEndpoint(acme, receiver.url);
    await record(count);
    await eventually(async () => {
      const { body } = await acme.get(`${pathOf(endpoint)}/deliveries?limit=1`);
      const { body: failing } = await acme.get(pathOf(endpoint));
      return body.pagination.total === count && failing.consecutive_failures === count;
    }, 60);
    const pauses: number[] = [];
    for (const offset of [0, 100]) {
      const { body } = await acme.get(`${pathOf(endpoint)}/deliveries?limit=100&offset=${offset}`);
      for (const { next_attempt_at: next, last_attempt_at: last } of body.data)
        pauses.push(Date.parse(next) - Date.parse(last));
    }
    expect(pauses).toHaveLength(count);
    // Counted from when the outcome is written: that is later than the attempt, by what the machine needs for it.
    const shortest = Math.min(...pauses);
    const longest = Math.max(...pauses);
    expect(shortest).toBeGreaterThanOrEqual(0.8 * DAY_MS);
    expect(longest).toBeLessThanOrEqual(1.2 * DAY_MS + HOUR_MS);
    // Of 200 chances, all within half of what there is: once in 10^58 runs.
    expect(longest - shortest).toBeGreaterThan(0.2 * DAY_MS);
  }, 90_000);
});
