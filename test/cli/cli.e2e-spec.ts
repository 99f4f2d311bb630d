import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { startSimulator } from '../../src/simulator/simulator.server.js';
import { Client } from '../support/client.js';
import { runCli, type CliRun } from '../support/cli.js';
import { startService, type TestService } from '../support/service.js';

const NOBODY = '01937f5c-2d5e-7c3a-9b51-0a4f7e1c2d3e';

// Every command is a process that loads the product.
jest.setTimeout(120_000);

let service: TestService;
const cli = (...args: string[]): Promise<CliRun> =>
  runCli(
    { DATABASE_URL: service.settings.databaseUrl, SECRET_KEY: service.settings.secretKeys.current },
    ...args,
  );

async function anOrganization(name = 'Acme'): Promise<Client> {
  const { organization_id: organizationId, api_key: apiKey } = (
    await cli('organization', 'create', '--name', name, '--json')
  ).json();
  return new Client(service.url, { organizationId, apiKey });
}

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

describe('the command line', () => {
  it('makes an organization whose key works at once on a running service', async () => {
    const run = await cli('organization', 'create', '--name', 'Acme', '--json');
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(Object.keys(run.json())).toEqual(['organization_id', 'api_key']);
    expect(run.stdout.endsWith('}\n') && run.stdout.split('\n')).toHaveLength(2);

    const { organization_id: organizationId, api_key: apiKey } = run.json();
    const acme = new Client(service.url, { organizationId, apiKey });
    expect(await acme.get('/api/agents')).toMatchObject({ status: 200, body: { data: [] } });
    expect((await acme.get('/api/phone-numbers')).body.data).toMatchObject([
      { number: '+15005550006', is_default: true },
    ]);
    const audit = await service.db.query(
      `SELECT action, actor_type FROM audit_log WHERE organization_id = $1 ORDER BY id`,
      [organizationId],
    );
    expect(audit).toEqual([
      { action: 'organization.created', actor_type: 'cli' },
      { action: 'api_key.created', actor_type: 'cli' },
    ]);
  });

  it('adds no simulated number where a real carrier is configured', async () => {
    const run = await runCli(
      {
        DATABASE_URL: service.settings.databaseUrl,
        SECRET_KEY: service.settings.secretKeys.current,
        TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
        TWILIO_AUTH_TOKEN: 'token',
        PUBLIC_BASE_URL: 'https://voice.example.com',
        LLM: 'scripted',
      },
      ...'organization create --name Live --json'.split(' '),
    );
    const { organization_id: organizationId, api_key: apiKey } = run.json();
    const live = new Client(service.url, { organizationId, apiKey });
    expect((await live.get('/api/phone-numbers')).body.data).toEqual([]);
  });

  it('makes an agent that a file tells everything, and says what is wrong with one', async () => {
    const acme = await anOrganization();
    const create = (file: string) =>
      cli(
        ...'agent create --name Eva --json --config'.split(' '),
        file,
        '--organization',
        acme.organizationId,
      );
    const folder = await mkdtemp(join(tmpdir(), 'agent-config-'));
    const file = async (name: string, text: string): Promise<string> => {
      await writeFile(join(folder, name), text);
      return join(folder, name);
    };
    const told = {
      name: 'Ava',
      tools: ['opt_out'],
      voicemail: { action: 'leave_message', message: 'Hello' },
    };

    const { agent_id: id } = (await create(await file('good.json', JSON.stringify(told)))).json();
    expect((await acme.get(`/api/agents/${id}`)).body).toMatchObject({ ...told, name: 'Eva' });

    const bad = await create(await file('bad.json', '{"tools":["fly"]}'));
    expect(bad).toMatchObject({ code: 2, stderr: expect.stringContaining('tools[0] must be one of') });
    for (const path of [
      join(folder, 'none.json'),
      await file('broken.json', '{'),
      await file('list.json', '[]'),
    ])
      expect(await create(path)).toMatchObject({ code: 2, stdout: '' });
    expect((await acme.get('/api/agents')).body.pagination.total).toBe(1);
    await rm(folder, { recursive: true });
  });

  it('makes agents that the API knows', async () => {
    const acme = await anOrganization();
    const args = ['--organization', acme.organizationId, '--name', 'Ava', '--greeting', 'Hi {{first_name}}'];
    const { agent_id: id } = (await cli('agent', 'create', ...args, '--json')).json();

    expect((await acme.get(`/api/agents/${id}`)).body).toMatchObject({
      name: 'Ava',
      greeting: 'Hi {{first_name}}',
    });
    const listed = await cli('agent', 'list', '--organization', acme.organizationId, '--json');
    expect(listed.json()).toEqual((await acme.get('/api/agents')).body);
  });

  it('makes mappings that take what is posted to their address', async () => {
    const acme = await anOrganization();
    const args = ['--organization', acme.organizationId, '--name', 'Form', '--tags', 'website, form'];
    const maps = ['phone=phone', 'first_name=firstName', 'answers[k=v].text=email:lowercase'];
    const run = await cli('mapping', 'create', ...args, ...maps.flatMap((map) => ['--map', map]), '--json');

    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(Object.keys(run.json())).toEqual(['mapping_id', 'webhook_url', 'intake_api_key']);
    const { mapping_id: id, webhook_url: address, intake_api_key: key } = run.json();
    expect(address).toContain(key);
    expect((await acme.get(`/api/webhook-mappings/${id}`)).body).toMatchObject({
      name: 'Form',
      field_mappings: [
        { source: 'phone', target: 'phone', transform: null },
        { source: 'first_name', target: 'firstName', transform: null },
        { source: 'answers[k=v].text', target: 'email', transform: 'lowercase' },
      ],
      static_tags: ['website', 'form'],
    });
    const posted = await fetch(service.url + new URL(address).pathname + new URL(address).search, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ phone: '+13125550100', first_name: 'Ada' }),
    });
    expect(posted.status).toBe(201);
  });

  it.each([
    ['no phone', ['--map', 'a=firstName'], /--map .*phone/],
    ['an unknown target', ['--map', 'a=phone', '--map', 'b=fax'], /--map\[1\]\.target/],
    ['no target', ['--map', 'phone'], /source=target/],
  ])('refuses a mapping with %s, and says why', async (_, maps, message) => {
    const acme = await anOrganization();
    const run = await cli(
      'mapping',
      'create',
      '--organization',
      acme.organizationId,
      '--name',
      'Form',
      ...maps,
    );
    expect(run).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(message) });
  });

  it('makes keys that do what their scopes say, until they expire or are revoked', async () => {
    const acme = await anOrganization();
    const args = ['--organization', acme.organizationId];
    const made = await cli(
      'api-key',
      'create',
      ...args,
      ...'--scopes agents:read --expires-in 30d --json'.split(' '),
    );
    const { api_key: apiKey, api_key_id: id } = made.json();
    const reader = acme.with({ apiKey });
    expect((await reader.get('/api/agents')).status).toBe(200);
    expect((await reader.post('/api/agents', { name: 'Ava' })).status).toBe(403);

    const [newest] = (await cli('api-key', 'list', ...args, '--json')).json().data;
    expect(newest).toMatchObject({ id, scopes: ['agents:read'], status: 'active' });
    const lifetime = Date.parse(newest.expires_at) - Date.parse(newest.created_at);
    expect(Math.round(lifetime / 86_400_000)).toBe(30);

    const revoked = await cli('api-key', 'revoke', ...args, '--id', id, '--json');
    expect(revoked.json()).toEqual({ api_key_id: id, status: 'revoked' });
    const replica = await service.replica();
    expect((await reader.with({ url: replica.url }).get('/api/agents')).status).toBe(401);
  });

  it('changes what is given of an organization and nothing else, and notes it', async () => {
    const acme = await anOrganization();
    const args = ['--organization', acme.organizationId, '--json'];
    const set = (...more: string[]) => cli('organization', 'set', ...args, ...more);
    await set('--default-country', 'CA', '--max-concurrent-calls', '3');
    const run = await set('--allowed-countries', 'US,MX', '--require-existing-contact', 'true');

    expect(run.json()).toMatchObject({
      name: 'Acme',
      default_country: 'CA',
      allowed_countries: ['US', 'MX'],
      require_existing_contact: true,
      max_concurrent_calls: 3,
    });
    const [last] = await service.db.query(
      `SELECT actor_type, details FROM audit_log WHERE organization_id = $1 AND action = 'organization.updated'
        ORDER BY id DESC LIMIT 1`,
      [acme.organizationId],
    );
    expect(last).toEqual({
      actor_type: 'cli',
      details: { allowed_countries: ['US', 'MX'], require_existing_contact: true },
    });
  });

  it('has the carrier bring calls to a number here, and says why it cannot', async () => {
    const acme = await anOrganization();
    const { accountSid, authToken } = service.settings.carrier;
    const own = {
      accountSid: `AC${'1'.repeat(32)}`,
      authToken: 'of-the-organization',
      numbers: ['+13125550177'],
    };
    const account = { accountSid, authToken, numbers: ['+13125550188'] };
    const simulator = await startSimulator({ ...account, pace: 0.01, otherAccounts: [own] });
    const agent = (await acme.post('/api/agents', { name: 'Ava' })).body.id as string;
    for (const number of ['+13125550188', '+13125550189'])
      await acme.post('/api/phone-numbers', { number, agent_id: agent });
    const connect = (number: string, env: Record<string, string> = {}): Promise<CliRun> =>
      runCli(
        {
          DATABASE_URL: service.settings.databaseUrl,
          SECRET_KEY: service.settings.secretKeys.current,
          TWILIO_ACCOUNT_SID: accountSid,
          TWILIO_AUTH_TOKEN: authToken,
          TWILIO_API_BASE_URL: simulator.url,
          PUBLIC_BASE_URL: service.url,
          ...env,
        },
        'phone-number',
        'connect',
        '--organization',
        acme.organizationId,
        '--number',
        number,
        '--json',
      );
    try {
      const run = await connect('+13125550188');
      expect(run).toMatchObject({ code: 0, stderr: '' });
      const voice = `${service.url}/api/voice/twilio/${acme.organizationId}/inbound`;
      expect(run.json()).toEqual({ number: '+13125550188', voice_url: voice, status_url: `${voice}/status` });
      simulator.receive({ from: '+13125550104', to: '+13125550188' });
      await simulator.idle();
      expect((await acme.get('/api/calls')).body.data).toMatchObject([
        { call_type: 'inbound', phone_number: '+13125550104' },
      ]);
      const refused = await Promise.all([
        connect('+13125550189'),
        connect('+13125550177'),
        connect('+13125550188', { TWILIO_API_BASE_URL: 'http://127.0.0.1:9' }),
      ]);
      expect(refused.map(({ code }) => code)).toEqual([1, 1, 1]);
      expect(refused.map(({ stderr }) => stderr)).toEqual([
        expect.stringContaining('does not have this number'),
        expect.stringContaining('Phone number not found'),
        expect.stringContaining('cannot be reached'),
      ]);
      const brought = { twilio_account_sid: own.accountSid, twilio_auth_token: own.authToken };
      await acme.patch('/api/organization', brought);
      await acme.post('/api/phone-numbers', { number: '+13125550177', agent_id: agent });
      expect(await connect('+13125550177')).toMatchObject({ code: 0 });
      expect((await connect('+13125550188')).stderr).toContain('does not have this number');
    } finally {
      await simulator.stop();
    }
  });

  it('adds phone numbers', async () => {
    const acme = await anOrganization();
    const args = ['--organization', acme.organizationId, '--number', '+1 (312) 555-0100', '--default'];
    const run = await cli('phone-number', 'add', ...args, '--json');
    expect(run.json()).toMatchObject({ number: '+13125550100', is_default: true });
    const again = await cli('phone-number', 'add', ...args, '--json');
    expect(again).toMatchObject({ code: 1, stdout: '', stderr: 'error: Phone number already exists\n' });
  });

  it('prints for a person what it prints as JSON for a program', async () => {
    await anOrganization('Readable');
    const run = await cli('organization', 'list', '--limit', '1');
    expect(run.stdout).toMatch(/^id +name +default_country .*\n[0-9a-f-]{36} +Readable +US .*\n1 of \d+\n$/);
  });
});

