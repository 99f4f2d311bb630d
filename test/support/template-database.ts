import { migrate } from '../../src/database/migrate.client.js';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, DatabaseError } from 'pg';
import { v7 } from 'uuid';

const TEMPLATE = 'template_voice_agents';
const OBJECT_IN_USE = '55006';
const BUSY_RETRIES = 50;

/** A database of a test's own, with every migration applied. */
export interface TestDatabase {
  url: string;
  /** Ends all sessions on the database and removes it. */
  drop(): Promise<void>;
}

/** Builds the template database afresh. Nobody may connect to it afterwards: a session would forbid cloning it. */
export async function prepareTemplate(adminUrl: string): Promise<void> {
  await run(adminUrl, `DROP DATABASE IF EXISTS ${TEMPLATE} WITH (FORCE)`);
  await run(adminUrl, `CREATE DATABASE ${TEMPLATE}`);
  await migrate(databaseUrl(adminUrl, TEMPLATE));
  await run(adminUrl, `ALTER DATABASE ${TEMPLATE} ALLOW_CONNECTIONS false`);
}

/** A fresh migrated database on the server of the run (TEST_DATABASE_URL); in some 20 ms on a server in memory. */
export async function cloneDatabase(): Promise<TestDatabase> {
  const adminUrl = process.env['TEST_DATABASE_URL'];
  if (!adminUrl) throw new Error('TEST_DATABASE_URL is missing: global-setup.ts did not run.');
  const name = `test_${v7().replaceAll('-', '')}`;
  await clone(adminUrl, name, BUSY_RETRIES);
  return {
    url: databaseUrl(adminUrl, name),
    drop: () => run(adminUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}

/** Autovacuum visits the template too; while it is there, PostgreSQL refuses to copy it. */
async function clone(adminUrl: string, name: string, retries: number): Promise<void> {
  try {
    // Half the time of the default WAL_LOG for a small template on a server that does not wait for the disk.
    await run(adminUrl, `CREATE DATABASE ${name} TEMPLATE ${TEMPLATE} STRATEGY FILE_COPY`);
  } catch (error) {
    const busy = error instanceof DatabaseError && error.code === OBJECT_IN_USE;
    if (!busy || retries === 0) throw error;
    await sleep(100);
    await clone(adminUrl, name, retries - 1);
  }
}

async function run(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

function databaseUrl(adminUrl: string, database: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${database}`;
  return url.href;
}
