import { type Client } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { type PartingProxy, startPartingProxy } from '../support/parting-proxy.js';
import { type PrivatePostgres, startPrivatePostgres } from '../support/private-postgres.js';
import { anOrganizationIn, type ServiceProcess, startServiceProcess } from '../support/service-process.js';

let postgres: PrivatePostgres;
let proxy: PartingProxy;
let service: ServiceProcess;
let acme: Client;

beforeAll(async () => {
  postgres = await startPrivatePostgres();
  proxy = await startPartingProxy(postgres.url);
  acme = await anOrganizationIn(postgres.url);
  service = await startServiceProcess(proxy.through(postgres.url));
  acme = acme.with({ url: service.url });
}, 120_000);
afterAll(async () => {
  await service.end('SIGKILL');
  await proxy.stop();
  await postgres.stop();
});

/** A request for each connection of the pool, and as many that wait for one. */
const requests = () =>
  Promise.all(Array.from({ length: 24 }, () => acme.get('/api/agents').then(({ status }) => status, String)));

describe('a connection that the server ends in the moment in which it is handed over', () => {
  it('fails the request that gets it, and never ends the service', async () => {
    expect(new Set(await requests())).toEqual(new Set([200]));
    proxy.part();
    await eventually(async () => {
      expect((await requests()).filter((status) => status !== 200 && status !== 503)).toEqual([]);
      return proxy.parted() > 50;
    }, 60);
    proxy.heal();
    await eventually(async () => (await requests()).every((status) => status === 200), 60);
    expect(service.process.exitCode).toBe(null);
  }, 120_000);
});
