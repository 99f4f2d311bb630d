import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { childrenOf } from './cpu.js';

const BYTES_PER_KB = 1_024;

/** Bytes of a process that are in memory (Linux only: /proc). */
export const residentMemory = (pid: number): Promise<number> => memoryOf(pid, 'Rss');

/** The same for the PostgreSQL server of a data folder: for all its processes, what they share counted once. */
export async function residentMemoryOfPostgres(dataDir: string): Promise<number> {
  const [pid = ''] = (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n');
  const pids = [Number(pid), ...(await childrenOf(Number(pid)))];
  const sizes = await Promise.all(pids.map((one) => memoryOf(one, 'Pss').catch(() => 0)));
  return sizes.reduce((sum, size) => sum + size, 0);
}

async function memoryOf(pid: number, kind: 'Rss' | 'Pss'): Promise<number> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8');
  return Number(new RegExp(`^${kind}:\\s+(\\d+) kB`, 'm').exec(text)?.[1]) * BYTES_PER_KB;
}

export const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1);
