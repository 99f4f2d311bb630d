import { Client as Connection } from 'pg';

type Rows = Record<string, never>[];

/** Looks into a database from outside, and holds up whoever needs what it has locked. */
export interface Outsider {
  rows(text: string, values?: unknown[]): Promise<Rows>;
  /** Locks what a SELECT … FOR UPDATE finds, until `letGo`. */
  hold(text: string, values?: unknown[]): Promise<void>;
  /** Whether somebody waits for it. */
  isAwaited(): Promise<boolean>;
  letGo(): Promise<void>;
  leave(): Promise<void>;
}

export async function anOutsider(databaseUrl: string): Promise<Outsider> {
  const [looker, holder] = [1, 2].map(() => new Connection({ connectionString: databaseUrl })) as [
    Connection,
    Connection,
  ];
  await Promise.all([looker.connect(), holder.connect()]);
  const rows = async (text: string, values?: unknown[]) => (await looker.query(text, values)).rows as Rows;
  return {
    rows,
    isAwaited: async () => (await rows(`SELECT 1 FROM pg_locks WHERE NOT granted`)).length > 0,
    hold: async (text, values) => {
      await holder.query('BEGIN');
      const { rowCount } = await holder.query(text, values);
      if (!rowCount) throw new Error(`nothing to hold: ${text}`);
    },
    letGo: async () => {
      await holder.query('ROLLBACK');
    },
    leave: async () => {
      await Promise.all([looker.end(), holder.end()]);
    },
  };
}

/** What time does by itself: nothing was heard of a job's process for a minute, and the pause before it is begun anew is over. */
export const LEFT_ALONE = [
  `UPDATE jobs.job SET heartbeat_on = now() - interval '1 minute' WHERE state = 'active' AND retry_count = 0`,
  `UPDATE jobs.job SET start_after = now() WHERE state = 'retry'`,
] as const;
