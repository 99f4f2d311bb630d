import type { ServerResponse } from 'node:http';
import type { Client } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { stopServers } from '../support/loopback-server.js';
import { startService, type TestService } from '../support/service.js';
import { aChange, anEndpoint, answerWith, recordEvents, startReceiver } from './receiver.js';

/** Sent to one endpoint at once; and beside the first ones of its endpoints, to those of one organization. */
const AT_ONCE = 4;
const BESIDE = 16;

let service: TestService;

beforeEach(async () => {
  // Nothing ends by itself: a request hangs until the test lets it go.
  service = await startService({ deliveryTimings: { poll: 20, stopGrace: 0, attempt: 600_000 } });
});
afterEach(async () => {
  await service.stop();
  await stopServers();
});

/** Endpoints that take every request and do not answer it. */
async function hangingEndpoints(client: Client, count: number) {
  const receiver = await startReceiver();
  const held: ServerResponse[] = [];
  receiver.answer((_, response) => void held.push(response));
  for (let index = 0; index < count; index++) await anEndpoint(client, receiver.url);
  return {
    held,
    received: receiver.received,
    letGo: () => {
      receiver.answer(answerWith(200));
      for (const response of held) response.end();
    },
  };
}

/** Each change of the organization arrives at an endpoint of its own before the next one is made. */
async function arrivesAtOnce(client: Client): Promise<void> {
  const receiver = await startReceiver();
  await anEndpoint(client, receiver.url);
  for (let index = 1; index <= 30; index++) {
    await aChange(client);
    await receiver.gets(index);
  }
}

describe('endpoints that hang with a backlog', () => {
  it.each([4, 16, 49])(
    'do not hold up another one of their organization, when they are %i',
    async (count) => {
      const acme = await service.anOrganization();
      const { held, received, letGo } = await hangingEndpoints(acme, count);
      await recordEvents(service, acme.organizationId, 20);
      const most = Math.min(AT_ONCE * count, count + BESIDE);
      await eventually(async () => held.length === most, 30);
      await arrivesAtOnce(acme);
      expect(held).toHaveLength(most);
      letGo();
      await eventually(async () => received.length === count * 50, 60);
    },
    150_000,
  );

  it('do not hold up those of another organization, when sixteen have all they may', async () => {
    const full = Array.from({ length: 16 }, async (_, index) => {
      const client = await service.anOrganization(`Slow ${index}`);
      const { held } = await hangingEndpoints(client, 16);
      await recordEvents(service, client.organizationId, 20);
      await eventually(async () => held.length === 16 + BESIDE, 60);
      return held;
    });
    const helds = await Promise.all(full);
    await arrivesAtOnce(await service.anOrganization());
    expect(helds.map(({ length }) => length)).toEqual(Array(16).fill(16 + BESIDE));
  }, 150_000);
});
