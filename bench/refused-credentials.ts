import { randomBytes } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { v7 } from 'uuid';
import { formatApiKey, hashApiKey } from '../src/common/api-key-format.js';

/** What is refused only after looking at what is stored. A form or checksum that is wrong is refused without a look. */
export const KINDS = [
  'unknown key',
  'unknown organization',
  "another organization's key",
  'wrong secret',
  'revoked key',
  'expired key',
] as const;
export type Kind = (typeof KINDS)[number];

/** The headers of one request of each kind. */
export type BadCredentials = Record<Kind, Record<string, string>>;

interface Row {
  org: string;
  id: string;
  text: string;
  revoked: boolean;
  expired: boolean;
}

/** Credentials that nobody has used yet. */
export async function badCredentials(
  db: DataSource,
  org: string,
  otherOrg: string,
  count: number,
): Promise<BadCredentials[]> {
  const rows: Row[] = [];
  const aKey = (of: string, state: Partial<Row> = {}): Row => {
    const id = v7();
    const row = { org: of, id, text: textOf(id), revoked: false, expired: false, ...state };
    rows.push(row);
    return row;
  };
  const turns = Array.from({ length: count }, (): BadCredentials => ({
    'unknown key': headers(org, textOf(v7())),
    'unknown organization': headers(v7(), aKey(org).text),
    "another organization's key": headers(org, aKey(otherOrg).text),
    'wrong secret': headers(org, textOf(aKey(org).id)),
    'revoked key': headers(org, aKey(org, { revoked: true }).text),
    'expired key': headers(org, aKey(org, { expired: true }).text),
  }));
  await store(db, rows);
  return turns;
}

const textOf = (id: string): string => formatApiKey('live', id, randomBytes(32));

const headers = (org: string, key: string) => ({ 'x-organization-id': org, 'x-api-key': key });

async function store(db: DataSource, rows: readonly Row[]): Promise<void> {
  await db.query(
    `INSERT INTO api_keys (organization_id, id, name, hash, last_four, scopes, revoked_at, expires_at)
     SELECT org, id, 'bench', hash, 'abcd', '{agents:read}',
            CASE WHEN revoked THEN now() END, CASE WHEN expired THEN now() END
       FROM unnest($1::uuid[], $2::uuid[], $3::bytea[], $4::boolean[], $5::boolean[])
            AS key(org, id, hash, revoked, expired)`,
    [
      rows.map((row) => row.org),
      rows.map((row) => row.id),
      rows.map((row) => hashApiKey(row.text)),
      rows.map((row) => row.revoked),
      rows.map((row) => row.expired),
    ],
  );
}
