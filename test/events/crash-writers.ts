import { setTimeout as delay } from 'node:timers/promises';
import { OWN_NUMBER } from '../calls/line.js';
import type { Client } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { aMapping } from '../support/mappings.js';
import { REQUESTS, type Sender } from './crash-requests.js';

/** Before the next request after one that nobody answered. */
const PAUSE_MS = 50;

/** What was acknowledged so far, and what ends it. */
export interface Writing {
  /** Changes, as the ledger names them. */
  acknowledged: readonly string[];
  stop(): Promise<void>;
}

/** Somebody with an agent that may call, and a form that makes contacts. */
export async function aSender(client: Client): Promise<Sender> {
  const { body: agent } = await client.post('/api/agents', { name: 'Ava' });
  await client.post('/api/phone-numbers', { number: OWN_NUMBER, agent_id: agent.id });
  const form = await aMapping(client);
  return { client, agentId: agent.id, form, contacts: [], unlisted: [], calls: [] };
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
