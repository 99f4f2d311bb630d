import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import type { LoadResult } from './load.js';
import { percentile } from './report.js';

/** Scripts in pgbench's own words, each as likely as the other, and the values of their variables. */
export interface PgbenchScript {
  texts: string[];
  variables: Record<string, string>;
}

export const hasPgbench = (): boolean => spawnSync('pgbench', ['--version']).status === 0;

/**
 * Runs scripts, prepared, on each of `clients` connections, one transaction after the other. What a new connection
 * costs, loading the catalog and planning the first times, is over when it is warm.
 */
export async function runPgbench(
  databaseUrl: string,
  script: PgbenchScript,
  { clients, warmUpSeconds, seconds }: { clients: number; warmUpSeconds: number; seconds: number },
  whenWarm: () => Promise<void>,
): Promise<LoadResult> {
  const folder = await mkdtemp(join(tmpdir(), 'voice-agents-pgbench-'));
  try {
    const files = script.texts.map((_, index) => join(folder, `${index}.sql`));
    await Promise.all(files.map((file, index) => writeFile(file, script.texts[index] ?? '')));
    const running = pgbench([
      '--no-vacuum',
      '--protocol=prepared',
      '--log',
      `--log-prefix=${folder}/log`,
      '--jobs=2',
      `--client=${clients}`,
      `--time=${warmUpSeconds + seconds}`,
      ...files.map((file) => `--file=${file}`),
      ...Object.entries(script.variables).map(([name, value]) => `--define=${name}=${value}`),
      databaseUrl,
    ]);
    await Promise.race([running, wait(warmUpSeconds * 1_000)]);
    await whenWarm();
    const warm = Date.now();
    await running;
    return resultOf(await loggedTransactions(folder), warm);
  } finally {
    await rm(folder, { recursive: true });
  }
}

function resultOf(transactions: Transaction[], warm: number): LoadResult {
  const measured = transactions.filter(({ at }) => at >= warm);
  const latencies = measured.map(({ latency }) => latency);
  const last = measured.reduce((latest, { at }) => Math.max(latest, at), warm);
  return {
    requests: latencies.length,
    unavailable: 0,
    seconds: (last - warm) / 1_000,
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
  };
}

async function pgbench(args: string[]): Promise<void> {
  const child = spawn('pgbench', args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number]>,
  ]);
  if (code !== 0 || /failed transactions: [1-9]/.test(output)) throw new Error(`pgbench failed: ${errors}`);
}

/** When it was over, in milliseconds since 1970, and how many it took. */
interface Transaction {
  at: number;
  latency: number;
}

/** A line of the log is a transaction: client, number, latency in microseconds, script, end (seconds, microseconds). */
async function loggedTransactions(folder: string): Promise<Transaction[]> {
  const logs = (await readdir(folder)).filter((name) => name.startsWith('log'));
  const texts = await Promise.all(logs.map((name) => readFile(join(folder, name), 'utf8')));
  return texts.flatMap((log) =>
    log
      .trim()
      .split('\n')
      .map((line) => {
        const [, , latency = NaN, , seconds = NaN, micros = NaN] = line.split(' ').map(Number);
        return { at: seconds * 1_000 + micros / 1_000, latency: latency / 1_000 };
      }),
  );
}
