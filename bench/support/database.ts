import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { dataSourceOptions, PATIENT_TIMEOUTS } from '../../ormconfig.js';
import { startEmbeddedPostgres } from '../../src/database/embedded-postgres.server.js';
import { migrate } from '../../src/database/migrate.client.js';

/** A private PostgreSQL server that waits for the disk at every commit, with the product's schema in it. */
export interface BenchDatabase {
  url: string;
  /** Process id of the server, whose children serve the connections. */
  pid: number;
  db: DataSource;
  stop(): Promise<void>;
}

export async function startDatabase(): Promise<BenchDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'voice-agents-bench-'));
  const server = await startEmbeddedPostgres(folder, { durable: true });
  await migrate(server.url);
  const db = await new DataSource(dataSourceOptions(server.url, PATIENT_TIMEOUTS)).initialize();
  const [pid = ''] = (await readFile(join(folder, 'postgres', 'postmaster.pid'), 'utf8')).split('\n');
  return {
    url: server.url,
    pid: Number(pid),
    db,
    stop: async () => {
      await db.destroy();
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
