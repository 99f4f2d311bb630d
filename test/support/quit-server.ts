import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findEmbeddedPostgres } from '../../src/database/embedded-postgres.server.js';
import { eventually } from './eventually.js';

export async function postmasterPid(dataDir: string): Promise<number> {
  return parseInt(await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10);
}

/** Ends a server that nobody holds any more: it stops at once when its postmaster is told to quit. */
export async function quitServer(dataDir: string): Promise<void> {
  const url = await findEmbeddedPostgres(dataDir).catch(() => null);
  if (!url) return;
  process.kill(await postmasterPid(dataDir), 'SIGQUIT');
  await eventually(async () => (await findEmbeddedPostgres(dataDir)) === null);
}
