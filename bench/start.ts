import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { megabytes, residentMemory, residentMemoryOfPostgres } from './support/memory.js';
import { judge, median, table } from './support/report.js';
import type { BenchOptions } from './support/rounds.js';
import { startService } from './support/service.js';

const IDLE_MS = 60_000;
const MEGABYTE = 1e6;

/** What must be reached: see bench/README.md. */
const TARGETS = { startSeconds: 3, idleMegabytes: 250 };

/** A carrier and a model elsewhere: the service runs no simulated ones. */
const ELSEWHERE = {
  TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
  TWILIO_AUTH_TOKEN: 'bench',
  TWILIO_API_BASE_URL: 'http://127.0.0.1:9',
  LLM_BASE_URL: 'http://127.0.0.1:9/v1',
  LLM_MODEL: 'none',
};

/** How long the service takes to be ready, and what it holds in memory when nobody asks it for anything. */
export async function benchStart({ rounds }: BenchOptions): Promise<boolean> {
  const dataDir = await mkdtemp(join(tmpdir(), 'voice-agents-bench-'));
  try {
    const first = await startAndStop({ DATA_DIR: dataDir });
    const starts: number[] = [];
    for (let round = 0; round < rounds; round++) starts.push(await startAndStop({ DATA_DIR: dataDir }));
    const idle = await idleMemory(dataDir);
    const alone = await idleMemory(dataDir, ELSEWHERE);
    return report(first, starts, idle, alone);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** @returns seconds until it was ready */
async function startAndStop(environment: Record<string, string>): Promise<number> {
  const service = await startService(environment);
  await service.stop();
  return service.startedIn / 1_000;
}

/** Bytes in memory. */
interface Memory {
  service: { atStart: number; idle: number };
  postgres: number;
}

async function idleMemory(dataDir: string, environment: Record<string, string> = {}): Promise<Memory> {
  const service = await startService({ DATA_DIR: dataDir, ...environment });
  const atStart = await residentMemory(service.pid);
  await wait(IDLE_MS);
  const [idle, postgres] = [await residentMemory(service.pid), await residentMemoryOfPostgres(dataDir)];
  await service.stop();
  return { service: { atStart, idle }, postgres };
}

function report(first: number, starts: number[], idle: Memory, alone: Memory): boolean {
  console.log(
    table([
      ['start to ready', 's'],
      ['first start, new data folder', first.toFixed(2)],
      [`existing data folder, median of ${starts.length}`, median(starts).toFixed(2)],
      ['fastest, slowest', `${Math.min(...starts).toFixed(2)}, ${Math.max(...starts).toFixed(2)}`],
    ]),
  );
  const megabytesOf = (name: string, atStart: number, later: number) => [
    name,
    megabytes(atStart),
    megabytes(later),
  ];
  console.log(
    `\n${table([
      ['resident memory, MB', 'at start', 'a minute later'],
      megabytesOf('the service, simulated carrier and model in it', idle.service.atStart, idle.service.idle),
      megabytesOf('with carrier and model elsewhere', alone.service.atStart, alone.service.idle),
      ['PostgreSQL, all processes', '', megabytes(idle.postgres)],
    ])}`,
  );
  const most = Math.max(idle.service.atStart, idle.service.idle) / MEGABYTE;
  return judge([
    { what: 'seconds to ready', value: median(starts), most: TARGETS.startSeconds },
    { what: 'idle memory, MB', value: most, most: TARGETS.idleMegabytes },
  ]);
}
