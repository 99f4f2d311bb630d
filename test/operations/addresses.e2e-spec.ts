import { Client as Connection } from 'pg';
import { startSimulator, type Simulator } from '../../src/simulator/simulator.server.js';
import { ACCOUNT, NUMBERS, OWN_NUMBER, TOKEN } from '../calls/line.js';
import type { Client } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { startLoadBalancer, type LoadBalancer } from '../support/load-balancer.js';
import { existingMapping } from '../support/mappings.js';
import { startPrivatePostgres, type PrivatePostgres } from '../support/private-postgres.js';
import {
  anOrganizationIn,
  freePort,
  startServiceProcess,
  type ServiceProcess,
} from '../support/service-process.js';
import { PASSWORD, Visitor } from '../support/visitor.js';

/** Where the service is, who it believes about that, and where others are told that it is. */

let postgres: PrivatePostgres;
let database: Connection;
let service: ServiceProcess;

beforeAll(async () => {
  postgres = await startPrivatePostgres();
  database = new Connection(postgres.url);
  await database.connect();
});
afterEach(() => service?.end('SIGTERM'));
afterAll(async () => {
  await database?.end();
  await postgres?.stop();
});

const start = async (environment: Record<string, string>): Promise<ServiceProcess> =>
  (service = await startServiceProcess(postgres.url, environment));

const portOf = (url: string): string => new URL(url).port;

/** The status of a live service there, or that nobody listens. */
const liveAt = (address: string): Promise<number | 'nobody'> =>
  fetch(`http://${address}:${portOf(service.url)}/health/live`).then(
    ({ status }) => status,
    () => 'nobody',
  );

// All of 127.0.0.0/8 is this machine: a second address to listen on, or not.
describe('HOST', () => {
  it('is the one address that the service listens on, and prints', async () => {
    await start({ HOST: '127.0.0.2' });
    expect(service.url).toMatch(/^http:\/\/127\.0\.0\.2:/);
    expect([await liveAt('127.0.0.2'), await liveAt('127.0.0.1')]).toEqual([200, 'nobody']);
  });

  it('is loopback unless it is set', async () => {
    await start({});
    expect(service.url).toMatch(/^http:\/\/127\.0\.0\.1:/);
    expect([await liveAt('127.0.0.1'), await liveAt('127.0.0.2')]).toEqual([200, 'nobody']);
  });

  it('may be every address of the machine', async () => {
    await start({ HOST: '0.0.0.0' });
    expect([await liveAt('127.0.0.1'), await liveAt('127.0.0.2')]).toEqual([200, 200]);
  });
});

describe('TRUST_PROXY', () => {
  const LIMIT = 3;
  const limited = { RATE_LIMIT: 'on', RATE_LIMIT_SIGN_IN: String(LIMIT) };

  /** How many of some wrong passwords are looked at, each sent with what a header says of where it comes from. */
  async function lookedAt(attempts: number, forwardedFor: (attempt: number) => string): Promise<number> {
    // One that began late in a minute counts in two.
    await database.query(`DELETE FROM rate_limits`);
    let looked = 0;
    for (let attempt = 0; attempt < attempts; attempt++) {
      const visitor = new Visitor(service.url, { 'x-forwarded-for': forwardedFor(attempt) });
      const fields = { email: 'nobody@example.com', password: 'x' };
      const { status } = await visitor.submit('/settings/sign-in', '/settings/sign-in', fields);
      expect([422, 429]).toContain(status);
      if (status === 422) looked += 1;
    }
    return looked;
  }
  const ATTEMPTS = 3 * LIMIT;
  /** A minute may end in between, once. */
  const MOST = 2 * LIMIT;

  it('unset: nobody is believed, so that a header does not lift the limit of an address', async () => {
    await start(limited);
    expect(await lookedAt(ATTEMPTS, (attempt) => `198.51.100.${attempt}`)).toBeLessThanOrEqual(MOST);
  });

  it('an address: only who connects from there is believed', async () => {
    await start({ ...limited, TRUST_PROXY: '10.9.8.7' });
    expect(await lookedAt(ATTEMPTS, (attempt) => `198.51.100.${attempt}`)).toBeLessThanOrEqual(MOST);
    await service.end('SIGTERM');
    await start({ ...limited, TRUST_PROXY: '127.0.0.1' });
    expect(await lookedAt(ATTEMPTS, (attempt) => `198.51.100.${attempt}`)).toBe(ATTEMPTS);
  });

  it('a number: so many proxies are believed, and what a client wrote before them is not', async () => {
    await start({ ...limited, TRUST_PROXY: '1' });
    expect(await lookedAt(ATTEMPTS, (attempt) => `203.0.113.9, 198.51.100.${attempt}`)).toBe(ATTEMPTS);
    const spoofed = (attempt: number) => `198.51.100.${100 + attempt}, 203.0.113.9`;
    expect(await lookedAt(ATTEMPTS, spoofed)).toBeLessThanOrEqual(MOST);
  });
});

