import { Logger } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { getDataSourceToken } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { StartRefused } from './common/start-refused.js';
import { KEY_ID_END, SecretBox } from './common/secret-box.service.js';
import { sql } from './database/sql.client.js';

/** Every column that holds what SecretBox sealed. */
const SEALED: [table: string, column: string][] = [
  ['webhook_mappings', 'intake_key_sealed'],
  ['organizations', 'llm_api_key_sealed'],
  ['carrier_accounts', 'auth_token_sealed'],
  ['idempotency_keys', 'answer'],
  ['webhook_endpoints', 'secret_sealed'],
  ['webhook_endpoints', 'headers_sealed'],
];

/** What makes a commit survive a crash. */
const DURABILITY = ['fsync', 'full_page_writes', 'synchronous_commit'];

/**
 * What must be known of the database before the first request: that its secrets can be read, and whether its
 * promises hold.
 * @throws StartRefused when secrets were sealed with a key that is not among the settings
 */
export async function checkDatabase(app: NestExpressApplication): Promise<void> {
  const db = app.get<DataSource>(getDataSourceToken());
  await refuseForeignSecrets(db, app.get(SecretBox));
  for (const setting of await riskySettings(db)) {
    new Logger('Database').warn(
      `PostgreSQL runs with ${setting}=off: what was acknowledged may be lost when the server crashes`,
    );
  }
}

/** Looks at one secret of each key among the newest, so that the check stays quick however many there are. */
async function refuseForeignSecrets(db: DataSource, secrets: SecretBox): Promise<void> {
  for (const [table, column] of SEALED) {
    const oneOfEachKey = await sql<{ sealed: Buffer }>(
      db,
      `SELECT DISTINCT ON (substr(sealed, 1, ${KEY_ID_END})) sealed
         FROM (SELECT ${column} AS sealed FROM ${table} WHERE ${column} IS NOT NULL ORDER BY created_at DESC LIMIT 10000) newest`,
    );
    if (!oneOfEachKey.every(({ sealed }) => secrets.knows(sealed))) {
      throw new StartRefused(
        `The database holds secrets (${table}.${column}) that were sealed with another SECRET_KEY. ` +
          'Start with that key, or list it in SECRET_KEY_PREVIOUS. docs/operations.md says what to do when it is lost.',
      );
    }
  }
}

async function riskySettings(db: DataSource): Promise<string[]> {
  const rows = await sql<{ name: string }>(
    db,
    `SELECT name FROM pg_settings WHERE name = ANY ($1) AND setting = 'off'`,
    [DURABILITY],
  );
  return rows.map(({ name }) => name);
}
