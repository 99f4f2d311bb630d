import { setTimeout as delay } from 'node:timers/promises';
import { Client as Connection } from 'pg';
import type { Client } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { stopServers } from '../support/loopback-server.js';
import { startPrivatePostgres, type PrivatePostgres } from '../support/private-postgres.js';
import {
  anOrganizationIn,
  freePort,
  startServiceProcess,
  type ServiceProcess,
} from '../support/service-process.js';
import { anEndpoint, startReceiver, type Receiver } from './receiver.js';

const WRITERS = 8;
const STRIKES = 4;

let postgres: PrivatePostgres;
let service: ServiceProcess;
let port: string;
let acme: Client;
let receiver: Receiver;
/** Contacts whose creation was acknowledged: the sender's ledger is the database, this is the caller's. */
const acknowledged: string[] = [];

const start = () => startServiceProcess(postgres.url, { PORT: port, ALLOW_PRIVATE_TARGETS: 'true' });

beforeAll(async () => {
  postgres = await startPrivatePostgres({ durable: true });
  port = await freePort();
  acme = (await anOrganizationIn(postgres.url)).with({ url: `http://127.0.0.1:${port}` });
  service = await start();
  receiver = await startReceiver();
  receiver.answer((_, response) => void setTimeout(() => response.end(), 5));
}, 60_000);
afterAll(async () => {
  await service?.end('SIGKILL');
  await postgres?.stop();
  await stopServers();
});

describe('after kills of the service and of the database', () => {
  it('every committed change has its event, and every event has arrived under one id', async () => {
    await anEndpoint(acme, receiver.url);
    const writing = startWriters();
    for (let strike = 0; strike < STRIKES; strike++) {
      await delay(500);
      if (strike % 2 === 1) await postgres.kill();
      await service.end('SIGKILL');
      service = await start();
    }
    await writing.stop();
    const ledger = await eventually(settledLedger, 60);
    const arrived = Map.groupBy(receiver.received, ({ event }) => event.id as string);
    expect(discrepancies(ledger, arrived)).toEqual([]);
    expect(acknowledged.length).toBeGreaterThan(20);
    // A kill repeats what was under way: never more than one endpoint may have in flight, and what was not written yet.
    expect(receiver.received.length - arrived.size).toBeLessThanOrEqual(STRIKES * 32);
  }, 180_000);
});

interface Ledger {
  contacts: string[];
  events: { id: string; contact: string; deliveries: number }[];
}

/** What the sender's database says, once nothing waits any more. */
async function settledLedger(): Promise<Ledger | null> {
  const connection = new Connection({ connectionString: postgres.url });
  await connection.connect();
  try {
    const rows = async <T>(text: string): Promise<T[]> => (await connection.query(text)).rows as T[];
    const pending = await rows(`SELECT 1 FROM webhook_deliveries WHERE state <> 'delivered' LIMIT 1`);
    if (pending.length > 0) return null;
    const contacts = await rows<{ id: string }>(`SELECT id FROM contacts`);
    const events = await rows<Ledger['events'][number]>(
      `SELECT event.id, event.contact_id AS contact, count(delivery.id)::int AS deliveries FROM events event
         LEFT JOIN webhook_deliveries delivery ON delivery.event_id = event.id GROUP BY event.id, event.contact_id`,
    );
    return { contacts: contacts.map(({ id }) => id), events };
  } finally {
    await connection.end();
  }
}

/** Holds the ledgers of caller, sender and receiver against each other: a line for everything that is wrong. */
function discrepancies({ contacts, events }: Ledger, arrived: Map<string, Receiver['received']>): string[] {
  const known = new Set(contacts);
  const told = Map.groupBy(events, ({ contact }) => contact);
  const recorded = new Set(events.map(({ id }) => id));
  return [
    ...acknowledged.filter((id) => !known.has(id)).map((id) => `acknowledged, but lost: ${id}`),
    ...contacts.filter((id) => told.get(id)?.length !== 1).map((id) => `not told once: ${id}`),
    ...events.filter(({ contact }) => !known.has(contact)).map(({ id }) => `event without its change: ${id}`),
    ...events.filter(({ deliveries }) => deliveries !== 1).map(({ id }) => `not one delivery: ${id}`),
    ...events.filter(({ id }) => !arrived.has(id)).map(({ id }) => `never arrived: ${id}`),
    ...[...arrived.keys()]
      .filter((id) => !recorded.has(id))
      .map((id) => `arrived, but never happened: ${id}`),
    ...[...arrived]
      .filter(([, all]) => new Set(all.map(({ body }) => body)).size > 1)
      .map(([id]) => `changed: ${id}`),
    ...[...arrived]
      .filter(([id, all]) => all.some(({ headers }) => headers['webhook-id'] !== id))
      .map(([id]) => `another id: ${id}`),
  ];
}

function startWriters(): { stop(): Promise<void> } {
  const state = { on: true, next: 4_000_000 };
  const write = async (): Promise<void> => {
    while (state.on) {
      const answer = await acme.post('/api/contacts', { phone: `+1312${state.next++}` }).catch(() => null);
      if (answer?.status === 201) acknowledged.push(answer.body.id);
      else await delay(50);
    }
  };
  const writers = Promise.all(Array.from({ length: WRITERS }, write));
  return {
    stop: async () => {
      state.on = false;
      await writers;
    },
  };
}
