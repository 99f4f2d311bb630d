import { runCli } from '../support/cli.js';
import { Client } from '../support/client.js';
import { aDataFolder, endAll } from '../support/embedded-servers.js';
import { eventually } from '../support/eventually.js';
import { PROCESS_SECRET_KEY, startServiceProcess, type ServiceProcess } from '../support/service-process.js';

/** The service as `npm start` starts it on a machine that has nothing: a database, a demo, a carrier and a model of its own. */

let service: ServiceProcess | undefined;
afterEach(async () => {
  await service?.end('SIGTERM');
  await endAll();
}, 120_000);

describe('a fresh start', () => {
  it('takes a call from somebody on the simulated carrier, talks, and leaves a whole record of it', async () => {
    const env = { DATA_DIR: await aDataFolder(), SECRET_KEY: PROCESS_SECRET_KEY };
    service = await startServiceProcess(null, env);
    const [, organizationId = ''] = /Demo organization +(\S+)/.exec(service.output()) ?? [];
    const [, apiKey = ''] = /Its API key +(\S+)/.exec(service.output()) ?? [];
    const demo = new Client(service.url, { organizationId, apiKey });
    const words = ['--say', 'When do you open?', '--say', 'Thanks for your help. Goodbye!'];
    const run = await runCli(env, 'simulator', 'call', '--from', '+13125550142', ...words, '--json');
    expect(run).toMatchObject({ code: 0, stderr: '' });
    const { sid } = run.json();

    const call = await eventually(async () => {
      const path = '/api/calls?most_recent=true&fields=full&include=diagnostics,metrics&call_type=inbound';
      const { body } = await demo.get(path);
      const isOurs = body['enhanced_context']?.telephony?.carrier_call_id === sid;
      return isOurs && body['post_call_analysis']?.status === 'completed' && body;
    }, 90);
    expect(call).toMatchObject({
      status: 'completed',
      phone_number: '+13125550142',
      call_duration: expect.any(Number),
      went_to_voicemail: false,
      call_description: expect.any(String),
      latency_metrics: { unit: 'ms', e2e: { count: expect.any(Number) } },
      quality_metrics: { estimated: false },
      enhanced_context: { ended: { by: expect.stringMatching(/agent|customer/) } },
    });
    expect(call['transcript']).toMatch(
      /^Agent: .+\nCustomer: When do you open\?\nAgent: .+\nCustomer: Thanks/,
    );
  }, 300_000);
});
