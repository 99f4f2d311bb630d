import { v7 } from 'uuid';
import type { AgentConfig } from '../../src/agents/agent-config.js';
import type { ConversationTimings } from '../../src/conversations/conversation-timings.js';
import type { Knobs } from '../../src/scripted-model/knobs.js';
import { startScriptedModel, type ScriptedModel } from '../../src/scripted-model/scripted-model.server.js';
import type { Client } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { aCall, insert } from '../support/records.js';
import { startService, type TestService } from '../support/service.js';
import { Phone } from './phone.js';

const MODEL_KEY = 'model-key';

/** Somebody who was called, and whose carrier is the test. */
interface TalkedCall {
  callId: string;
  token: string;
  carrierCallId: string;
  /** Opens a socket, on the service or a replica of it. */
  phone(url?: string): Promise<Phone>;
  /** Opens a socket on which the agent has greeted. */
  greeted(): Promise<Phone>;
  read(): Promise<Record<string, any>>; // oxlint-disable-line typescript/no-explicit-any
  /** The record, once this many sockets are closed. */
  closed(sockets?: number): Promise<Record<string, any>>; // oxlint-disable-line typescript/no-explicit-any
  outcomes(): Promise<string[]>;
}

/** A service with a model whose answers the test decides. */
export interface Talk {
  service: TestService;
  model: ScriptedModel;
  acme: Client;
  /** What the model answers next, each to one request: text, or knobs of a reply. */
  answers(...replies: (string | Knobs['replies'][number])[]): void;
  call(config?: Partial<AgentConfig>, row?: Record<string, unknown>): Promise<TalkedCall>;
  stop(): Promise<void>;
}

/** An answer that is only a tool call. */
export const uses = (
  name: string,
  given: Record<string, unknown> = {},
  text = '',
): Knobs['replies'][number] => ({
  text,
  toolCalls: [{ name, arguments: JSON.stringify(given) }],
});

/** As few as a test can wait for; nothing depends on their length. */
const SHORT: Partial<ConversationTimings> = {
  setup: 500,
  firstToken: 5_000,
  giveUp: 10_000,
  keypad: 100,
  falseInterruption: 300,
  tone: 100,
  playoutGrace: 60_000,
  closing: 60_000,
  lease: 30_000,
  heartbeat: 100,
  handover: 200,
  liveHeartbeat: 500,
  sweep: 100,
  goodbye: 5_000,
  lastWord: 100,
};

export const GREETING = 'Hello, this is Ava.';

export async function aTalk(
  timings: Partial<ConversationTimings> = {},
  knobs: Partial<Knobs> = {},
): Promise<Talk> {
  const model = await startScriptedModel({
    apiKey: MODEL_KEY,
    knobs: { firstTokenMs: 0, tokensPerSecond: 0, ...knobs },
  });
  const service = await startService({
    llm: { baseUrl: model.baseUrl, model: 'scripted', apiKey: MODEL_KEY },
    conversationTimings: { ...SHORT, ...timings },
  });
  const acme = await service.anOrganization();
  return {
    service,
    model,
    acme,
    answers: (...replies) =>
      model.setKnobs({
        replies: replies.map((reply) => (typeof reply === 'string' ? { text: reply, toolCalls: [] } : reply)),
      }),
    call: (config, row) => talkedCall(service, acme, config, row),
    stop: async () => {
      await service.stop();
      await model.stop();
    },
  };
}

/** A call that was answered a moment ago, as the dialler would leave it. */
async function talkedCall(
  service: TestService,
  acme: Client,
  config: Partial<AgentConfig> = {},
  row: Record<string, unknown> = {},
): Promise<TalkedCall> {
  const org = acme.organizationId;
  const { body: agent } = await acme.post('/api/agents', { name: 'Ava', greeting: GREETING });
  const whole = { tools: ['end_call', 'transfer_call'], ...config };
  await service.db.query(
    `UPDATE agent_versions SET config = config || $3 WHERE organization_id = $1 AND agent_id = $2`,
    [org, agent.id, JSON.stringify(whole)],
  );
  const [token, carrierCallId] = [v7(), `CA${v7()}`];
  const callId = await aCall(service, org, {
    agent_id: agent.id,
    status: 'in-progress',
    call_duration: null,
    ended_at: null,
    ended_reason: null,
    started_at: new Date(Date.now() - 3_000),
    answered_at: new Date(),
    carrier_call_id: carrierCallId,
    ...row,
  });
  const own = { organization_id: org, call_id: callId };
  await insert(service, 'call_details', own);
  const sent = { state: 'accepted', dial_epoch: 0, carrier_call_id: carrierCallId, sent_at: new Date() };
  await insert(service, 'dial_attempts', { ...own, id: v7(), token, ...sent });
  const { accountSid, authToken } = service.settings.carrier;
  const phone = (url = service.url): Promise<Phone> =>
    Phone.open(`${url.replace('http', 'ws')}/voice/relay/${org}/${callId}/${token}`, {
      callSid: carrierCallId,
      accountSid,
      token: authToken,
    });
  const read = async () =>
    (await acme.get(`/api/calls/${callId}?fields=full&include=diagnostics,metrics`)).body;
  const outcomes = async (): Promise<string[]> => {
    const rows = await service.db.query(
      `SELECT outcome FROM relay_sessions WHERE call_id = $1 AND closed_at IS NOT NULL ORDER BY opened_at`,
      [callId],
    );
    return rows.map(({ outcome }: { outcome: string }) => outcome);
  };
  return {
    callId,
    token,
    carrierCallId,
    phone,
    greeted: async () => (await phone()).setUp().play(GREETING),
    read,
    closed: (sockets = 1) => eventually(async () => (await outcomes()).length >= sockets && read()),
    outcomes,
  };
}
