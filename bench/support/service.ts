import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../../src/main.js', import.meta.url));
const PRELOAD = new URL('../../src/preload.js', import.meta.url).href;
const POLL_MS = 10;

/** Of `npm start`. */
export const NODE_FLAGS = ['--max-semi-space-size=32', '--import', PRELOAD];

/** The service as `npm start` runs it, with nothing but its environment. */
export interface Service {
  pid: number;
  url: string;
  /** Milliseconds from the start of the process until it was ready for requests. */
  startedIn: number;
  /** Stops it cleanly, with its database. */
  stop(): Promise<void>;
}

/** Starts it and waits until it is ready. @throws Error with what it wrote when it ends instead */
export async function startService(environment: Record<string, string>): Promise<Service> {
  const started = performance.now();
  const child = spawn(process.execPath, [...NODE_FLAGS, MAIN], {
    env: { PATH: process.env['PATH'], PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = once(child, 'close');
  for (;;) {
    const url = /http:\/\/\S+(?=\/docs)/.exec(output)?.[0];
    if (url && (await isReady(url))) {
      return {
        pid: child.pid ?? 0,
        url,
        startedIn: performance.now() - started,
        stop: async () => {
          child.kill('SIGTERM');
          await ended;
        },
      };
    }
    if (child.exitCode !== null) throw new Error(`The service ended: ${output}`);
    await wait(POLL_MS);
  }
}

const isReady = async (url: string): Promise<boolean> => (await fetch(`${url}/health/ready`)).ok;
