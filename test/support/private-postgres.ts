import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { migrate } from '../../src/database/migrate.client.js';
import { fastFolder } from './fast-folder.js';
import { type KeeperOptions, keepPostgres } from './keep-postgres.js';

/** A PostgreSQL of one test's own, which it may freeze and kill. A killed one is started again by its keeper. */
export interface PrivatePostgres {
  url: string;
  /** Every process of the server stands still: connections stay open and nothing answers. */
  freeze(): Promise<void>;
  thaw(): void;
  /** Ends every process of the server at once, as a crash of the machine would. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts it with every migration applied. */
export async function startPrivatePostgres(options: KeeperOptions = {}): Promise<PrivatePostgres> {
  const dataDir = await fastFolder();
  const keeper = await keepPostgres(dataDir, { durable: false, ...options, temporary: true });
  let frozen: number[] = [];
  const thaw = (): void => signal(frozen.splice(0), 'SIGCONT');
  await migrate(keeper.url);
  return {
    url: keeper.url,
    freeze: async () => {
      frozen = await heldProcesses(dataDir);
    },
    thaw,
    kill: async () => signal(await heldProcesses(dataDir), 'SIGKILL'),
    stop: async () => {
      thaw();
      await keeper.stop();
    },
  };
}

/** Stops the postmaster, so that it starts no other child meanwhile, and then those that it has. @returns all of them */
async function heldProcesses(dataDir: string): Promise<number[]> {
  const postmaster = parseInt(await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10);
  signal([postmaster], 'SIGSTOP');
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  const rows = table
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  const children = rows.flatMap(([pid, parent]) => (pid && parent === postmaster ? [pid] : []));
  signal(children, 'SIGSTOP');
  return [postmaster, ...children];
}

function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch (error) {
      // It ended by itself since the process table was read.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}
