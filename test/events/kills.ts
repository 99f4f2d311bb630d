import { setTimeout as delay } from 'node:timers/promises';
import { Client as Connection } from 'pg';
import type { Client } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { stopServers } from '../support/loopback-server.js';
import { startPrivatePostgres } from '../support/private-postgres.js';
import { anOrganizationIn, freePort, startServiceProcess } from '../support/service-process.js';
import type { Arrival, Ledgers } from './ledgers.js';
import { anEndpoint, isSignedWith, startReceiver } from './receiver.js';

const WRITERS = 8;
/** Changes acknowledged before the next strike. Never the same, so that strikes meet the service at different moments. */
const changesBefore = (strike: number): number => 10 + ((strike * 7) % 30);
const PATIENCE_SECONDS = 60;

/** What is killed, in turn. */
const VICTIMS = [['service'], ['service', 'database'], ['database']] as const;

/**
 * Makes contacts over the API as fast as it goes, while the service and its database are killed so many times; then waits
 * until nothing is left to be delivered. @returns everybody's ledger
 */
export async function ledgersAfterKills(
  strikes: number,
  struck?: (strike: number) => void,
): Promise<Ledgers> {
  const postgres = await startPrivatePostgres({ durable: true });
  const port = await freePort();
  const start = () => startServiceProcess(postgres.url, { PORT: port, ALLOW_PRIVATE_TARGETS: 'true' });
  const acme = (await anOrganizationIn(postgres.url)).with({ url: `http://127.0.0.1:${port}` });
  let service = await start();
  try {
    const received = await startLedger(acme);
    const writing = startWriters(acme);
    for (let strike = 0; strike < strikes; strike++) {
      const enough = writing.acknowledged.length + changesBefore(strike);
      await eventually(async () => writing.acknowledged.length >= enough, PATIENCE_SECONDS);
      const victims: readonly string[] = VICTIMS[strike % VICTIMS.length] ?? [];
      if (victims.includes('database')) await postgres.kill();
      if (victims.includes('service')) {
        await service.end('SIGKILL');
        service = await start();
      }
      struck?.(strike);
    }
    await writing.stop();
    const sender = await eventually(() => senderLedger(postgres.url), PATIENCE_SECONDS);
    return { acknowledged: writing.acknowledged, ...sender, received };
  } finally {
    await service.end('SIGKILL');
    await postgres.stop();
    await stopServers();
  }
}

/** An endpoint that takes everything. @returns what it received so far */
async function startLedger(acme: Client): Promise<Arrival[]> {
  const receiver = await startReceiver();
  const { secret } = await anEndpoint(acme, receiver.url);
  const arrivals: Arrival[] = [];
  receiver.answer(({ body, event, headers }, response) => {
    const isSigned = isSignedWith(secret, { body, headers });
    arrivals.push({ id: event.id, headerId: String(headers['webhook-id']), body, isSigned });
    setTimeout(() => response.end(), 5);
  });
  return arrivals;
}

/** What the database says, once nothing waits any more. */
async function senderLedger(url: string): Promise<Pick<Ledgers, 'contacts' | 'events'> | null> {
  const connection = new Connection({ connectionString: url });
  connection.on('error', () => undefined);
  try {
    await connection.connect();
    const rows = async <T>(text: string): Promise<T[]> => (await connection.query(text)).rows as T[];
    const pending = await rows(`SELECT 1 FROM webhook_deliveries WHERE state <> 'delivered' LIMIT 1`);
    if (pending.length > 0) return null;
    const contacts = await rows<{ id: string }>(`SELECT id FROM contacts`);
    const events = await rows<Ledgers['events'][number]>(
      `SELECT event.id, event.contact_id AS contact, count(delivery.id)::int AS deliveries FROM events event
         LEFT JOIN webhook_deliveries delivery ON delivery.event_id = event.id GROUP BY event.id, event.contact_id`,
    );
    return { contacts: contacts.map(({ id }) => id), events };
  } catch {
    return null; // the server is just coming back
  } finally {
    await connection.end().catch(() => undefined);
  }
}

/** The contacts whose creation was acknowledged so far, and what ends it. */
interface Writing {
  acknowledged: readonly string[];
  stop(): Promise<void>;
}

function startWriters(acme: Client): Writing {
  const acknowledged: string[] = [];
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
    acknowledged,
    stop: async () => {
      state.on = false;
      await writers;
    },
  };
}
