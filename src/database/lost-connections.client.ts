import type { PoolClient } from 'pg';
import type { DataSource } from 'typeorm';
import { poolOf } from './pool-of.client.js';

/**
 * Keeps a lost connection from ending the process. The pool listens to the errors of its idle connections, and whoever
 * borrows one to those of its own; but between the two stands a promise, and what a dying server says last may come in
 * the packet that made the connection ready. An error that nobody listens to ends the process. The connection knows of
 * it: whoever uses it next is refused, and the pool forgets it.
 */
export function outliveConnections(dataSource: DataSource): void {
  const pool = poolOf(dataSource);
  const known = new WeakSet<PoolClient>();
  pool.on('acquire', (client) => {
    if (known.has(client)) return;
    known.add(client);
    client.on('error', () => undefined);
  });
}
