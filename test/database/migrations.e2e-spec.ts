import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { dataSourceOptions, PATIENT_TIMEOUTS } from '../../ormconfig.js';
import { migrate } from '../../src/database/migrate.client.js';
import { MIGRATIONS } from '../../src/database/migrations/index.js';
import { cloneDatabase, type TestDatabase } from '../support/template-database.js';

let database: TestDatabase;
let connection: Client;

beforeEach(async () => {
  database = await cloneDatabase();
  connection = new Client({ connectionString: database.url });
  await connection.connect();
});
afterEach(async () => {
  await connection.end();
  await database.drop();
});

const lines = async (text: string): Promise<string[]> =>
  (await connection.query<[string]>({ text, rowMode: 'array' })).rows.map(([line]) => line);

/** Everything of ours that stands in the database, a line each. */
const schema = (): Promise<string[]> =>
  lines(`
    SELECT line FROM (
      SELECT format('%s.%s %s %s %s', table_name, column_name, udt_name, is_nullable, column_default) AS line
        FROM information_schema.columns WHERE table_schema = 'public'
      UNION ALL
      SELECT format('%s %s', conname, pg_get_constraintdef(oid)) FROM pg_constraint
       WHERE connamespace = 'public'::regnamespace
      UNION ALL
      SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'
      UNION ALL
      SELECT format('%s %s', tgname, pg_get_triggerdef(oid)) FROM pg_trigger WHERE NOT tgisinternal
    ) everything ORDER BY line`);

/** TypeORM compares tables side by side on one connection; pg is about to refuse that. */
class OneAtATime extends Client {
  private last: Promise<unknown> = Promise.resolve();

  override query(...statement: unknown[]): never {
    const send = super.query.bind(this) as (...statement: unknown[]) => Promise<unknown>;
    this.last = this.last.then(
      () => send(...statement),
      () => send(...statement),
    );
    return this.last as never;
  }
}

const emptied = (): Promise<unknown> => connection.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');

describe('migrations', () => {
  it('run once when several instances start together', async () => {
    const migrated = await schema();
    await emptied();
    await Promise.all([1, 2, 3].map(() => migrate(database.url)));
    expect(await lines('SELECT name FROM migrations ORDER BY id')).toEqual(
      MIGRATIONS.map(({ name }) => name),
    );
    expect(await schema()).toEqual(migrated);
  });

  it('can each be undone, and done again', async () => {
    const migrated = await schema();
    const dataSource = await new DataSource(dataSourceOptions(database.url, PATIENT_TIMEOUTS)).initialize();
    try {
      for (const { name } of MIGRATIONS.toReversed()) {
        await dataSource.undoLastMigration();
        expect(await lines('SELECT name FROM migrations')).not.toContain(name);
      }
      expect(await lines(`SELECT tablename FROM pg_tables WHERE schemaname = 'public'`)).toEqual([
        'migrations',
      ]);
    } finally {
      await dataSource.destroy();
    }
    await migrate(database.url);
    expect(await schema()).toEqual(migrated);
  });

  it('build what the entities say', async () => {
    const options = dataSourceOptions(database.url, PATIENT_TIMEOUTS);
    const extra = { ...(options.extra as object), Client: OneAtATime };
    const dataSource = await new DataSource({ ...options, extra }).initialize();
    try {
      const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
      expect(upQueries.map(({ query }) => query)).toEqual([]);
    } finally {
      await dataSource.destroy();
    }
  });

  it('refuse a server that is too old for them', async () => {
    await emptied();
    // What a server says of itself, said by a function that stands in front of its own.
    await connection.query(`
      CREATE FUNCTION public.current_setting(name text) RETURNS text LANGUAGE sql AS
        $$ SELECT CASE name WHEN 'server_version_num' THEN '140011' ELSE '14.11' END $$`);
    await connection.query(
      `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET search_path = public, pg_catalog', current_database()); END $$`,
    );
    await expect(migrate(database.url)).rejects.toThrow(
      'PostgreSQL 15 or newer is needed; the server is 14.11',
    );
    expect(await lines(`SELECT tablename FROM pg_tables WHERE schemaname = 'public'`)).toEqual([]);
  });
});
