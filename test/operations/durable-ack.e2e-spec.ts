import { setTimeout as delay } from 'node:timers/promises';
import { Client as Connection } from 'pg';
import { SIMULATED_NUMBER } from '../../src/telephony/simulated-number.js';
import type { Client } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { PLAIN_RULES } from '../support/mappings.js';
import { startPrivatePostgres, type PrivatePostgres } from '../support/private-postgres.js';
import {
  anOrganizationIn,
  freePort,
  startServiceProcess,
  type ServiceProcess,
} from '../support/service-process.js';

const WRITERS = 16;
const STRIKE_AFTER_MS = 600;

/** A write that is promised to last, and where its marker is found afterwards. */
interface Write {
  path: string;
  body: (marker: string) => unknown;
  rows: string;
}

const WRITES: Write[] = [
  { path: '/api/agents', body: (marker) => ({ name: marker }), rows: `SELECT name AS marker FROM agents` },
  {
    path: '/api/contacts',
    body: (marker) => ({ phone: `+1312${marker}` }),
    rows: `SELECT substr(phone, 6) AS marker FROM contacts WHERE source = 'api'`,
  },
  {
    path: '/api/contacts/flex',
    body: (marker) => ({ phone: `+1313${marker}` }),
    rows: `SELECT substr(phone, 6) AS marker FROM contacts WHERE source = 'intake'`,
  },
  {
    path: '/api/agents/call',
    // Always busy, so that no line is held for long.
    body: (marker) => ({ agentId, phoneNumber: '+13125550101', notes: marker }),
    rows: `SELECT body AS marker FROM call_notes`,
  },
];

let postgres: PrivatePostgres;
let service: ServiceProcess;
let port: string;
let acme: Client;
/** Markers by the place they were written to, as the clients saw them acknowledged. */
const acknowledged = new Map<Write, string[]>(WRITES.map((write) => [write, []]));
let refused = 0;
let agentId: string;
/** Names the mapping; other routes do not look at it. */
let intake: Record<string, string>;

beforeAll(async () => {
  postgres = await startPrivatePostgres({ durable: true });
  port = await freePort();
  acme = (await anOrganizationIn(postgres.url)).with({ url: `http://127.0.0.1:${port}` });
  service = await startServiceProcess(postgres.url, { PORT: port });
  const { body: mapping } = await acme.post('/api/webhook-mappings', { name: 'Form', ...PLAIN_RULES });
  intake = { 'x-map-id': String(mapping.id) };
  await acme.post('/api/phone-numbers', { number: SIMULATED_NUMBER, is_default: true });
  agentId = String((await acme.post('/api/agents', { name: 'Ava' })).body.id);
  await inDatabase((connection) =>
    connection.query('UPDATE organizations SET max_concurrent_calls = 100000'),
  );
});
afterAll(async () => {
  await service?.end('SIGKILL');
  await postgres?.stop();
});

const killService = async (): Promise<void> => {
  await service.end('SIGKILL');
  service = await startServiceProcess(postgres.url, { PORT: port });
};

describe('an acknowledged write', () => {
  it('survives kills of the service and of the database, and none is there twice', async () => {
    const writing = startWriters();
    try {
      for (const strike of [
        () => postgres.kill(),
        killService,
        () => postgres.kill(),
        async () => {
          await Promise.all([postgres.kill(), killService()]);
        },
      ]) {
        await delay(STRIKE_AFTER_MS);
        const survivor = service;
        await strike();
        await eventually(async () => (await acme.get('/health/ready').catch(() => null))?.status === 200, 20);
        // What the database's end does to the service is an answer with 503, not an end of its own.
        expect(service === survivor ? service.process.exitCode : null).toBeNull();
      }
    } finally {
      await writing.stop();
    }
    const kept = await markersInDatabase();
    for (const write of WRITES) {
      const markers = kept.get(write) ?? [];
      const found = new Set(markers);
      expect(acknowledged.get(write)?.filter((marker) => !found.has(marker))).toEqual([]);
      expect(markers).toHaveLength(found.size);
      expect(acknowledged.get(write)?.length).toBeGreaterThan(20);
    }
    expect(refused).toBeGreaterThan(0);
  }, 60_000);
});

function startWriters(): { stop(): Promise<void> } {
  const state = { on: true, next: 1_000_000 };
  const write = async (): Promise<void> => {
    while (state.on) {
      const marker = String(state.next++);
      const target = WRITES[state.next % WRITES.length] as Write;
      const answer = await acme.post(target.path, target.body(marker), intake).catch(() => null);
      if (answer?.status === 201) {
        acknowledged.get(target)?.push(marker);
      } else {
        refused += 1;
        await delay(100);
      }
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

/** Straight from the database: the service's word is what is being judged. */
const markersInDatabase = (): Promise<Map<Write, string[]>> =>
  inDatabase(async (connection) => {
    const kept = new Map<Write, string[]>();
    for (const write of WRITES) {
      const { rows } = await connection.query<{ marker: string }>(write.rows);
      kept.set(
        write,
        rows.map(({ marker }) => marker),
      );
    }
    return kept;
  });

async function inDatabase<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
  const connection = new Connection({ connectionString: postgres.url });
  await connection.connect();
  try {
    return await work(connection);
  } finally {
    await connection.end();
  }
}