describe('PUBLIC_BASE_URL', () => {
  let simulator: Simulator;
  let balancer: LoadBalancer;
  let acme: Client;

  beforeAll(async () => {
    simulator = await startSimulator({
      accountSid: ACCOUNT,
      authToken: TOKEN,
      numbers: [OWN_NUMBER],
      pace: 0.01,
    });
    acme = await anOrganizationIn(postgres.url);
  });
  beforeEach(async () => {
    const PORT = await freePort();
    balancer = await startLoadBalancer([`http://127.0.0.1:${PORT}`]);
    await start({
      PORT,
      PUBLIC_BASE_URL: `${balancer.url}/`,
      TWILIO_ACCOUNT_SID: ACCOUNT,
      TWILIO_AUTH_TOKEN: TOKEN,
      TWILIO_API_BASE_URL: simulator.url,
      TRUST_PROXY: '127.0.0.1',
      LLM: 'scripted',
      ALLOW_PRIVATE_TARGETS: 'true',
    });
    await eventually(async () => balancer.ready() === 1);
  });
  afterEach(() => balancer?.stop());
  afterAll(() => simulator?.stop());

  it('is where the carrier calls back, and where a recording is heard', async () => {
    const here = acme.with({ url: balancer.url });
    const { id: agentId } = (await here.post('/api/agents', { name: 'Ava', record: true })).body;
    await here.post('/api/phone-numbers', { number: OWN_NUMBER, agent_id: agentId });
    const { callId } = (await here.post('/api/agents/call', { agentId, phoneNumber: NUMBERS.hangsUp })).body;
    const call = await eventually(async () => {
      const { body } = await here.get(`/api/calls/${callId}`);
      return body.recording_url !== null && body.ended_at !== null && body;
    }, 60);

    expect(call.status).toBe('completed');
    const [dialled] = simulator.ledger();
    expect(dialled?.statusCallback).toMatch(new RegExp(`^${balancer.url}/api/voice/twilio/`));
    expect(call.recording_url).toMatch(new RegExp(`^${balancer.url}/recordings/`));
    expect((await fetch(call.recording_url)).status).toBe(200);
  }, 120_000);

  it('is where forms post to, and where the first person comes in; the header says from where', async () => {
    const here = acme.with({ url: balancer.url });
    const { status, body } = await here.post('/api/webhook-mappings', {
      name: 'Form',
      field_mappings: [{ source: 'phone', target: 'phone', transform: null }],
    });
    expect(status).toBe(201);
    const { url } = existingMapping(here, body);
    expect(url).toMatch(new RegExp(`^${balancer.url}/api/contacts/flex\\?`));
    const form = { method: 'POST', body: new URLSearchParams({ phone: '(312) 555-0142' }) };
    expect((await fetch(url, form)).status).toBe(201);

    const [, link = ''] = /^ *(http\S+\/settings\/setup\/\S+)$/m.exec(service.output()) ?? [];
    expect(link).toMatch(new RegExp(`^${balancer.url}/settings/setup/`));
    // Past the proxy, which keeps no cookies, and as if through it.
    const visitor = new Visitor(service.url, { 'x-forwarded-for': '198.51.100.7' });
    const { pathname } = new URL(link);
    const owner = { organization: 'Initech', email: 'ada@example.com', password: PASSWORD };
    await visitor.submit(pathname, pathname, owner);
    const { rows } = await database.query(`SELECT address FROM sessions`);
    expect(rows).toEqual([{ address: '198.51.100.7' }]);
  });
});
