import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from '../support/client.js';
import { aDataFolder, endAll } from '../support/embedded-servers.js';
import { eventually } from '../support/eventually.js';
import { pasted } from '../support/pasted.js';
import { freePort, PROCESS_SECRET_KEY, startServiceProcess } from '../support/service-process.js';

afterEach(() => endAll(), 120_000);

/** What is printed to be tried: each command from `curl` to the end of its last line. */
const curlsIn = (output: string): string[] =>
  [...output.matchAll(/^ +(curl (?:.*\\\n)*.*)$/gm)].map(([, command = '']) => command);

const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

describe('the service of a new user', () => {
  it('does what it says can be tried, and goes on after it was killed and after it was stopped', async () => {
    const folder = await aDataFolder();
    const env = { DATA_DIR: folder, SECRET_KEY: PROCESS_SECRET_KEY, PORT: await freePort() };
    const first = await startServiceProcess(null, env);
    const [, organizationId = ''] = /Demo organization +(\S+)/.exec(first.output()) ?? [];
    const [, apiKey = ''] = /Its API key +(\S+)/.exec(first.output()) ?? [];
    const demo = new Client(first.url, { organizationId, apiKey });
    const [list = '', call = '', lead = ''] = curlsIn(first.output());

    expect(JSON.parse(await pasted(list))).toMatchObject({ pagination: { limit: 3 } });
    const started = JSON.parse(await pasted(call));
    expect(started).toMatchObject({ message: 'Call initiated successfully', phoneNumber: '+15551234567' });
    await eventually(async () => {
      const { body } = await demo.get(`/api/calls/${started.callId}?fields=full`);
      return body.enhanced_context.telephony.carrier_call_id !== null;
    }, 30);
    expect(JSON.parse(await pasted(lead))).toMatchObject({
      status: 'created',
      contact: { firstName: 'Ada', lastName: 'Lovelace', phone: '+13125550142' },
    });
    const { body: calls } = await demo.get('/api/calls?limit=1');

    await first.end('SIGKILL');
    const second = await startServiceProcess(null, env);
    expect(second.url).toBe(first.url);
    expect(second.output()).not.toMatch(/API key|vap_/);
    expect((await demo.get('/api/calls?limit=1')).body.pagination.total).toBe(calls.pagination.total);
    const { body: contacts } = await demo.get('/api/contacts?phone=%2B13125550142');
    expect(contacts.data).toMatchObject([{ first_name: 'Ada', source: 'intake' }]);
    expect((await demo.get(`/api/calls/${started.callId}`)).body.phone_number).toBe('+15551234567');

    expect(await second.end('SIGTERM')).toBe(0);
    expect(await isThere(join(folder, 'postgres', 'postmaster.pid'))).toBe(false);
  }, 300_000);
});
