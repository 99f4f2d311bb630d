import type { DataSource, EntityManager } from 'typeorm';

/** A transaction, as `Transactions.run` hands it out. */
export type Tx = EntityManager;

/**
 * Runs one statement and gives its rows, whatever the statement is (TypeORM's own `query` answers UPDATE and
 * DELETE in another shape). Values are bound, never written into the text.
 */
export async function sql<Row = Record<string, unknown>>(
  db: DataSource | Tx,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  if ('queryRunner' in db && db.queryRunner) {
    const { records } = await db.queryRunner.query(text, values, true);
    return (records ?? []) as Row[];
  }
  const runner = ('connection' in db ? db.connection : db).createQueryRunner();
  try {
    const { records } = await runner.query(text, values, true);
    return (records ?? []) as Row[];
  } finally {
    await runner.release();
  }
}
