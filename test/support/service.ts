import { DataSource } from 'typeorm';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { dataSourceOptions, PATIENT_TIMEOUTS } from '../../ormconfig.js';
import { createApp } from '../../src/app.js';
import { Organizations } from '../../src/auth/organizations.service.js';
import { Transactions } from '../../src/database/transactions.service.js';
import type { Settings } from '../../src/settings.js';
import { Client } from './client.js';
import { cloneDatabase } from './template-database.js';

/** A service under test: the whole application on a database of its own, listening on loopback. */
export interface TestService {
  url: string;
  settings: Settings;
  app: NestExpressApplication;
  /** For arranging what the API cannot make, and for looking at what it did. */
  db: DataSource;
  /** A new organization with a key that may do everything, and a client that uses them. */
  anOrganization(name?: string): Promise<Client>;
  /** Another replica on the same database. */
  replica(overrides?: Partial<Settings>): Promise<{ url: string; app: NestExpressApplication }>;
  stop(): Promise<void>;
}

/** 32 random-looking bytes; every service under test has the same, so that replicas agree. */
const SECRET_KEY = 'q8Zp1xV7nR4tK2mB9wL5cJ3hF6dS0gYa';

export async function startService(overrides: Partial<Settings> = {}): Promise<TestService> {
  const database = await cloneDatabase();
  const service = await startServiceOn(database.url, overrides);
  return {
    ...service,
    stop: async () => {
      await service.stop();
      await database.drop();
    },
  };
}

/** A service on a migrated database that the test made itself, and removes itself. */
export async function startServiceOn(
  databaseUrl: string,
  overrides: Partial<Settings> = {},
): Promise<TestService> {
  const db = await new DataSource({
    ...dataSourceOptions(databaseUrl, PATIENT_TIMEOUTS),
    poolSize: 3,
  }).initialize();
  const apps: NestExpressApplication[] = [];
  const replica = async (more: Partial<Settings> = {}) => {
    const started = await listen(settingsFor(databaseUrl, { ...overrides, ...more }));
    apps.push(started.app);
    return started;
  };
  const first = await replica();
  return {
    ...first,
    db,
    replica,
    anOrganization: async (name = 'Acme') => {
      const { id, apiKey } = await first.app
        .get(Transactions)
        .run((tx) => first.app.get(Organizations).create(tx, name));
      return new Client(first.url, { organizationId: id, apiKey });
    },
    stop: async () => {
      await Promise.all(apps.map((app) => app.close()));
      await db.destroy();
    },
  };
}

async function listen(
  settings: Settings,
): Promise<{ url: string; app: NestExpressApplication; settings: Settings }> {
  let url = 'http://127.0.0.1';
  const listening: Settings = { ...settings, publicBaseUrl: () => url };
  const app = await createApp(listening);
  await app.listen(0, '127.0.0.1');
  const { port } = app.getHttpServer().address() as { port: number };
  url = `http://127.0.0.1:${port}`;
  return { url, app, settings: listening };
}

const settingsFor = (databaseUrl: string, overrides: Partial<Settings>): Settings => ({
  databaseUrl,
  databaseIsEmbedded: false,
  secretKeys: { current: SECRET_KEY, previous: [] },
  publicBaseUrl: () => '',
  carrier: {
    name: 'simulator',
    accountSid: `AC${'0'.repeat(32)}`,
    authToken: 'test-token',
    previousAuthToken: null,
    apiKey: null,
    // Nobody listens there: a test that dials starts a simulator and says where it is.
    baseUrl: 'http://127.0.0.1:9',
  },
  // Nor there: a test that talks starts a model.
  llm: { baseUrl: 'http://127.0.0.1:9/v1', model: 'scripted', apiKey: null },
  trustProxy: false,
  rateLimits: { reads: 0, writes: 0, agentCalls: 0, intake: 0, signIn: 0 },
  logLevel: 'silent',
  allowPrivateTargets: true,
  // As long as a test may take: what is late on a busy machine is not lost. Tests of an outage say what they need.
  databaseTimeouts: { connect: 20_000, statement: 20_000 },
  ...overrides,
});
