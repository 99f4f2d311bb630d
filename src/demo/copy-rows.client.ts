import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ClientBase } from 'pg';
import { from } from 'pg-copy-streams';
import type { Tx } from '../database/sql.client.js';
import type { Row } from './call-rows.js';
import { copyLine } from './copy-text.js';

/** Writes rows with COPY, on the connection of the transaction. All of them have the columns of the first. */
export async function copyRows(tx: Tx, table: string, rows: readonly Row[]): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const client = (await tx.queryRunner?.connect()) as ClientBase;
  const columns = Object.keys(first).join(', ');
  const copy = client.query(from(`COPY ${table} (${columns}) FROM STDIN`));
  await pipeline(Readable.from(linesOf(rows), { objectMode: false }), copy);
}

const CHUNK_LENGTH = 64 * 1024;

/** The rows as text, in pieces that are worth sending. */
function* linesOf(rows: readonly Row[]): Generator<string> {
  let chunk = '';
  for (const row of rows) {
    chunk += copyLine(row);
    if (chunk.length >= CHUNK_LENGTH) {
      yield chunk;
      chunk = '';
    }
  }
  if (chunk) yield chunk;
}
