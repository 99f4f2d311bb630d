import type { Config } from './config.js';
import { startEmbeddedPostgres } from './database/embedded-postgres.server.js';
import { migrate } from './database/migrate.client.js';
import { whenReachable } from './wait-for-database.js';

export interface StartedDatabase {
  url: string;
  stop(): Promise<void>;
}

/**
 * The database that the configuration names, else the embedded one; migrated either way.
 * @throws StartRefused when it does not come up in time, or refuses
 */
export async function startDatabase(config: Config, signal?: AbortSignal): Promise<StartedDatabase> {
  const database = config.databaseUrl
    ? { url: config.databaseUrl, stop: () => Promise.resolve() }
    : await startEmbeddedPostgres(config.dataDir);
  try {
    const patience = { databaseUrl: database.url, seconds: config.databaseWaitSeconds, signal };
    await whenReachable(() => migrate(database.url), patience);
  } catch (error) {
    await database.stop();
    throw error;
  }
  return database;
}
