import { DataSource, type QueryRunner } from 'typeorm';
import { dataSourceOptions, PATIENT_TIMEOUTS } from '../../ormconfig.js';
import { LastAttempts1763600000024 } from '../../src/database/migrations/1763600000024-last-attempts.migration.js';
import { cloneDatabase, type TestDatabase } from '../support/template-database.js';

const [ORG, ENDPOINT, EVENT, DELIVERY] = [1, 2, 3, 4].map((n) => `00000000-0000-7000-8000-00000000000${n}`);

let database: TestDatabase;
let dataSource: DataSource;
let db: QueryRunner;

beforeEach(async () => {
  database = await cloneDatabase();
  dataSource = await new DataSource(dataSourceOptions(database.url, PATIENT_TIMEOUTS)).initialize();
  db = dataSource.createQueryRunner();
});
afterEach(async () => {
  await db.release();
  await dataSource.destroy();
  await database.drop();
});

/** A delivery that failed twice, and one that waits. */
async function deliverTwice(): Promise<void> {
  await db.query(`INSERT INTO organizations (id, name) VALUES ($1, 'Acme')`, [ORG]);
  await db.query(
    `INSERT INTO webhook_endpoints (organization_id, id, url, secret_sealed) VALUES ($1, $2, 'https://a.example', '')`,
    [ORG, ENDPOINT],
  );
  await db.query(
    `INSERT INTO events (organization_id, id, type, data)
     SELECT $1, id, 'contact.updated', '{}' FROM unnest($2::uuid[]) id`,
    [ORG, [EVENT, ENDPOINT]],
  );
  await db.query(`UPDATE webhook_deliveries SET id = $1, attempts = 2 WHERE event_id = $2`, [
    DELIVERY,
    EVENT,
  ]);
  await db.query(
    `INSERT INTO webhook_delivery_attempts (organization_id, delivery_id, number, started_at, url, header_names,
       status, error_kind, error_message, latency_ms, response_body, response_truncated)
     SELECT $1, $2, number, '2026-01-15T10:30:00Z', 'https://a.example/' || number, '{x-team}', 500 + number,
            'bad_status', 'no 2xx', number, 'answer ' || number, true FROM generate_series(1, 2) number`,
    [ORG, DELIVERY],
  );
}

const attempts = () => db.query('SELECT * FROM webhook_delivery_attempts ORDER BY number');
const lastAttempts = () =>
  db.query(
    `SELECT attempts, last_url, last_header_names, last_error_message, last_latency_ms, last_response_body,
            last_response_truncated FROM webhook_deliveries ORDER BY attempts`,
  );

describe('attempts that were made before deliveries kept their last one', () => {
  it('are all there afterwards, and where they were when it is undone', async () => {
    const migration = new LastAttempts1763600000024();
    await migration.down(db);
    await deliverTwice();
    const before = await attempts();

    await migration.up(db);
    expect(await attempts()).toEqual(before.slice(0, 1));
    const none = { last_url: null, last_header_names: null, last_error_message: null, last_latency_ms: null };
    expect(await lastAttempts()).toEqual([
      { attempts: 0, ...none, last_response_body: null, last_response_truncated: null },
      {
        attempts: 2,
        last_url: 'https://a.example/2',
        last_header_names: ['x-team'],
        last_error_message: 'no 2xx',
        last_latency_ms: 2,
        last_response_body: 'answer 2',
        last_response_truncated: true,
      },
    ]);

    await db.query(
      `UPDATE webhook_deliveries SET last_attempt_at = '2026-01-15T10:30:00Z', last_status = 502,
              last_error = 'bad_status' WHERE attempts = 2`,
    );
    await migration.down(db);
    expect(await attempts()).toEqual(before);
  });
});
