import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { NODE_FLAGS } from './service.js';

/** A server of the bench in a process of its own. */
export interface ServerProcess {
  name: string;
  url: string;
  pid: number;
  /** Sends it a message, and gives its answer. */
  ask<T>(question?: unknown): Promise<T>;
  stop(): Promise<void>;
}

const AS_THE_SERVICE: ReadonlySet<string> = new Set(['product', 'bare-sender']);

/**
 * Starts `bench/servers/<name>.server.js`, which tells its address to its parent (`process.send`). Its log goes where a
 * log costs nothing to write, and is written all the same. The product runs with the flags of `npm start`, and so
 * does its own client without the rest of it.
 */
export async function startServer(
  name: string,
  options: unknown = {},
  execArgv: string[] = [],
): Promise<ServerProcess> {
  const script = fileURLToPath(new URL(`../servers/${name}.server.js`, import.meta.url));
  const child = spawn(
    process.execPath,
    [...(AS_THE_SERVICE.has(name) ? NODE_FLAGS : []), ...execArgv, script, JSON.stringify(options)],
    {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: { ...process.env, NODE_ENV: 'production' },
    },
  );
  const ended = once(child, 'exit');
  const url = await Promise.race([messageOf(child), ended.then(() => null)]);
  if (typeof url !== 'string' || child.pid === undefined)
    throw new Error(`The server ${name} did not start.`);
  return {
    name,
    url,
    pid: child.pid,
    ask: async <T>(question: unknown = '?') => {
      const answer = messageOf(child);
      child.send(question as object);
      return (await answer) as T;
    },
    stop: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

async function messageOf(child: ChildProcess): Promise<unknown> {
  const [message] = (await once(child, 'message')) as [unknown];
  return message;
}
