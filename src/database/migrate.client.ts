import { DataSource } from 'typeorm';
import { StartRefused } from '../common/start-refused.js';
import { dataSourceOptions, PATIENT_TIMEOUTS } from '../../ormconfig.js';
import { prepareJobTables } from '../jobs/job-tables.client.js';

/** Any number; it only has to be the same in every process that migrates. */
const MIGRATION_LOCK = 7_203_985_412;

/** Oldest server whose features the schema uses (`ON DELETE SET NULL (column)`). */
const OLDEST_SERVER_VERSION = 150_000;

/** Brings the database up to date. Processes that start together take turns: the second finds nothing to do. */
export async function migrate(url: string): Promise<void> {
  const dataSource = new DataSource({ ...dataSourceOptions(url, PATIENT_TIMEOUTS), poolSize: 2 });
  await dataSource.initialize();
  const holder = dataSource.createQueryRunner();
  try {
    await refuseUnsafeServer(dataSource);
    await holder.query(`SELECT pg_advisory_lock($1)`, [MIGRATION_LOCK]);
    await dataSource.runMigrations();
    await prepareJobTables(dataSource);
  } finally {
    await holder.query(`SELECT pg_advisory_unlock_all()`).catch(() => undefined);
    await holder.release();
    await dataSource.destroy();
  }
}

async function refuseUnsafeServer(dataSource: DataSource): Promise<void> {
  const [server] = (await dataSource.query(
    `SELECT current_setting('server_version_num')::int AS version, current_setting('server_version') AS name`,
  )) as { version: number; name: string }[];
  if (!server || server.version < OLDEST_SERVER_VERSION)
    throw new StartRefused(`PostgreSQL 15 or newer is needed; the server is ${server?.name ?? 'unknown'}`);
}
