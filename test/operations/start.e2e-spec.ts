import type { Socket } from 'node:net';
import { runCli } from '../support/cli.js';
import { eventually } from '../support/eventually.js';
import { startPrivatePostgres, type PrivatePostgres } from '../support/private-postgres.js';
import {
  anOrganizationIn,
  PROCESS_SECRET_KEY,
  startInVain,
  startServiceProcess,
} from '../support/service-process.js';
import { openWay } from '../support/way.js';

const OTHER_KEY = '5f2e81c0d94b7a6385e1f07b2d94c6a8f31e05b7c82d96a4';

const LIST = ['organization', 'list', '--json'];

let postgres: PrivatePostgres;

beforeAll(async () => {
  postgres = await startPrivatePostgres();
});
afterAll(() => postgres?.stop());

describe('a start', () => {
  it('with a wrong configuration says everything that is wrong, and ends with 1', async () => {
    const { code, output } = await startInVain({ PORT: 'eighty', LOG_LEVEL: 'loud', SECRET_KEY: 'short' });
    expect(code).toBe(1);
    expect(output).toMatch(/3 problem\(s\):\n {2}- PORT .*\n {2}- SECRET_KEY .*\n {2}- LOG_LEVEL /);
    expect(output).not.toMatch(/^ +at /m);
  });

  it('waits for a database that comes up after it', async () => {
    const refusals: Socket[] = [];
    let isUp = false;
    const { through, stop } = await openWay(postgres.url, (near, open) => {
      if (isUp) near.pipe(open()).pipe(near);
      else refusals.push(near.destroy());
    });
    const starting = startServiceProcess(through(postgres.url));
    await eventually(async () => refusals.length > 0, 60);
    isUp = true;
    const service = await starting;
    expect(service.output()).toMatch(/^The database at 127\.0\.0\.1:\d+ cannot be reached yet: /m);
    expect(await service.end('SIGTERM')).toBe(0);
    await stop();
  });

  it('without its database says so, and ends with 1', async () => {
    const { code, output } = await startInVain({
      DATABASE_URL: 'postgres://nobody:hidden@127.0.0.1:9/none',
      DATABASE_WAIT_SECONDS: '1',
    });
    expect(code).toBe(1);
    expect(output).toMatch(/^The database at 127\.0\.0\.1:9 cannot be reached yet: .*Waiting up to 1 s/m);
    expect(output).toMatch(
      /^The database at 127\.0\.0\.1:9 cannot be reached: .*ECONNREFUSED.* DATABASE_URL/m,
    );
    expect(output).not.toContain('hidden');
    expect(output).not.toMatch(/^ +at /m);
  });

  it('with a database that does not exist is refused at once', async () => {
    const url = Object.assign(new URL(postgres.url), { pathname: '/elsewhere' });
    const { code, output } = await startInVain({ DATABASE_URL: url.href });
    expect(code).toBe(1);
    expect(output).toMatch(
      /^The database at \S+ refuses: database "elsewhere" does not exist\. Look at DATABASE_URL/m,
    );
    expect(output).not.toMatch(/^ +at |yet/m);
  });

  it('on a server that may lose what it acknowledged warns of it', async () => {
    const service = await startServiceProcess(postgres.url);
    expect(await service.end('SIGTERM')).toBe(0);
    for (const setting of ['fsync', 'full_page_writes'])
      expect(service.output()).toContain(`PostgreSQL runs with ${setting}=off`);
    expect(service.output()).not.toContain('ALLOW_PRIVATE_TARGETS');
  });

  it('on a database of one’s own makes no organization, and lets the first person in by one link', async () => {
    const service = await startServiceProcess(postgres.url);
    expect(await service.end('SIGTERM')).toBe(0);
    expect(service.output()).not.toMatch(/demo/i);
    expect(service.output()).not.toContain('vap_');
    expect(service.output().match(/\S+\/settings\/(setup|link)\/\S+/g)).toEqual([
      expect.stringMatching(/^http:\S+\/settings\/setup\//),
    ]);
    const { code, stdout } = await runCli(
      { DATABASE_URL: postgres.url, SECRET_KEY: PROCESS_SECRET_KEY },
      ...LIST,
    );
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ data: [] });
  });

  it('that lets requests into the network warns of it', async () => {
    const service = await startServiceProcess(postgres.url, { ALLOW_PRIVATE_TARGETS: 'true' });
    expect(await service.end('SIGTERM')).toBe(0);
    expect(service.output()).toMatch(/"level":40,.*ALLOW_PRIVATE_TARGETS is on: .* private addresses/);
  });

  it('with another key than the secrets in the database were sealed with is refused; a former key is enough', async () => {
    const acme = await anOrganizationIn(postgres.url);
    const first = await startServiceProcess(postgres.url);
    const kept = await acme
      .with({ url: first.url })
      .post('/api/agents', { name: 'Ava' }, { 'idempotency-key': 'once' });
    expect(kept.status).toBe(201);
    await first.end('SIGTERM');

    const { code, output } = await startInVain({ DATABASE_URL: postgres.url, SECRET_KEY: OTHER_KEY });
    expect(code).toBe(1);
    expect(output).toContain('sealed with another SECRET_KEY');
    expect(output).not.toMatch(/^ +at /m);

    const rotated = await startServiceProcess(postgres.url, {
      SECRET_KEY: OTHER_KEY,
      SECRET_KEY_PREVIOUS: PROCESS_SECRET_KEY,
    });
    const again = await acme
      .with({ url: rotated.url })
      .post('/api/agents', { name: 'Ava' }, { 'idempotency-key': 'once' });
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.body).toEqual(kept.body);
    expect(await rotated.end('SIGTERM')).toBe(0);
  });
});
