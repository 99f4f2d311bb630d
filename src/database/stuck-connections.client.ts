import type { PoolClient } from 'pg';
import type { DataSource } from 'typeorm';
import { poolOf } from './pool-of.client.js';

/** False from a statement's start to the answer's end; not in pg's types. */
type Answering = PoolClient & { readyForQuery: boolean };

/**
 * Keeps connections that no longer answer out of the pool. A read time-out leaves a statement under way: the pool
 * would hand that connection out again (the one used last comes first), and whoever gets it waits in vain, even
 * when the database is long back behind another route. Idle ones beside it took the same way, so they go too.
 */
export function dropStuckConnections(dataSource: DataSource): void {
  const pool = poolOf(dataSource);
  const idle = new Set<PoolClient>();
  pool.on('acquire', (client) => idle.delete(client));
  pool.on('remove', (client) => idle.delete(client));
  pool.on('release', (error: Error | undefined, client) => {
    if (error || (client as Answering).readyForQuery) {
      idle.add(client);
      return;
    }
    // A client that is ending does not go back into the pool.
    void client.end();
    for (const other of idle) {
      // The pool's own listener of an idle client closes and forgets it.
      other.emit('error', new Error('closed, because a connection beside it did not answer'));
    }
  });
}
