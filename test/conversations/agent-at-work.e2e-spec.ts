import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { formatWebhookSecret, webhookHeaders } from '../../src/common/signing.js';
import { startScriptedModel, type ScriptedModel } from '../../src/scripted-model/scripted-model.server.js';
import { startSimulator, type Simulator } from '../../src/simulator/simulator.server.js';
import { aCaller, ACCOUNT, type Caller, NUMBERS, OWN_NUMBER, TOKEN } from '../calls/line.js';
import { outcomeOf } from '../support/analysed-calls.js';
import { eventually } from '../support/eventually.js';
import { uses } from './talk.js';

/** Agents that were told everything through the API, on calls from end to end. */
const KEY = 'sk-test-secret-key-0123456789';

let simulator: Simulator;
let model: ScriptedModel;
let caller: Caller;

beforeAll(async () => {
  simulator = await startSimulator({
    accountSid: ACCOUNT,
    authToken: TOKEN,
    numbers: [OWN_NUMBER],
    pace: 0.02,
  });
  model = await startScriptedModel({ apiKey: KEY, knobs: { firstTokenMs: 0, tokensPerSecond: 0 } });
  caller = await aCaller(
    simulator.url,
    {},
    { llm: { baseUrl: model.baseUrl, model: 'scripted', apiKey: KEY } },
  );
});
afterAll(async () => {
  await simulator.stop();
  await caller.service.stop();
  await model.stop();
});

/** A call with an agent that was told this, to a customer who says this; the model answers so. */
async function aCallWith(told: object, says: string, ...replies: ReturnType<typeof uses>[]) {
  const { acme } = caller;
  const made = await acme.post('/api/agents', { name: 'Ava', greeting: 'Hello.', ...told });
  expect(made).toMatchObject({ status: 201, body: told });
  simulator.setKnobs({ script: { value: [{ say: says }], times: 1 } });
  model.setKnobs({ replies });
  const callId = await caller.call(NUMBERS.cooperative, { agentId: made.body.id, fromNumber: OWN_NUMBER });
  await caller.until(callId);
  await simulator.idle();
  // Or its analysis would get what the model is to answer in the next call.
  await outcomeOf(acme, callId, 30);
  return caller.read(callId);
}

/** The receiver that docs/agents.md shows, as a process of its own. */
async function documentedReceiver(signingSecret: string) {
  const [, program = ''] = /```js\n([\s\S]*?)```/.exec(await readFile('docs/agents.md', 'utf8')) ?? [];
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    env: { ...process.env, SIGNING_SECRET: signingSecret, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (text: Buffer) => (output += text.toString()));
  const port = await eventually(() => Promise.resolve(/listening on (\d+)/.exec(output)?.[1]));
  return {
    url: `http://127.0.0.1:${port}/book`,
    lines: () => output.split('\n').filter((line) => line.startsWith('book_appointment')),
    stop: async () => {
      child.kill();
      await once(child, 'exit');
    },
  };
}

it('an HTTP tool as documented verifies our request with the organization’s secret, and no other one', async () => {
  const { body: secret } = await caller.acme.get('/api/organization/signing-secret');
  const receiver = await documentedReceiver(secret.signing_secret);
  const parameters = { type: 'object', properties: { time: { type: 'string' } }, required: ['time'] };
  const { url } = receiver;
  const book = { name: 'book_appointment', description: 'Books an appointment', url, parameters };

  const call = await aCallWith(
    { tools: ['end_call'], http_tools: [book] },
    'Tuesday at ten, please.',
    uses('book_appointment', { time: 'Tuesday 10:00' }),
    uses('end_call', { reason: 'done' }, 'It is booked. Goodbye!'),
  );
  const forged = webhookHeaders({ id: 'x', timestamp: new Date(), body: '{}' }, [
    formatWebhookSecret(Buffer.alloc(32, 1)),
  ]);
  const refused = await fetch(url, { method: 'POST', body: '{}', headers: forged });
  await receiver.stop();

  expect(receiver.lines()).toEqual([`book_appointment in call ${call['id']}: {"time":"Tuesday 10:00"}`]);
  expect(refused.status).toBe(401);
  expect(call).toMatchObject({
    status: 'completed',
    ended_reason: 'agent-ended-call',
    transcript: expect.stringContaining('It is booked.'),
    tool_usage: [
      { name: 'book_appointment', source: 'http', status: 'succeeded', result: { confirmed: true } },
      { name: 'end_call' },
    ],
    action_executions: [{ name: 'book_appointment', type: 'http_request', status: 'succeeded' }],
  });
});

it('a call that is put through to a destination of the agent says so in its actions', async () => {
  const sales = { name: 'sales', phone: '+13125550170', description: 'A person' };

  const call = await aCallWith(
    { tools: ['transfer_call'], transfer_destinations: [sales] },
    'I want to speak to a person.',
    uses('transfer_call', { destination: 'sales', reason: 'wants a person' }, 'I am connecting you.'),
  );

  expect(call).toMatchObject({
    status: 'completed',
    ended_reason: 'call-transferred',
    action_executions: [
      {
        name: 'sales',
        type: 'transfer',
        trigger: 'in_call',
        status: 'succeeded',
        request: { destination: 'sales', phone: '+13125550170' },
        response: { connected: true },
      },
    ],
    action_summary: { total: 1, succeeded: 1, by_type: { transfer: 1 } },
  });
});

it('a customer who wants no more calls is never called again, and the record says why the call ended', async () => {
  const call = await aCallWith(
    { tools: ['opt_out'] },
    'Please stop calling me.',
    uses('opt_out', { reason: 'asked us to stop' }),
    { text: 'We will not call you again. Goodbye!', toolCalls: [] },
  );

  expect(call).toMatchObject({
    status: 'completed',
    ended_reason: 'customer-opted-out',
    enhanced_context: { ended: { by: 'agent', retryable: false } },
    action_executions: [{ name: 'opt_out', trigger: 'in_call', status: 'succeeded' }],
    transcript: expect.stringMatching(
      /Customer: Please stop calling me\.\nAgent: We will not call you again/,
    ),
  });
  const again = await caller.start(NUMBERS.cooperative);
  expect(again).toMatchObject({ status: 403, body: { code: 'recipient_blocked' } });
});

describe('what signs the requests of agents', () => {
  const PATH = '/api/organization/signing-secret';

  it('is shown, kept by nobody on the way, and each reading is noted', async () => {
    const globex = await caller.service.anOrganization('Globex');
    const answer = await globex.get(PATH);
    const again = await globex.get(PATH);

    expect(answer).toMatchObject({
      status: 200,
      body: { signing_secret: expect.stringMatching(/^whsec_[\w+/=]{32,}$/), previous_signing_secrets: [] },
    });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(again.body).toEqual(answer.body);
    const noted = await caller.service.db.query(
      `SELECT actor_type, details FROM audit_log
        WHERE organization_id = $1 AND action = 'organization.signing_secret_read'`,
      [globex.organizationId],
    );
    expect(noted).toEqual([
      { actor_type: 'api_key', details: {} },
      { actor_type: 'api_key', details: {} },
    ]);
  });

  it('is another one for each organization', async () => {
    const [one, other] = await Promise.all(
      ['One', 'Other'].map((name) => caller.service.anOrganization(name)),
    );
    const [first, second] = [await one?.get(PATH), await other?.get(PATH)];
    expect(first?.body.signing_secret).not.toBe(second?.body.signing_secret);
  });
});
