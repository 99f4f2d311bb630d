import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Account, programFile } from './postgres-platform.js';

const MAX_LOG_BYTES = 10 * 1024 * 1024;
const TAIL_BYTES = 4000;

/** A program of PostgreSQL's ended with an error; the message holds what it, and the server, said meanwhile. */
export class ProgramFailed extends Error {
  constructor(
    program: string,
    readonly output: string,
  ) {
    super(`PostgreSQL's ${program} failed:\n${output}`);
    this.name = 'ProgramFailed';
  }
}

/** Runs PostgreSQL's programs on a cluster, as an account that PostgreSQL accepts, with all they say in one log. */
export class PostgresPrograms {
  constructor(
    private readonly binaries: string,
    readonly account: Account | undefined,
    private readonly log: string,
  ) {}

  /**
   * Runs one program in the cluster's folder until it ends.
   *
   * It gets a session of its own, so that Ctrl-C ends neither it nor a server that it starts, and none of this
   * process's environment: PGPORT and the like would change the server, and secrets are not its business.
   *
   * @throws ProgramFailed when it ends with an error
   */
  async run(program: 'initdb' | 'pg_ctl', folder: string, args: readonly string[]): Promise<void> {
    const log = await open(this.log, 'a', 0o600);
    try {
      const { size } = await log.stat();
      const file = join(this.binaries, programFile(program, process.platform));
      const child = spawn(file, ['-D', this.reach(folder), ...args], {
        ...this.account,
        cwd: folder,
        env: { PATH: process.env['PATH'], LC_ALL: 'C' },
        stdio: ['ignore', log.fd, log.fd],
        detached: true,
        windowsHide: true,
      });
      const [status] = await once(child, 'exit');
      if (status !== 0) throw new ProgramFailed(program, await this.logSince(size));
    } finally {
      await log.close();
    }
  }

  /** Puts a log that has grown large aside; one older log is kept. */
  async rotateLog(): Promise<void> {
    const { size } = await stat(this.log).catch(() => ({ size: 0 }));
    if (size < MAX_LOG_BYTES) return;
    await rm(`${this.log}.old`, { force: true });
    await rename(this.log, `${this.log}.old`);
  }

  /**
   * The cluster's folder as the program sees it. Another account may not pass the folders above it (a checkout in
   * /root), but a process may always use the folder it was started in, and on Linux /proc/self/cwd is an absolute
   * path to it. PostgreSQL never leaves its data folder, so the path stays true in every process of the server.
   */
  private reach(folder: string): string {
    return this.account && process.platform === 'linux' ? '/proc/self/cwd' : folder;
  }

  private async logSince(start: number): Promise<string> {
    const log = await open(this.log, 'r');
    try {
      const { size } = await log.stat();
      const from = Math.max(start, size - TAIL_BYTES);
      const { buffer, bytesRead } = await log.read(Buffer.alloc(size - from), 0, size - from, from);
      return buffer.toString('utf8', 0, bytesRead).trim();
    } finally {
      await log.close();
    }
  }
}
