import { Client as Connection } from 'pg';
import type { KnobSettings } from '../../src/simulator/knobs.js';
import { startSimulator, type Simulator } from '../../src/simulator/simulator.server.js';
import type { Client } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { startPrivatePostgres, type PrivatePostgres } from '../support/private-postgres.js';
import { anOrganizationIn, startServiceProcess } from '../support/service-process.js';
import { startServiceOn, type TestService } from '../support/service.js';
import { ACCOUNT, carrierAt, NUMBERS, OWN_NUMBER, TOKEN } from './line.js';

let postgres: PrivatePostgres;
let database: Connection;
let simulator: Simulator;
let acme: Client;
let agentId: string;

beforeAll(async () => {
  postgres = await startPrivatePostgres();
  database = new Connection(postgres.url);
  await database.connect();
  simulator = await startSimulator({
    accountSid: ACCOUNT,
    authToken: TOKEN,
    numbers: [OWN_NUMBER],
    pace: 0.01,
  });
  acme = await anOrganizationIn(postgres.url);
}, 60_000);
afterAll(async () => {
  await simulator?.stop();
  await database?.end();
  await postgres?.stop();
});

/** A process accepts a call to a busy number, and is killed as soon as its attempt is in this state. */
async function aCallOfAKilledProcess(knobs: KnobSettings, attempt: string): Promise<string> {
  simulator.setKnobs(knobs);
  const killed = await startServiceProcess(postgres.url, {
    TWILIO_ACCOUNT_SID: ACCOUNT,
    TWILIO_AUTH_TOKEN: TOKEN,
    TWILIO_API_BASE_URL: simulator.url,
    LLM: 'scripted',
    ALLOW_PRIVATE_TARGETS: 'true',
  });
  const there = acme.with({ url: killed.url });
  if (!agentId) {
    agentId = (await there.post('/api/agents', { name: 'Ava' })).body.id as string;
    await there.post('/api/phone-numbers', { number: OWN_NUMBER, agent_id: agentId });
  }
  const { body } = await there.post('/api/agents/call', { agentId, phoneNumber: NUMBERS.busy });
  const { callId } = body as { callId: string };
  await eventually(async () => {
    const { rows } = await database.query(`SELECT state FROM dial_attempts WHERE call_id = $1`, [callId]);
    return rows[0]?.state === attempt && (attempt !== 'sending' || dialsOf(callId).length > 0);
  });
  await killed.end('SIGKILL');
  simulator.setKnobs({ ...knobs, refuseCalls: null, holdAnswerMs: 0 });
  return callId;
}

const startReplica = (): Promise<TestService> =>
  startServiceOn(postgres.url, {
    carrier: carrierAt(simulator.url),
    callTimings: { dialPoll: 50, watchPoll: 50, lostDialSearches: [100, 400, 800, 1_600], straggler: 200 },
  });

/** The call's end on another replica, after its lease has run out: what time does by itself. */
async function overElsewhere(callId: string) {
  const replica = await startReplica();
  try {
    await database.query(`UPDATE calls SET dial_lease_until = now() WHERE dial_lease_until IS NOT NULL`);
    return await eventually(async () => {
      const { body } = await acme.with({ url: replica.url }).get(`/api/calls/${callId}?fields=full`);
      return body.ended_reason !== null && body;
    }, 20);
  } finally {
    await replica.stop();
  }
}

const dialsOf = (callId: string) =>
  simulator.ledger().filter(({ statusCallback }) => statusCallback?.includes(callId));

describe('a process that is killed while it dials', () => {
  it('and was refused is followed by another one, which dials the call', async () => {
    const refusing = { refuseCalls: { status: 429, code: 20429, retryAfterSeconds: 60 } };
    const callId = await aCallOfAKilledProcess(refusing, 'not-sent');
    expect(dialsOf(callId)).toHaveLength(0);
    expect(await overElsewhere(callId)).toMatchObject({ status: 'busy', ended_reason: 'customer-busy' });
    expect(dialsOf(callId)).toHaveLength(1);
  }, 60_000);

  it('and may have been heard is followed by one that does not dial again, but finds the call', async () => {
    const knobs = {
      holdAnswerMs: 60_000,
      dropCallbacks: ['initiated' as const, 'ringing' as const, 'busy' as const],
    };
    const callId = await aCallOfAKilledProcess(knobs, 'sending');
    const call = await overElsewhere(callId);
    expect(call).toMatchObject({ status: 'busy', ended_reason: 'customer-busy' });
    expect(dialsOf(callId)).toHaveLength(1);
    expect(call.enhanced_context.telephony.carrier_call_id).toBe(dialsOf(callId)[0]?.callSid);
  }, 60_000);
});
