import { Client as Connection } from 'pg';
import { startScriptedModel, type ScriptedModel } from '../../src/scripted-model/scripted-model.server.js';
import { startSimulator, type Simulator } from '../../src/simulator/simulator.server.js';
import type { Client } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { startPrivatePostgres, type PrivatePostgres } from '../support/private-postgres.js';
import { anOrganizationIn, startServiceProcess, type ServiceProcess } from '../support/service-process.js';

/** The only replica is stopped as its operator stops it, while the simulated carrier talks to it. */

const ACCOUNT = `AC${'0'.repeat(32)}`;
const TOKEN = 'test-token';
const KEY = 'model-key';
const OWN_NUMBER = '+13125550199';
const SCRIPT = [{ say: 'When do you open?' }, { silence: 500 }];

let postgres: PrivatePostgres;
let simulator: Simulator;
let model: ScriptedModel;
let acme: Client;
let db: Connection;
let only: ServiceProcess;

beforeAll(async () => {
  postgres = await startPrivatePostgres();
  simulator = await startSimulator({
    accountSid: ACCOUNT,
    authToken: TOKEN,
    numbers: [OWN_NUMBER],
    pace: 0.2,
  });
  model = await startScriptedModel({ apiKey: KEY, knobs: { firstTokenMs: 0, tokensPerSecond: 0 } });
  acme = await anOrganizationIn(postgres.url);
  db = new Connection({ connectionString: postgres.url });
  await db.connect();
}, 60_000);
beforeEach(async () => {
  // Whoever ran before is known to be gone.
  await db.query(`DELETE FROM replicas`);
  only = await startOne();
}, 100_000);
afterEach(() => only?.end('SIGKILL'));
afterAll(async () => {
  await db?.end();
  await simulator?.stop();
  await model?.stop();
  await postgres?.stop();
});

const startOne = (): Promise<ServiceProcess> =>
  startServiceProcess(postgres.url, {
    TWILIO_ACCOUNT_SID: ACCOUNT,
    TWILIO_AUTH_TOKEN: TOKEN,
    TWILIO_API_BASE_URL: simulator.url,
    LLM_BASE_URL: model.baseUrl,
    LLM_MODEL: 'scripted',
    LLM_API_KEY: KEY,
    ALLOW_PRIVATE_TARGETS: 'true',
  });

/** A call in which the agent has answered a question. */
async function talking(): Promise<string> {
  const client = acme.with({ url: only.url });
  const { body: agent } = await client.post('/api/agents', { name: 'Ava' });
  await client.post('/api/phone-numbers', { number: OWN_NUMBER, agent_id: agent.id });
  const { body } = await client.post('/api/agents/call', {
    agentId: agent.id,
    phoneNumber: '+13125550150',
    fromNumber: OWN_NUMBER,
  });
  const callId: string = body.callId;
  await eventually(async () => {
    const { rows } = await db.query(
      `SELECT 1 FROM conversation_entries
        WHERE call_id = $1 AND kind = 'utterance' AND data->>'turn' = '2' AND data->>'speaker' = 'agent'`,
      [callId],
    );
    return rows.length > 0;
  }, 30);
  return callId;
}

async function outcomeOf(callId: string): Promise<string | null> {
  const { rows } = await db.query(`SELECT outcome FROM relay_sessions WHERE call_id = $1`, [callId]);
  return rows[0].outcome;
}

const WHOLE = /^Agent: Hello.*\nCustomer: When do you open\?\nAgent: .*\nAgent: Thank you\. Goodbye\.$/;

describe('the only replica, stopped in the middle of a call', () => {
  it('says goodbye, and stays until the carrier has closed the record', async () => {
    simulator.setKnobs({ script: SCRIPT });
    const callId = await talking();
    expect(await only.end('SIGTERM')).toBe(0);
    const { rows } = await db.query(
      `SELECT status, ended_reason, transcript FROM calls
         JOIN call_details ON call_id = calls.id AND call_details.organization_id = calls.organization_id
        WHERE calls.id = $1`,
      [callId],
    );
    expect(rows).toEqual([
      { status: 'completed', ended_reason: 'agent-ended-call', transcript: expect.stringMatching(WHOLE) },
    ]);
  }, 60_000);

  it('and gone before the carrier asks what comes next, leaves a call that its next start finds completed', async () => {
    simulator.setKnobs({ script: SCRIPT, delayActionMs: 5_000 });
    const callId = await talking();
    only.process.kill('SIGTERM');
    await eventually(async () => (await outcomeOf(callId)) === 'agent-ended', 20);
    await only.end('SIGKILL');
    await simulator.idle();
    expect(simulator.calls()[0]?.status).not.toBe('completed');

    only = await startOne();
    const call = await eventually(async () => {
      const { body } = await acme.with({ url: only.url }).get(`/api/calls/${callId}?fields=full`);
      return body.ended_at !== null && body;
    }, 20);
    expect(call).toMatchObject({ status: 'completed', ended_reason: 'agent-ended-call' });
    expect(call.transcript).toMatch(WHOLE);
  }, 100_000);
});
