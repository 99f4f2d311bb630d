import { startHttps, stopServers } from '../support/loopback-server.js';
import { startService, type TestService } from '../support/service.js';
import { startCanary } from '../support/canary.js';
import { TEST_CA } from '../support/tls-certificates.js';
import { aChange, anEndpoint, answerWith, deliveriesOf, startReceiver } from './receiver.js';

const services: TestService[] = [];

async function serviceWith(settings: Parameters<typeof startService>[0]): Promise<TestService> {
  const service = await startService(settings);
  services.push(service);
  return service;
}
afterEach(async () => {
  await stopServers();
  for (const service of services.splice(0)) await service.stop();
});

/** Nothing is tried twice within a test. */
const ONCE = { schedule: [0, 3_600_000], poll: 20, breakerFailures: 1_000 };

describe('what an endpoint answers', () => {
  it('counts as delivered when it is 2xx, and as nothing else', async () => {
    const service = await serviceWith({ deliveryTimings: ONCE });
    const acme = await service.anOrganization();
    const receiver = await startReceiver();
    // 1xx announce an answer, 410 has a test of its own.
    const statuses = Array.from({ length: 400 }, (_, index) => index + 200).filter(
      (status) => status !== 410,
    );
    const given = new Map<string, number>();
    receiver.answer((request, response) => {
      const status = statuses[given.size] ?? 200;
      given.set(request.event.id, status);
      response.writeHead(status, { location: `${receiver.url}/elsewhere` }).end();
    });
    const endpoint = await anEndpoint(acme, receiver.url);
    await service.db.query(
      `INSERT INTO events (organization_id, id, type, data)
       SELECT $1, gen_random_uuid(), 'contact.created', '{}' FROM generate_series(1, $2)`,
      [acme.organizationId, statuses.length],
    );
    await receiver.gets(statuses.length, 60);
    const rows = await eventuallyAll(service, endpoint.id, statuses.length);
    const expected = rows.map(({ event_id }) => {
      const status = given.get(event_id) ?? 0;
      return status < 300 ? 'delivered' : status < 400 ? 'redirect' : 'bad_status';
    });
    expect(rows.map(({ state, last_error }) => last_error ?? state)).toEqual(expected);
    expect(new Set(receiver.received.map(({ path }) => path))).toEqual(new Set(['/hook']));
  }, 90_000);

  it('may ask for more time with Retry-After', async () => {
    const service = await serviceWith({ deliveryTimings: { ...ONCE, schedule: [0, 1_000] } });
    const acme = await service.anOrganization();
    const receiver = await startReceiver();
    receiver.answer(answerWith(503, { 'retry-after': '600' }));
    const endpoint = await anEndpoint(acme, receiver.url);
    await aChange(acme);
    const [delivery] = await deliveriesOf(acme, endpoint.id, ([one]) => one?.attempts === 1);
    const pause = Date.parse(delivery.next_attempt_at) - Date.parse(delivery.last_attempt_at);
    expect(pause).toBeGreaterThanOrEqual(600_000);
    expect(pause).toBeLessThan(660_000);
  });
});

interface Row {
  event_id: string;
  state: string;
  last_error: string | null;
}

async function eventuallyAll(service: TestService, endpointId: string, count: number): Promise<Row[]> {
  for (;;) {
    const rows: Row[] = await service.db.query(
      `SELECT event_id, state, last_error FROM webhook_deliveries WHERE endpoint_id = $1 AND attempts > 0`,
      [endpointId],
    );
    if (rows.length === count) return rows;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

describe('an endpoint inside the network', () => {
  it.each([
    'http://example.com/hook',
    'https://127.0.0.1/hook',
    'https://localhost/hook',
    'https://[::1]/',
    'no url',
  ])('cannot be made: %s', async (url) => {
    const service = await serviceWith({ allowPrivateTargets: false });
    const acme = await service.anOrganization();
    const { status, body } = await acme.post('/api/webhook-endpoints', { url });
    expect([status, body.code, body.details[0].field]).toEqual([400, 'invalid_request', 'url']);
  });

  it('is not reached by a name that comes to mean it, nor by a redirect', async () => {
    const canary = await startCanary();
    const reached: string[] = [];
    const port = await startHttps((request, response) => {
      reached.push(request.url ?? '');
      response.writeHead(307, { location: `https://127.0.0.1:${canary.port}/`, connection: 'close' }).end();
    });
    // Only the first answer of the name server is a public address, played by this machine.
    const answers = ['127.0.0.1'];
    const service = await serviceWith({
      allowPrivateTargets: false,
      deliveryTimings: { ...ONCE, schedule: [0, 50, 50] },
      outboundHttp: {
        ca: TEST_CA,
        resolve: () => Promise.resolve([answers.shift() ?? '127.0.0.2']),
        forbidden: (address) => (address === '127.0.0.1' ? null : 'loopback'),
      },
    });
    const acme = await service.anOrganization();
    const endpoint = await anEndpoint(acme, `https://hooks.example.test:${port}/hook`);
    await aChange(acme);
    const [delivery] = await deliveriesOf(acme, endpoint.id, ([one]) => one?.state === 'failed');
    const { attempt_log } = (await acme.get(`/api/deliveries/${delivery.id}`)).body;
    expect(attempt_log[0]).toMatchObject({ status: 307, error_kind: 'redirect' });
    expect(attempt_log.slice(1).map(({ error_kind }: { error_kind: string }) => error_kind)).toEqual([
      'address_forbidden',
      'address_forbidden',
    ]);
    expect(reached).toEqual(['/hook']);
    expect(canary.hits()).toBe(0);
    await canary.close();
  });
});
