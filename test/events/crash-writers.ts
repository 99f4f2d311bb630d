import { setTimeout as delay } from 'node:timers/promises';
import { isValidPhoneNumber } from 'libphonenumber-js/max';
import { NUMBERS, OWN_NUMBER } from '../calls/line.js';
import type { Answer, Client } from '../support/client.js';
import { eventually } from '../support/eventually.js';

/**
 * Whom calls are made to, by the end of the number: who does not answer, in each of the ways there are, and somebody who
 * answers and hangs up.
 */
const CALLED = [NUMBERS.busy, NUMBERS.noAnswer, NUMBERS.failed, NUMBERS.hangsUp].map((number) =>
  number.slice(5),
);
/**
 * Every area code there is: each call goes to another number, as far as they reach. Of two lost dials to one number nobody
 * could say which of the carrier's calls is which: both wait, and end as unknown minutes later.
 */
const AREAS = Array.from({ length: 800 }, (_, index) => 200 + index).filter((area) =>
  isValidPhoneNumber(`+1${area}${CALLED[0]}`),
);
const CONTACT_WRITERS = 4;
const CALL_WRITERS = 4;
/** Before the next request after one that nobody answered. */
const PAUSE_MS = 50;

/** What was acknowledged so far, and what ends it. */
export interface Writing {
  /** Contacts and calls, by their ids. */
  acknowledged: readonly string[];
  stop(): Promise<void>;
}

/** An agent that may call. @returns its id */
export async function anAgent(client: Client): Promise<string> {
  const { body: agent } = await client.post('/api/agents', { name: 'Ava' });
  await client.post('/api/phone-numbers', { number: OWN_NUMBER, agent_id: agent.id });
  return agent.id as string;
}

/** Makes contacts and starts calls as fast as it goes, until it is stopped. */
export function startWriters(client: Client, agentId: string): Writing {
  const acknowledged: string[] = [];
  const state = { on: true, contact: 4_000_000, call: 0 };
  const aContact = () => client.post('/api/contacts', { phone: `+1312${state.contact++}` });
  const aCall = () => client.post('/api/agents/call', { agentId, phoneNumber: numberOf(state.call++) });
  const write = async (change: () => Promise<Answer>): Promise<void> => {
    while (state.on) {
      const answer = await change().catch(() => null);
      if (answer?.status === 201) acknowledged.push(String(answer.body['id'] ?? answer.body['callId']));
      else await delay(PAUSE_MS);
    }
  };
  const writers = [
    ...Array.from({ length: CONTACT_WRITERS }, () => write(aContact)),
    ...Array.from({ length: CALL_WRITERS }, () => write(aCall)),
  ];
  return {
    acknowledged,
    stop: async () => {
      state.on = false;
      await Promise.all(writers);
    },
  };
}

const numberOf = (call: number): string =>
  `+1${AREAS[Math.floor(call / CALLED.length) % AREAS.length]}${CALLED[call % CALLED.length]}`;

/** Ends the calls whose end the carrier told to nobody, as somebody at the console would. */
export async function endCalls(client: Client, live: readonly string[]): Promise<void> {
  for (const id of live) {
    await eventually(async () => {
      const { status } = await client.post(`/api/calls/${id}/end`).catch(() => ({ status: 0 }));
      return status === 202 || status === 409;
    });
  }
}
