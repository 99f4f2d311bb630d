import type { Config } from './config.js';
import { startEmbeddedPostgres } from './database/embedded-postgres.server.js';
import { migrate } from './database/migrate.client.js';

export interface StartedDatabase {
  url: string;
  stop(): Promise<void>;
}

/** The database that the configuration names, else the embedded one; migrated either way. */
export async function startDatabase(config: Config): Promise<StartedDatabase> {
  const database = config.databaseUrl
    ? { url: config.databaseUrl, stop: () => Promise.resolve() }
    : await startEmbeddedPostgres(config.dataDir);
  try {
    await migrate(database.url);
  } catch (error) {
    await database.stop();
    throw error;
  }
  return database;
}
