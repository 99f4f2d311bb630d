import { Client as Connection } from 'pg';
import { startScriptedModel, type ScriptedModel } from '../../src/scripted-model/scripted-model.server.js';
import { startSimulator, type Simulator } from '../../src/simulator/simulator.server.js';
import type { Client } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { startPrivatePostgres, type PrivatePostgres } from '../support/private-postgres.js';
import { startLoadBalancer, type LoadBalancer } from '../support/load-balancer.js';
import {
  anOrganizationIn,
  freePort,
  startServiceProcess,
  type ServiceProcess,
} from '../support/service-process.js';

/** Replicas are stopped as operators stop them, or die, while the simulated carrier talks to them. */

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
const running: ServiceProcess[] = [];

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
afterEach(async () => {
  model.setKnobs({ firstTokenMs: 0 });
  await Promise.all(running.splice(0).map((service) => service.end('SIGKILL')));
  // Everybody who ran is known to be gone.
  await db.query(`DELETE FROM replicas`);
});
afterAll(async () => {
  await db?.end();
  await simulator?.stop();
  await model?.stop();
  await postgres?.stop();
});

async function start(environment: Record<string, string> = {}): Promise<ServiceProcess> {
  const service = await startServiceProcess(postgres.url, {
    TWILIO_ACCOUNT_SID: ACCOUNT,
    TWILIO_AUTH_TOKEN: TOKEN,
    TWILIO_API_BASE_URL: simulator.url,
    LLM_BASE_URL: model.baseUrl,
    LLM_MODEL: 'scripted',
    LLM_API_KEY: KEY,
    ALLOW_PRIVATE_TARGETS: 'true',
    ...environment,
  });
  running.push(service);
  return service;
}

/** A call in which the agent has answered a question. */
async function talking(url: string): Promise<string> {
  const client = acme.with({ url });
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

interface Socket {
  owner: string;
  outcome: string | null;
}

async function socketsOf(callId: string): Promise<Socket[]> {
  const text = `SELECT owner, outcome FROM relay_sessions WHERE call_id = $1 ORDER BY opened_at`;
  return (await db.query<Socket>(text, [callId])).rows;
}

async function over(callId: string, url: string): Promise<Record<string, string>> {
  return eventually(async () => {
    const { body } = await acme.with({ url }).get(`/api/calls/${callId}?fields=full`);
    return body?.ended_at && body;
  }, 30);
}

const WHOLE = /^Agent: Hello.*\nCustomer: When do you open\?\nAgent: .*\nAgent: Thank you\. Goodbye\.$/;

describe('the only replica, stopped in the middle of a call', () => {
  it('says goodbye, and stays until the carrier has closed the record', async () => {
    const only = await start();
    simulator.setKnobs({ script: SCRIPT });
    const callId = await talking(only.url);
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

  it('goes on with the conversation for DRAIN_SECONDS, and only then says goodbye', async () => {
    const only = await start({ DRAIN_SECONDS: '6' });
    const question = 'And when do you close?';
    simulator.setKnobs({ script: [{ say: 'When do you open?' }, { say: question }, { silence: 500 }] });
    const callId = await talking(only.url);
    model.setKnobs({ firstTokenMs: 1_000 });
    await eventually(async () => model.requests().at(-1)?.body.messages.at(-1)?.content === question, 30);
    expect(await only.end('SIGTERM')).toBe(0);
    const { rows } = await db.query<{ transcript: string }>(
      `SELECT transcript FROM call_details WHERE call_id = $1`,
      [callId],
    );
    expect(rows[0]?.transcript.split('\n').slice(-3)).toEqual([
      `Customer: ${question}`,
      expect.stringMatching(/^Agent: (?!Thank you\. Goodbye)/),
      'Agent: Thank you. Goodbye.',
    ]);
  }, 100_000);

  it('and gone before the carrier asks what comes next, leaves a call that its next start finds completed', async () => {
    const only = await start();
    simulator.setKnobs({ script: SCRIPT, delayActionMs: 5_000 });
    const callId = await talking(only.url);
    only.process.kill('SIGTERM');
    await eventually(async () => (await socketsOf(callId))[0]?.outcome === 'agent-ended', 20);
    await only.end('SIGKILL');
    await simulator.idle();
    expect(simulator.calls()[0]?.status).not.toBe('completed');

    const call = await over(callId, (await start()).url);
    expect(call).toMatchObject({ status: 'completed', ended_reason: 'agent-ended-call' });
    expect(call['transcript']).toMatch(WHOLE);
  }, 100_000);
});

describe('one of two replicas, in the middle of a call', () => {
  const QUESTIONS = ['When do you open?', 'And when do you close?'];
  const BYE = "No, that's all. Thanks for your help. Goodbye!";
  const [FIRST = '', SECOND = ''] = QUESTIONS;

  let balancer: LoadBalancer;
  afterEach(() => balancer?.stop());

  /** A customer asks something, and after a while goes on; the process that has answered. */
  async function twoReplicas() {
    const ports = [await freePort(), await freePort()];
    balancer = await startLoadBalancer(ports.map((port) => `http://127.0.0.1:${port}`));
    const environment = { PUBLIC_BASE_URL: balancer.url, DRAIN_SECONDS: '3' };
    await Promise.all(ports.map((PORT) => start({ ...environment, PORT })));
    await eventually(async () => balancer.ready() === 2);
    simulator.setKnobs({ script: [{ say: FIRST }, { silence: 20 }, { say: SECOND }, { say: BYE }] });
    const callId = await talking(balancer.url);
    const [held] = await socketsOf(callId);
    return { callId, holder: running.find(({ process: { pid } }) => held?.owner.includes(`:${pid}:`)) };
  }

  /** The call is over; everything was said, on two sockets of two processes. */
  async function goneOn(callId: string) {
    const call = await over(callId, balancer.url);
    expect(call).toMatchObject({ status: 'completed', ended_reason: 'agent-ended-call' });
    const said = call['transcript']?.split('\n').filter((line) => line.startsWith('Customer: '));
    expect(said).toEqual([...QUESTIONS, BYE].map((words) => `Customer: ${words}`));
    const asked = model.requests().filter(({ body }) => body.stream);
    expect(asked.at(-1)?.body.messages.map(({ content }) => content)).toContain(FIRST);
    const sockets = await socketsOf(callId);
    expect(new Set(sockets.map(({ owner }) => owner)).size).toBe(2);
    return { call, outcomes: sockets.map(({ outcome }) => outcome) };
  }

  it('stopped, leaves after the turn, and the other one goes on with all that was said', async () => {
    const { callId, holder } = await twoReplicas();
    expect(await holder?.end('SIGTERM')).toBe(0);
    const { call, outcomes } = await goneOn(callId);
    expect(outcomes).toEqual(['drained', 'agent-ended']);
    expect(call['transcript']).not.toContain('lost you');
  }, 100_000);

  it('killed, is followed by the other one, which has heard all but the turn that was going on', async () => {
    const { callId, holder } = await twoReplicas();
    await holder?.end('SIGKILL');
    const { call, outcomes } = await goneOn(callId);
    expect(outcomes).toEqual(['dropped', 'agent-ended']);
    expect(call['transcript']).toMatch(/\nAgent: Sorry, I lost you for a second\..*\nCustomer: And when/);
    const { rows } = await db.query(`SELECT 1 FROM events WHERE call_id = $1 AND type = 'call.ended'`, [
      callId,
    ]);
    expect(rows).toHaveLength(1);
  }, 100_000);
});
