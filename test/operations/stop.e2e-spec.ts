import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { request, type Client } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { startLoadBalancer } from '../support/load-balancer.js';
import { startPrivatePostgres, type PrivatePostgres } from '../support/private-postgres.js';
import {
  anOrganizationIn,
  freePort,
  startServiceProcess,
  type ServiceProcess,
} from '../support/service-process.js';

let postgres: PrivatePostgres;
let acme: Client;
const running: ServiceProcess[] = [];

beforeAll(async () => {
  postgres = await startPrivatePostgres();
  acme = await anOrganizationIn(postgres.url);
});
afterEach(() => Promise.all(running.splice(0).map((service) => service.end('SIGKILL'))));
afterAll(() => postgres?.stop());

async function start(environment: Record<string, string> = {}): Promise<ServiceProcess> {
  const service = await startServiceProcess(postgres.url, environment);
  running.push(service);
  return service;
}

/** A POST whose body is finished only when the test says so. */
async function aSlowPost(service: ServiceProcess) {
  const body = JSON.stringify({ name: 'Slow' });
  const { organizationId, apiKey } = acme.credentials;
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
  let answer = '';
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
  await once(socket, 'connect');
  socket.write(
    `POST /api/agents HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n` +
      `x-api-key: ${apiKey}\r\nx-organization-id: ${organizationId}\r\n\r\n${body.slice(0, 5)}`,
  );
  return {
    finish: async () => {
      socket.write(body.slice(5));
      await once(socket, 'close');
      return answer;
    },
  };
}

describe('a stop', () => {
  it('says unready first, serves on with connections that close, then exits with 0', async () => {
    const service = await start({ DRAIN_SECONDS: '1' });
    const ended = service.end('SIGTERM');
    await eventually(async () => (await request(`${service.url}/health/ready`)).status === 503);
    const late = await acme.with({ url: service.url }).get('/api/agents');
    expect(late.status).toBe(200);
    expect(late.headers.get('connection')).toBe('close');
    expect(await ended).toBe(0);
    await expect(request(`${service.url}/health/live`)).rejects.toThrow('fetch failed');
    expect(service.output()).not.toMatch(/"level":[56]0|Error/);
  });

  it('finishes a request that runs, although the server takes no others any more', async () => {
    const service = await start();
    const slow = await aSlowPost(service);
    await request(`${service.url}/health/live`);
    const ended = service.end('SIGTERM');
    await eventually(async () => !(await request(`${service.url}/health/live`).catch(() => null)));
    expect(await slow.finish()).toMatch(/^HTTP\/1\.1 201 /);
    expect(await ended).toBe(0);
  });

  it('asked for twice ends the service at once', async () => {
    const service = await start();
    await aSlowPost(service);
    service.process.kill('SIGINT');
    await eventually(async () => !(await request(`${service.url}/health/live`).catch(() => null)));
    expect(await service.end('SIGINT')).toBe(1);
  });

  it('replica by replica loses no request', async () => {
    const ports = [await freePort(), await freePort()];
    const replicas = await Promise.all(ports.map((PORT) => start({ PORT, DRAIN_SECONDS: '1' })));
    const balancer = await startLoadBalancer(replicas.map(({ url }) => url));
    const statuses = new Map<number, number>();
    const load = { on: true };
    const caller = acme.with({ url: balancer.url });
    const send = async (): Promise<void> => {
      while (load.on) {
        for (const answer of [
          await caller.get('/api/agents?limit=1'),
          await caller.post('/api/agents', { name: 'Ava' }),
        ]) {
          // A database too busy to answer in time has nothing to do with the stop.
          if (answer.body?.code === 'database_unavailable') continue;
          statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
        }
        await delay(10);
      }
    };
    const clients = Promise.all(Array.from({ length: 4 }, send));
    try {
      for (const [index, PORT] of ports.entries()) {
        expect(await replicas[index]?.end('SIGTERM')).toBe(0);
        await start({ PORT, DRAIN_SECONDS: '1' });
        await eventually(async () => balancer.ready() === ports.length);
      }
    } finally {
      load.on = false;
      await clients;
      await balancer.stop();
    }
    expect([...statuses.keys()].toSorted((a, b) => a - b)).toEqual([200, 201]);
    expect(statuses.get(201)).toBeGreaterThan(50);
  }, 60_000);
});
