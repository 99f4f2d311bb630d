import { runCli } from '../support/cli.js';
import { Client } from '../support/client.js';
import { aDataFolder, endAll } from '../support/embedded-servers.js';
import { eventually } from '../support/eventually.js';
import { pasted } from '../support/pasted.js';
import { PROCESS_SECRET_KEY, startServiceProcess, type ServiceProcess } from '../support/service-process.js';

/** The service as `npm start` starts it on a machine that has nothing: a database, a demo, a carrier and a model of its own. */

let service: ServiceProcess;
let env: Record<string, string>;
let demo: Client;
/** What the banner's request to start a call answered. */
let started: string;

beforeAll(async () => {
  env = { DATA_DIR: await aDataFolder(), SECRET_KEY: PROCESS_SECRET_KEY };
  service = await startServiceProcess(null, env);
  const [, organizationId = ''] = /Demo organization +(\S+)/.exec(service.output()) ?? [];
  const [, apiKey = ''] = /Its API key +(\S+)/.exec(service.output()) ?? [];
  demo = new Client(service.url, { organizationId, apiKey });
  const [command = ''] = /^ *curl \S+\/api\/agents\/call[^]*?'$/m.exec(service.output()) ?? [];
  started = await pasted(command.trim());
}, 300_000);
afterAll(async () => {
  await service?.end('SIGTERM');
  await endAll();
}, 120_000);

/** The call once it is analysed; conversations take as long here as they do on the telephone. */
const whole = (path: string, isIt: (call: Read) => boolean): Promise<Read> =>
  eventually(async () => {
    const { body } = await demo.get(path);
    return isIt(body) && body['post_call_analysis']?.status === 'completed' && body;
  }, 240);

type Read = Record<string, any>; // oxlint-disable-line typescript/no-explicit-any

const EVERYTHING = 'fields=full&include=diagnostics,metrics';

describe('a fresh start', () => {
  it('takes a call from somebody on the simulated carrier, talks, and leaves a whole record of it', async () => {
    const words = ['--say', 'When do you open?', '--say', 'Thanks for your help. Goodbye!'];
    const run = await runCli(env, 'simulator', 'call', '--from', '+13125550142', ...words, '--json');
    expect(run).toMatchObject({ code: 0, stderr: '' });
    const { sid } = run.json();
    const call = await whole(
      `/api/calls?most_recent=true&call_type=inbound&${EVERYTHING}`,
      (one) => one['enhanced_context']?.telephony?.carrier_call_id === sid,
    );
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

  it('has a call that the banner’s request starts read like a conversation, with plausible figures', async () => {
    const { message, callId } = JSON.parse(started) as { message: string; callId: string };
    expect(message).toBe('Call initiated successfully');
    const call = await whole(`/api/calls/${callId}?${EVERYTHING}`, () => true);
    expect(call).toMatchObject({ status: 'completed', ended_reason: 'agent-ended-call' });
    const said = call['transcript_formatted'] as { speaker: string; text: string; end_ms: number }[];
    const linesOf = (who: string): string[] =>
      said.filter(({ speaker }) => speaker === who).map(({ text }) => text);
    const [agent, customer] = [linesOf('agent'), linesOf('customer')];
    expect(agent.length).toBeGreaterThanOrEqual(3);
    expect(customer.length).toBeGreaterThanOrEqual(3);
    expect(agent).toEqual([...new Set(agent)]);

    const { quality_metrics: quality, latency_metrics: latency } = call;
    expect(quality).toMatchObject({ estimated: false, interruption_count: call['interruptions'].length });
    expect(quality.talk_ratio).toBeGreaterThan(0);
    expect(quality.talk_ratio).toBeLessThan(1);
    // The model alone takes a quarter of a second; beyond that, a busy machine may be slow.
    expect(latency.e2e.count).toBeGreaterThanOrEqual(3);
    expect(latency.e2e.p50).toBeGreaterThan(100);
    expect(latency.e2e.p50).toBeLessThan(10_000);
    const lastWord = Math.max(...said.map(({ end_ms: end }) => end));
    expect(Math.abs(call['call_duration'] * 1_000 - lastWord)).toBeLessThan(10_000);

    const { audio_metrics: audio } = await eventually(async () => {
      const { body } = await demo.get(`/api/calls/${callId}?include=metrics`);
      return body['audio_metrics']?.source === 'carrier' && body;
    }, 60);
    expect(audio).toMatchObject({ codec: 'PCMU', words_per_minute: expect.any(Number) });
    for (const stream of [audio.inbound, audio.outbound]) {
      expect(stream.loss_pct).toBeLessThan(1);
      expect(stream.jitter_ms).toBeGreaterThan(0);
    }
  }, 300_000);
});
