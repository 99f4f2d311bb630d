// A process of its own that holds an embedded server: `node postgres-keeper.js <data folder> <KeeperOptions as JSON>`.
// It prints one line of JSON, {"url","started"}, and stops when its standard input ends: a test run that is killed
// closes that too, so no server outlives it.
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { startEmbeddedPostgres } from '../../src/database/embedded-postgres.server.js';
import type { KeeperOptions } from './keep-postgres.js';

const [dataDir = '', json = '{}'] = process.argv.slice(2);
const { temporary, ...options } = JSON.parse(json) as KeeperOptions;
try {
  const server = await startEmbeddedPostgres(dataDir, options);
  process.stdout.write(`${JSON.stringify({ url: server.url, started: server.started })}\n`);
  await once(process.stdin.resume(), 'end');
  await server.stop();
} finally {
  if (temporary) await rm(dataDir, { recursive: true, force: true });
}
