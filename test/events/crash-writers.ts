import { setTimeout as delay } from 'node:timers/promises';
import { OWN_NUMBER } from '../calls/line.js';
import type { Client } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { aMapping } from '../support/mappings.js';
import { REQUESTS, type Sender } from './crash-requests.js';
import { answerWith, startReceiver } from './receiver.js';

/** Before the next request after one that nobody answered. */
const PAUSE_MS = 50;

/** What was acknowledged so far, and what ends it. */
export interface Writing {
  /** Changes, as the ledger names them. */
  acknowledged: readonly string[];
  stop(): Promise<void>;
}

/** What is done on and after calls: records them, knows a person, and what succeeds and fails afterwards. */
const aBusyAgent = (goneUrl: string) => ({
  name: 'Ava',
  record: true,
  tools: ['end_call', 'transfer_call'],
  transfer_destinations: [{ name: 'sales', phone: '+13125550170', description: 'A person' }],
  post_call_actions: [
    { type: 'add_tag', name: 'Mark', tag: 'called', when: 'always' },
    { type: 'add_note', name: 'Note', body: 'Called by Ava.', when: 'always' },
    { type: 'http_request', name: 'CRM', url: goneUrl, when: 'always' },
  ],
});

/** Somebody with an agent that may call, a form that makes contacts, and a system that is gone. */
export async function aSender(client: Client): Promise<Sender> {
  const gone = await startReceiver();
  gone.answer(answerWith(410));
  const { body: agent } = await client.post('/api/agents', aBusyAgent(gone.url));
  await client.post('/api/phone-numbers', { number: OWN_NUMBER, agent_id: agent.id });
  const form = await aMapping(client);
  return { client, agentId: agent.id, form, goneUrl: gone.url, contacts: [], unlisted: [], calls: [] };
}

/** Sends requests of every kind as fast as it goes, until it is stopped. */
export function startWriters(sender: Sender): Writing {
  const acknowledged: string[] = [];
  const state = { on: true };
  const write = async (send: () => Promise<string | null>): Promise<void> => {
    while (state.on) {
      const change = await send().catch(() => null);
      if (change === null) await delay(PAUSE_MS);
      else acknowledged.push(change);
    }
  };
  const writers = REQUESTS.flatMap(({ request, atOnce }) => {
    let sent = 0;
    return Array.from({ length: atOnce }, () => write(() => request(sender, sent++)));
  });
  return {
    acknowledged,
    stop: async () => {
      state.on = false;
      await Promise.all(writers);
    },
  };
}

/** Ends the calls whose end the carrier told to nobody, as somebody at the console would. */
export async function endCalls(client: Client, live: readonly string[]): Promise<void> {
  for (const id of live) {
    await eventually(async () => {
      const { status } = await client.post(`/api/calls/${id}/end`).catch(() => ({ status: 0 }));
      return status === 202 || status === 409;
    });
  }
}
