import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

/** Requests that are sent over and over, each connection one after the other. */
export interface Load {
  url: string;
  paths: string[];
  headers: Record<string, string>;
  connections: number;
  seconds: number;
}

export interface LoadResult {
  requests: number;
  seconds: number;
  bytes: number;
  p50: number;
  p99: number;
}

/** Runs a load in a process of its own. @throws Error when an answer was not 200 */
export async function runLoad(load: Load): Promise<LoadResult> {
  const script = fileURLToPath(new URL('./load.process.js', import.meta.url));
  const child = spawn(process.execPath, [script, JSON.stringify(load)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit') as Promise<[number]>]);
  if (code !== 0) {
    throw new Error(`The load on ${load.url} failed.`);
  }
  return JSON.parse(output) as LoadResult;
}
