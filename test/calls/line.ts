import type { AgentConfig } from '../../src/agents/agent-config.js';
import type { CallTimings } from '../../src/calls/call-timings.js';
import type { Settings } from '../../src/settings.js';
import { startScriptedModel, type ScriptedModel } from '../../src/scripted-model/scripted-model.server.js';
import type { LedgerEntry } from '../../src/simulator/calls.service.js';
import type { KnobSettings } from '../../src/simulator/knobs.js';
import {
  startSimulator,
  type Simulator,
  type SimulatorOptions,
} from '../../src/simulator/simulator.server.js';
import type { Answer, Client } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { startService, type TestService } from '../support/service.js';

export const ACCOUNT = `AC${'0'.repeat(32)}`;
export const TOKEN = 'test-token';
export const OWN_NUMBER = '+13125550199';

/** Who answers these numbers, and how: the simulated carrier's table. */
export const NUMBERS = {
  busy: '+13125550101',
  noAnswer: '+13125550102',
  voicemail: '+13125550103',
  hangsUp: '+13125550104',
  interrupts: '+13125550105',
  asksForAPerson: '+13125550106',
  silence: '+13125550107',
  failed: '+13125550108',
  cooperative: '+13125550150',
} as const;

/** Time limits that a test can wait for; what is not named here is as in production. */
export const SHORT: Partial<CallTimings> = {
  dialPoll: 50,
  dialLease: 3_000,
  dialRetry: 50,
  dialRetryLongest: 200,
  lostDialSearches: [100, 400, 800],
  lostDialGiveUp: 1_500,
  straggler: 400,
  watchPoll: 50,
  watchLease: 2_000,
  endCheck: 200,
  watchRetry: 100,
  watchRetryLongest: 200,
  // Nobody asks how a call sounded, unless the test is about that.
  soundLooks: [],
};

export const carrierAt = (baseUrl: string): Settings['carrier'] & { timeoutMs: number } => ({
  name: 'simulator',
  accountSid: ACCOUNT,
  authToken: TOKEN,
  previousAuthToken: null,
  apiKey: null,
  baseUrl,
  timeoutMs: 1_000,
});

/** An event as it stands in the outbox. */
interface Told {
  type: string;
  sequence: number;
  data: { call: Record<string, unknown>; [name: string]: unknown };
}

/** An organization that can call, on a service with some carrier behind it. */
export interface Caller {
  service: TestService;
  acme: Client;
  agentId: string;
  /** Starts a call and gives its id. */
  call(to: string, more?: Record<string, unknown>): Promise<string>;
  start(to: string, more?: Record<string, unknown>, headers?: Record<string, string>): Promise<Answer>;
  /** A call in its full payload with everything else that can be asked for. */
  read(callId: string): Promise<Record<string, any>>; // oxlint-disable-line typescript/no-explicit-any
  /** Waits until the call has this status, or any final one. */
  until(callId: string, status?: string): Promise<Record<string, any>>; // oxlint-disable-line typescript/no-explicit-any
  told(callId: string): Promise<Told[]>;
}

/** A service with the simulated carrier behind it. */
export interface Line extends Caller {
  simulator: Simulator;
  model: ScriptedModel;
  /** Waits until the call is over and the carrier has nothing more to say, of this call or of any other. */
  over(callId: string): Promise<Record<string, any>>; // oxlint-disable-line typescript/no-explicit-any
  /** How often the carrier accepted to dial for this call. */
  dials(callId: string): LedgerEntry[];
  stop(): Promise<void>;
}

const FINAL = new Set(['completed', 'busy', 'no-answer', 'failed', 'canceled']);

interface LineOptions {
  knobs?: KnobSettings;
  /** Real seconds for one of the carrier's. */
  pace?: number;
  timings?: Partial<CallTimings>;
  settings?: Partial<Settings>;
  /** Accounts at the carrier beside the service's own. */
  otherAccounts?: SimulatorOptions['otherAccounts'];
}

export async function aLine({
  knobs = {},
  pace = 0.01,
  timings,
  settings,
  otherAccounts = [],
}: LineOptions = {}): Promise<Line> {
  const account = { accountSid: ACCOUNT, authToken: TOKEN, numbers: [OWN_NUMBER] };
  const simulator = await startSimulator({ ...account, pace, knobs, otherAccounts });
  const model = await startScriptedModel({
    apiKey: 'model-key',
    knobs: { firstTokenMs: 0, tokensPerSecond: 0 },
  });
  const llm = { baseUrl: model.baseUrl, model: 'scripted', apiKey: 'model-key' };
  const caller = await aCaller(simulator.url, timings, { llm, ...settings });
  return {
    ...caller,
    simulator,
    model,
    over: async (callId) => {
      await caller.until(callId);
      await simulator.idle();
      return caller.read(callId);
    },
    dials: (callId) => simulator.ledger().filter(({ statusCallback }) => statusCallback?.includes(callId)),
    stop: async () => {
      await simulator.stop();
      await caller.service.stop();
      await model.stop();
    },
  };
}

/** A service whose carrier is at this address, and an organization that can call. */
export async function aCaller(
  carrierUrl: string,
  timings: Partial<CallTimings> = {},
  settings: Partial<Settings> = {},
): Promise<Caller> {
  const callTimings = { ...SHORT, ...timings };
  const service = await startService({ carrier: carrierAt(carrierUrl), callTimings, ...settings });
  const acme = await service.anOrganization();
  const { body: agent } = await acme.post('/api/agents', { name: 'Ava' });
  await acme.post('/api/phone-numbers', { number: OWN_NUMBER, agent_id: agent.id });
  const read: Caller['read'] = async (callId) =>
    (await acme.get(`/api/calls/${callId}?fields=full&include=diagnostics,metrics`)).body;
  const start: Caller['start'] = (to, more = {}, headers = {}) =>
    acme.post('/api/agents/call', { agentId: agent.id, phoneNumber: to, ...more }, headers);
  return {
    service,
    acme,
    agentId: agent.id as string,
    start,
    read,
    call: async (to, more = {}) => {
      const { status, body, text } = await start(to, more);
      if (status !== 201) throw new Error(`the call was not accepted: ${status} ${text}`);
      return body['callId'] as string;
    },
    until: (callId, status) =>
      eventually(async () => {
        const call = await read(callId);
        return (status ? call['status'] === status : FINAL.has(call['status'] as string)) && call;
      }, 20),
    told: async (callId) => {
      const rows = (await service.db.query(
        `SELECT type, sequence, data FROM events WHERE call_id = $1 ORDER BY sequence`,
        [callId],
      )) as (Omit<Told, 'data'> & { data: string })[];
      return rows.map(({ type, sequence, data }) => ({
        type,
        sequence,
        data: JSON.parse(data) as Told['data'],
      }));
    },
  };
}

/** An agent with this in its configuration. */
export async function anAgentWith(
  { acme, service }: Pick<Caller, 'acme' | 'service'>,
  config: Partial<AgentConfig>,
): Promise<string> {
  const { body } = await acme.post('/api/agents', { name: 'Ava' });
  await service.db.query(`UPDATE agent_versions SET config = config || $2 WHERE agent_id = $1`, [
    body.id,
    JSON.stringify(config),
  ]);
  return body.id as string;
}
