import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

/** One request of a load. */
export interface LoadRequest {
  /** Default: GET. */
  method?: string;
  path: string;
  headers?: Record<string, string>;
  /** `{low-high}` stands for a whole number between the two, drawn anew each time. */
  body?: string;
  /** The statuses that are right; default: 200. */
  statuses?: number[];
}

/** Requests that are sent in turn, over and over, each connection one after the other. */
export interface Load {
  url: string;
  requests: LoadRequest[];
  /** Of every request. */
  headers: Record<string, string>;
  connections: number;
  /** How long, or how many; whichever is reached first. */
  seconds?: number;
  count?: number;
}

export interface LoadResult {
  requests: number;
  /** Of them answered 503, where that is among the right ones. */
  unavailable: number;
  seconds: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
}

/** Runs a load in a process of its own. @throws Error when an answer had another status than it should */
export async function runLoad(load: Load): Promise<LoadResult> {
  const script = fileURLToPath(new URL('./load.process.js', import.meta.url));
  const child = spawn(process.execPath, [script, JSON.stringify(load)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit') as Promise<[number]>]);
  if (code !== 0) throw new Error(`The load on ${load.url} failed.`);
  return JSON.parse(output) as LoadResult;
}
