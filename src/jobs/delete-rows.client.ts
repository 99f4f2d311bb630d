import { sql, type Tx } from '../database/sql.client.js';

/** Rows deleted at once: some milliseconds, well below the statement time-out. */
const BATCH = 500;

/**
 * A batch of a clean-up that deletes what is too old. Rows that somebody is using right now are left for later.
 * Both parts are SQL of ours, never a caller's text.
 */
export const deleteRows =
  (table: string, condition: string) =>
  async (tx: Tx): Promise<boolean> => {
    const deleted = await sql(
      tx,
      `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
         SELECT ctid FROM ${table} WHERE ${condition} LIMIT ${BATCH} FOR UPDATE SKIP LOCKED))
       RETURNING 1`,
    );
    return deleted.length === BATCH;
  };
