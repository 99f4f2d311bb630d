import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { EmbeddedPostgresOptions } from '../../src/database/embedded-postgres.server.js';

export interface KeeperOptions extends EmbeddedPostgresOptions {
  /** Removes the data folder after the server stopped. */
  temporary?: boolean;
}

/** Who runs the keeper, and with what; this user, this Node and this code by default. */
export interface KeeperProcess {
  node?: string;
  script?: string;
  uid?: number;
  gid?: number;
}

/** A server held by another process. */
export interface Keeper {
  url: string;
  started: boolean;
  process: ChildProcess;
  /** Lets the process let go of the server, and waits for its end. */
  stop(): Promise<void>;
}

/** Starts the process; what it prints and when it ends is told in postgres-keeper.ts. */
export function spawnKeeper(
  dataDir: string,
  options: KeeperOptions = {},
  { node = process.execPath, script = keeperScript, ...account }: KeeperProcess = {},
): ChildProcessWithoutNullStreams {
  // A session of its own: Ctrl-C ends the run, which closes the pipe, which lets the keeper clean up.
  return spawn(node, [script, dataDir, JSON.stringify(options)], { ...account, cwd: '/', detached: true });
}

/**
 * Starts or adopts an embedded server in a process of its own.
 *
 * @throws Error with what the process wrote to standard error
 */
export async function keepPostgres(...keeper: Parameters<typeof spawnKeeper>): Promise<Keeper> {
  const child = spawnKeeper(...keeper);
  const ended = once(child, 'close');
  const stderr = textOf(child.stderr);
  const line = await Promise.race([once(createInterface(child.stdout), 'line'), ended.then(() => null)]);
  if (!line) throw new Error(`The keeper ended: ${stderr()}`);
  const { url, started } = JSON.parse(String(line[0])) as { url: string; started: boolean };
  return { url, started, process: child, stop };

  async function stop(): Promise<void> {
    child.stdin.end();
    const [status] = (await ended) as [number | null];
    if (status !== 0) throw new Error(`The keeper failed to stop: ${stderr()}`);
  }
}

const keeperScript = fileURLToPath(new URL('./postgres-keeper.js', import.meta.url));

function textOf(stream: Readable): () => string {
  let text = '';
  stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  return () => text;
}
