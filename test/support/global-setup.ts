import { fastFolder } from './fast-folder.js';
import { keepPostgres } from './keep-postgres.js';
import { prepareTemplate } from './template-database.js';
import { testServer } from './test-server.js';

/** Connections for the pools of every application under test in every worker; little log, it may lie in memory. */
const settings = { max_connections: '300', max_wal_size: '256MB' };

/**
 * Before the suite: one private server for the run, fast instead of durable, and in it the migrated template that
 * the tests clone. TEST_DATABASE_URL, if set, names another server, with a role that may create databases.
 */
export default async function globalSetup(): Promise<void> {
  if (!process.env['TEST_DATABASE_URL']) {
    const dataDir = await fastFolder();
    testServer.keeper = await keepPostgres(dataDir, { durable: false, settings, temporary: true });
    process.env['TEST_DATABASE_URL'] = testServer.keeper.url;
  }
  await prepareTemplate(process.env['TEST_DATABASE_URL']);
}
