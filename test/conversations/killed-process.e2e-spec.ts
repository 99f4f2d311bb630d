import { startScriptedModel, type ScriptedModel } from '../../src/scripted-model/scripted-model.server.js';
import { startSimulator, type Simulator } from '../../src/simulator/simulator.server.js';
import { eventually } from '../support/eventually.js';
import { startPrivatePostgres, type PrivatePostgres } from '../support/private-postgres.js';
import { anOrganizationIn, startServiceProcess } from '../support/service-process.js';
import { startServiceOn, type TestService } from '../support/service.js';

const ACCOUNT = `AC${'0'.repeat(32)}`;
const TOKEN = 'test-token';
const KEY = 'model-key';
const OWN_NUMBER = '+13125550199';

let postgres: PrivatePostgres;
let simulator: Simulator;
let model: ScriptedModel;
let replica: TestService;

beforeAll(async () => {
  postgres = await startPrivatePostgres();
  simulator = await startSimulator({
    accountSid: ACCOUNT,
    authToken: TOKEN,
    numbers: [OWN_NUMBER],
    pace: 0.05,
    knobs: { script: [{ say: 'When do you open?' }, { silence: 500 }] },
  });
  model = await startScriptedModel({ apiKey: KEY, knobs: { firstTokenMs: 0, tokensPerSecond: 0 } });
  replica = await startServiceOn(postgres.url, {
    carrier: {
      name: 'twilio',
      accountSid: ACCOUNT,
      authToken: TOKEN,
      previousAuthToken: null,
      apiKey: null,
      baseUrl: simulator.url,
    },
    llm: { baseUrl: model.baseUrl, model: 'scripted', apiKey: KEY },
    callTimings: { watchPoll: 50, endCheck: 200, conversationGrace: 200, watchRetry: 100, straggler: 200 },
    conversationTimings: { sweep: 50 },
  });
}, 60_000);
afterAll(async () => {
  await simulator?.stop();
  await replica?.stop();
  await model?.stop();
  await postgres?.stop();
});

describe('a process that is killed in the middle of a call', () => {
  it('loses at most the turn that was going on: another one closes the record with what was said', async () => {
    const killed = await startServiceProcess(postgres.url, {
      TWILIO_ACCOUNT_SID: ACCOUNT,
      TWILIO_AUTH_TOKEN: TOKEN,
      TWILIO_API_BASE_URL: simulator.url,
      LLM_BASE_URL: model.baseUrl,
      LLM_MODEL: 'scripted',
      LLM_API_KEY: KEY,
      ALLOW_PRIVATE_TARGETS: 'true',
    });
    const acme = (await anOrganizationIn(postgres.url)).with({ url: killed.url });
    const { body: agent } = await acme.post('/api/agents', { name: 'Ava' });
    await acme.post('/api/phone-numbers', { number: OWN_NUMBER, agent_id: agent.id });
    const { body: started } = await acme.post('/api/agents/call', {
      agentId: agent.id,
      phoneNumber: '+13125550150',
    });
    const answer = await eventually(async () => {
      const [entry] = await replica.db.query(
        `SELECT data->>'text' AS text FROM conversation_entries
          WHERE kind = 'utterance' AND data->>'turn' = '2' AND data->>'speaker' = 'agent'`,
      );
      return entry?.text as string | undefined;
    });
    await killed.end('SIGKILL');
    // What time does by itself: the lease that nobody renews runs out.
    await replica.db.query(`UPDATE relay_sessions SET lease_until = now() WHERE closed_at IS NULL`);
    const call = await eventually(async () => {
      const path = `/api/calls/${started.callId}?fields=full&include=diagnostics`;
      const { body } = await acme.with({ url: replica.url }).get(path);
      return body.ended_at !== null && body;
    }, 20);
    expect(call).toMatchObject({ status: 'failed', ended_reason: 'worker-lost' });
    expect(call.transcript).toMatch(/^Agent: Hello.*\nCustomer: When do you open\?\nAgent: /);
    expect(call.transcript).toContain(answer);
    const ended = await replica.db.query(`SELECT 1 FROM events WHERE type = 'call.ended'`);
    expect(ended).toHaveLength(1);
  }, 60_000);
});
