import type { DataSource } from 'typeorm';

type Row = Record<string, unknown>;

/** A row as it was written, with the transaction that wrote it. */
export interface Write {
  transaction: string;
  place: string;
  row: Row;
}

/** Tables whose changes are told, and the outbox. */
const WATCHED = [
  'events',
  'calls',
  'call_details',
  'call_notes',
  'conversation_entries',
  'action_executions',
  'contacts',
  'do_not_call',
  'intake_requests',
  'webhook_endpoints',
];

/** From now on the database itself notes each row that is written, and by which transaction. */
export async function watchWrites(db: DataSource): Promise<void> {
  await db.query(`
    CREATE TABLE written (
      position bigint GENERATED ALWAYS AS IDENTITY, transaction bigint NOT NULL, place text NOT NULL, "row" jsonb NOT NULL
    )`);
  await db.query(`
    CREATE FUNCTION note_write() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO written (transaction, place, "row") VALUES (txid_current(), TG_TABLE_NAME, to_jsonb(NEW));
      RETURN NULL;
    END $$`);
  const triggers = WATCHED.map(
    (table) =>
      `CREATE TRIGGER note_write AFTER INSERT OR UPDATE ON ${table} FOR EACH ROW EXECUTE FUNCTION note_write()`,
  );
  await db.query(triggers.join(';'));
}

/** What committed so far, in the order in which it was written. */
export const writesOf = (db: DataSource): Promise<Write[]> =>
  db.query(`SELECT transaction::text, place, "row" FROM written ORDER BY position`);

/** An event as the outbox has it. */
export interface Recorded {
  type: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read events freely
  data: any;
}

/** The events of a type, each with what its transaction wrote beside it. */
export function eventsWithTheirWrites(
  writes: readonly Write[],
  type: string,
): { event: Recorded; beside: Write[] }[] {
  const together = Map.groupBy(writes, ({ transaction }) => transaction);
  return writes
    .filter(({ place, row }) => place === 'events' && row['type'] === type)
    .map(({ transaction, row }) => ({
      event: { type, data: JSON.parse(String(row['data'])) },
      beside: (together.get(transaction) ?? []).filter(({ place }) => place !== 'events'),
    }));
}
