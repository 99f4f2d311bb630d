import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { LoadResult } from './load.js';
import { percentile } from './report.js';

/** Scripts in pgbench's own words, each as likely as the other, and the values of their variables. */
export interface PgbenchScript {
  texts: string[];
  variables: Record<string, string>;
}

export const hasPgbench = (): boolean => spawnSync('pgbench', ['--version']).status === 0;

/** Runs scripts, prepared, on each of `clients` connections, one transaction after the other. */
export async function runPgbench(
  databaseUrl: string,
  script: PgbenchScript,
  { clients, seconds }: { clients: number; seconds: number },
): Promise<LoadResult> {
  const folder = await mkdtemp(join(tmpdir(), 'voice-agents-pgbench-'));
  try {
    const files = script.texts.map((_, index) => join(folder, `${index}.sql`));
    await Promise.all(files.map((file, index) => writeFile(file, script.texts[index] ?? '')));
    const output = await pgbench([
      '--no-vacuum',
      '--protocol=prepared',
      '--log',
      `--log-prefix=${folder}/log`,
      '--jobs=2',
      `--client=${clients}`,
      `--time=${seconds}`,
      ...files.map((file) => `--file=${file}`),
      ...Object.entries(script.variables).map(([name, value]) => `--define=${name}=${value}`),
      databaseUrl,
    ]);
    const latencies = await loggedLatencies(folder);
    const perSecond = Number(/^tps = ([\d.]+)/m.exec(output)?.[1]);
    return {
      requests: latencies.length,
      seconds: latencies.length / perSecond,
      p50: percentile(latencies, 0.5),
      p99: percentile(latencies, 0.99),
    };
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function pgbench(args: string[]): Promise<string> {
  const child = spawn('pgbench', args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number]>,
  ]);
  if (code !== 0 || /failed transactions: [1-9]/.test(output)) {
    throw new Error(`pgbench failed: ${errors}`);
  }
  return output;
}

/** A line of the log is a transaction; its third number is the latency in microseconds. */
async function loggedLatencies(folder: string): Promise<number[]> {
  const logs = (await readdir(folder)).filter((name) => name.startsWith('log'));
  const texts = await Promise.all(logs.map((name) => readFile(join(folder, name), 'utf8')));
  return texts.flatMap((log) =>
    log
      .trim()
      .split('\n')
      .map((line) => Number(line.split(' ')[2]) / 1_000),
  );
}