describe('a command line that cannot be carried out', () => {
  it.each([
    ['no command', [], /Usage:/],
    ['an unknown command', ['organisation'], /unknown command/],
    ['an unknown option', ['organization', 'create', '--name', 'x', '--nmae', 'x'], /unknown option/],
    ['a missing option', ['agent', 'create', '--name', 'Ava'], /--organization <id>' not specified/],
    ['an id that is none', ['agent', 'list', '--organization', 'acme'], /--organization must be a UUID/],
    ['an empty name', ['organization', 'create', '--name', ' '], /--name must be a text/],
    [
      'an unknown scope',
      ['api-key', 'create', '--organization', NOBODY, '--scopes', 'calls:raed'],
      /--scopes must be a list/,
    ],
    [
      'a time that is none',
      ['api-key', 'create', '--organization', NOBODY, '--scopes', 'all', '--expires-in', '3y'],
      /--expires-in must be/,
    ],
    [
      'an unknown country',
      ['organization', 'set', '--organization', NOBODY, '--default-country', 'XX'],
      /--default-country/,
    ],
    ['a number of calls that is none', ['demo', 'load', '--calls', 'many'], /--calls must be an integer/],
  ])('exits with 2 and explains %s on standard error', async (_what, args, said) => {
    const run = await cli(...args, ...(args.length > 0 ? ['--json'] : []));
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toMatch(said);
    expect(run.stderr).not.toMatch(/^\s+at /m);
  });

  it('exits with 1 for an organization that does not exist', async () => {
    const run = await cli('agent', 'create', '--organization', NOBODY, '--name', 'Ava', '--json');
    expect(run).toMatchObject({ code: 1, stdout: '', stderr: 'error: Organization not found\n' });
  });

  it('exits with 1 when the database cannot be reached, or the configuration is incomplete', async () => {
    const away = await runCli(
      { DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none', SECRET_KEY: service.settings.secretKeys.current },
      'organization',
      'list',
      '--json',
    );
    expect(away).toMatchObject({ code: 1, stdout: '' });
    expect(away.stderr).toMatch(/^error: .*ECONNREFUSED.*\n$/);

    const keyless = await runCli({ DATABASE_URL: service.settings.databaseUrl }, 'organization', 'list');
    expect(keyless).toMatchObject({ code: 1, stdout: '' });
    expect(keyless.stderr).toContain('SECRET_KEY is required');
  });

  it('explains every command on --help, with exit code 0', async () => {
    const help = await cli('--help');
    expect(help).toMatchObject({ code: 0, stderr: '' });
    for (const command of ['organization', 'agent', 'api-key', 'phone-number', 'demo', 'database'])
      expect(help.stdout).toContain(command);
    expect((await cli('api-key', 'create', '--help')).stdout).toContain('intake:write');
  });
});
