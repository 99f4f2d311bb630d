import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chown, mkdir, mkdtemp, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { basename, dirname, join } from 'node:path';
import { findBinaries } from './postgres-binaries.server.js';
import { type Account, localeOptions, pickServerAccount } from './postgres-platform.js';
import { PostgresPrograms, ProgramFailed } from './postgres-programs.server.js';
import { clusterFolder, passwordFile, ROLE } from './postmaster.server.js';
import { lastPort } from './postmaster-file.js';
import { serverOptions, type ServerSettings } from './server-settings.js';

/** How long a start may take; recovery after a crash reads up to a gigabyte of log. */
export const START_TIMEOUT_S = 300;
const STOP_TIMEOUT_S = 60;
const LEFTOVER_AGE_MS = 60 * 60 * 1000;

/** What the server says when another start was faster, or what a kill left behind has not ended yet. */
const NOT_YET = /lock file "postmaster\.pid" (already exists|is empty)|pre-existing shared memory block/;
const PORT_TAKEN = /could not create any TCP\/IP sockets/;

/** One cluster on disk, and how to start and stop the server on it. Knows nothing of who uses that server. */
export class PostgresCluster {
  private constructor(
    readonly folder: string,
    private readonly programs: PostgresPrograms,
  ) {}

  /**
   * Opens the cluster of a data folder, creating both where they do not exist.
   *
   * @param durable false creates it without waiting for the disk
   * @throws Error when no binaries run here, or root has no account to run them as
   */
  static async open(dataDir: string, durable: boolean): Promise<PostgresCluster> {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    const folder = clusterFolder(dataDir);
    const account = await serverAccount(folder);
    // Not /var/tmp: its cleaners would remove libraries from below a running server.
    const binaries = await findBinaries(
      account,
      account ? '/var/cache/voice-agents' : join(dataDir, 'cache'),
    );
    const programs = new PostgresPrograms(binaries, account, join(dataDir, 'postgres.log'));
    if (!isCluster(folder)) await createCluster(folder, programs, durable);
    await removeLeftovers(folder);
    return new PostgresCluster(folder, programs);
  }

  /**
   * Starts the server and waits until it accepts connections, on the port of the settings, or of the last start, or
   * a free one.
   *
   * @returns false when it lost a race and may be tried again, or found running
   * @throws ProgramFailed with the end of the server's log
   */
  async start(settings: ServerSettings): Promise<boolean> {
    const port = settings['port'] ?? `${await this.freePort()}`;
    const options = serverOptions({ ...settings, port });
    await this.programs.rotateLog();
    try {
      await this.pgCtl('start', START_TIMEOUT_S, `--options=${options}`);
      return true;
    } catch (error) {
      const output = error instanceof ProgramFailed ? error.output : '';
      if (NOT_YET.test(output) || (PORT_TAKEN.test(output) && !settings['port'])) return false;
      throw error;
    }
  }

  /** Stops the server: sessions are ended, nothing committed is lost. */
  async stop(): Promise<void> {
    await this.pgCtl('stop', STOP_TIMEOUT_S, '--mode=fast');
  }

  private pgCtl(action: string, seconds: number, option: string): Promise<void> {
    return this.programs.run('pg_ctl', this.folder, [
      action,
      '--silent',
      '--wait',
      `--timeout=${seconds}`,
      option,
    ]);
  }

  /** A stable port lets a person keep the address in a database client. */
  private async freePort(): Promise<number> {
    const opts = await readFile(join(this.folder, 'postmaster.opts'), 'utf8').catch(() => '');
    const last = lastPort(opts);
    return (last && (await listenOnce(last).catch(() => null))) ?? (await listenOnce(0));
  }
}

const isCluster = (folder: string) => existsSync(join(folder, 'PG_VERSION'));

/** Root runs the server as the cluster's owner, for a new one as an account of the system; others as themselves. */
async function serverAccount(folder: string): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const owner = await stat(folder).catch(() => null);
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const account = pickServerAccount(await readFile('/etc/passwd', 'utf8'));
  if (account) return account;
  throw new Error('PostgreSQL does not run as root, and there is no user postgres or nobody to run it.');
}

/**
 * Creates the cluster beside its place and moves it there whole, with its password. A kill at any moment leaves
 * either no cluster or a complete one, and of two processes that do it at once one wins and both go on with it.
 */
async function createCluster(folder: string, programs: PostgresPrograms, durable: boolean): Promise<void> {
  const staging = await mkdtemp(newPrefix(folder));
  try {
    const data = join(staging, 'data');
    const password = join(staging, 'password');
    await mkdir(data, { mode: 0o700 });
    await writeFile(password, randomBytes(24).toString('base64url'), { mode: 0o600, flush: durable });
    await handOver([data, password, staging], programs.account);
    await programs.run('initdb', data, initOptions(durable));
    await rename(password, passwordFile(data));
    await rename(data, folder);
  } catch (error) {
    if (!isCluster(folder)) throw error;
  } finally {
    await rm(staging, { recursive: true, force: true, maxRetries: 3 });
  }
}

const newPrefix = (folder: string) => `${folder}.new-`;

const initOptions = (durable: boolean) => [
  ...localeOptions(process.platform),
  `--username=${ROLE}`,
  '--auth=scram-sha-256',
  // Relative to the new cluster: its account may not be able to walk here from the top.
  '--pwfile=../password',
  '--no-instructions',
  ...(durable ? [] : ['--no-sync']),
];

async function handOver(paths: readonly string[], account: Account | undefined): Promise<void> {
  if (!account) return;
  for (const path of paths) await chown(path, account.uid, account.gid);
}

/** Takes away what a process killed during its first start left; what is younger may still be in the making. */
async function removeLeftovers(folder: string): Promise<void> {
  const prefix = basename(newPrefix(folder));
  const names = (await readdir(dirname(folder))).filter((name) => name.startsWith(prefix));
  for (const path of names.map((name) => join(dirname(folder), name))) {
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Infinity }));
    if (mtimeMs < Date.now() - LEFTOVER_AGE_MS) await rm(path, { recursive: true, force: true });
  }
}

/** Resolves to the port if it can be listened on now; 0 stands for any. */
function listenOnce(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
