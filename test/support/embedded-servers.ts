import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from '../../src/database/embedded-postgres.server.js';
import { fastFolder } from './fast-folder.js';
import { type Keeper, keepPostgres, type KeeperProcess } from './keep-postgres.js';
import { quitServer } from './quit-server.js';

const dataFolders: string[] = [];
const otherFolders: string[] = [];
const processes: ChildProcess[] = [];
const servers: EmbeddedPostgres[] = [];
let janitor: ReturnType<typeof startJanitor> | undefined;

/** Not waiting for the disk is enough for all but tests of that. */
export const quick: EmbeddedPostgresOptions = { durable: false };

/** After each test, failed ones too: no process, no server and no folder of its own is left. */
export async function endAll(): Promise<void> {
  for (const child of processes.splice(0)) child.kill('SIGKILL');
  await Promise.all(servers.splice(0).map((server) => server.stop()));
  await Promise.all(dataFolders.map(quitServer));
  const folders = [...dataFolders.splice(0), ...otherFolders.splice(0)];
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true, maxRetries: 5 })));
}

export async function aDataFolder(): Promise<string> {
  const folder = await fastFolder();
  dataFolders.push(folder);
  cleanUpIfKilled(folder);
  return folder;
}

export async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'voice-agents-test-'));
  otherFolders.push(folder);
  return folder;
}

export function aProcess<Child extends ChildProcess>(child: Child): Child {
  processes.push(child);
  return child;
}

/** A server that this process holds. */
export async function aServer(dataDir: string, options = quick): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres(dataDir, options);
  servers.push(server);
  return server;
}

/** A server that another process holds. */
export async function aKeeper(
  dataDir: string,
  options = quick,
  launcher: KeeperProcess = {},
): Promise<Keeper> {
  const keeper = await keepPostgres(dataDir, options, launcher);
  aProcess(keeper.process);
  return keeper;
}

/** Kills a keeper and all that Ctrl-C in its terminal would reach. */
export async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  process.kill(-(child.pid ?? NaN), 'SIGKILL');
  await ended;
}

/** The first column of the first row. */
export async function one(url: string, statement: string): Promise<unknown> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<unknown[]>({ text: statement, rowMode: 'array' });
    return rows[0]?.[0];
  } finally {
    await client.end();
  }
}

/** Writes a text down in a table of its own. */
export const remember = (url: string, text: string): Promise<unknown> =>
  one(url, `CREATE TABLE memory AS SELECT '${text}' AS text`);
export const remembered = (url: string): Promise<unknown> => one(url, 'SELECT text FROM memory');

/** Afterwards, if this process is killed, Ctrl-C included. */
function cleanUpIfKilled(dataDir: string): void {
  janitor ??= startJanitor();
  janitor.stdin.write(`${dataDir}\n`);
}

function startJanitor(): ChildProcessByStdio<Writable, null, null> {
  const script = fileURLToPath(new URL('./janitor.js', import.meta.url));
  const child = spawn(process.execPath, [script], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  child.unref();
  (child.stdin as Socket).unref();
  return child;
}
