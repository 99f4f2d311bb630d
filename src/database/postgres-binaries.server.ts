import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, cp, lstat, mkdir, mkdtemp, readFile, readdir, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { type Account, binaryPackage, programFile } from './postgres-platform.js';

const USE_ANOTHER = 'Set DATABASE_URL to use a PostgreSQL server (15 or newer) of your own.';

/**
 * Finds PostgreSQL's programs in the npm package for this machine and makes sure that they run.
 *
 * @param account who will run them, when that is not this process
 * @param cacheFolder where a copy goes when they cannot run in place: the account cannot look below a folder of
 *   root's, or the install scripts were skipped and the package cannot be written to. Only this user may own it.
 * @returns the folder that holds `initdb`, `pg_ctl` and `postgres`
 * @throws Error that says to set DATABASE_URL, where there is no package or it does not run
 */
export async function findBinaries(account: Account | undefined, cacheFolder: string): Promise<string> {
  const source = locatePackage();
  await linkLibraries(source);
  if ((await whyNotRunning(source, account)) === null) return binFolder(source);
  const copy = await copyPackage(source, cacheFolder);
  const problem = await whyNotRunning(copy, account);
  if (problem === null) return binFolder(copy);
  throw new Error(`The embedded PostgreSQL does not run on this machine: ${problem}\n${USE_ANOTHER}`);
}

const binFolder = (packageFolder: string) => join(packageFolder, 'native', 'bin');

function locatePackage(): string {
  const name = binaryPackage(process.platform, process.arch);
  if (name === null) {
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform} ${process.arch}. ${USE_ANOTHER}`,
    );
  }
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch (cause) {
    throw new Error(`The npm package ${name} (embedded PostgreSQL) is not installed. ${USE_ANOTHER}`, {
      cause,
    });
  }
}

/** npm packages hold no symbolic links; the package's install script, which may have been skipped, makes these. */
async function linkLibraries(packageFolder: string): Promise<void> {
  const list = await readFile(join(packageFolder, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links = JSON.parse(list) as { source: string; target: string }[];
  await Promise.allSettled(
    links.map(({ source, target }) =>
      symlink(relative(dirname(target), source), join(packageFolder, target)),
    ),
  );
}

/** The reason why `postgres --version` fails for the account, or null: permissions, libraries and libc in one try. */
async function whyNotRunning(packageFolder: string, account?: Account): Promise<string | null> {
  const program = join(binFolder(packageFolder), programFile('postgres', process.platform));
  try {
    await promisify(execFile)(program, ['--version'], { ...account, env: {} });
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

async function copyPackage(source: string, cacheFolder: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(source, 'package.json'), 'utf8')) as { version: string };
  const copy = join(cacheFolder, `postgres-${version}-${basename(source)}`);
  await mkdir(cacheFolder, { recursive: true, mode: 0o755 });
  await requireOwn(cacheFolder);
  if (!existsSync(copy)) await makeCopy(source, copy);
  await requireOwn(copy);
  return copy;
}

/** The copy appears by a rename, so it is whole or not there, and a second process that makes it too does no harm. */
async function makeCopy(source: string, copy: string): Promise<void> {
  const staging = await mkdtemp(`${copy}-`);
  try {
    await cp(source, staging, { recursive: true, verbatimSymlinks: true });
    await linkLibraries(staging);
    await makeReadable(staging);
    await rename(staging, copy);
  } catch (error) {
    if (!existsSync(copy)) throw error;
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

/**
 * Refuses a folder that somebody else could have put programs into.
 *
 * @throws Error when the folder is a link, is not this user's, or others may write to it
 */
export async function requireOwn(folder: string): Promise<void> {
  const { uid, mode } = await lstat(folder);
  const isFolder = (mode & 0o170000) === 0o040000;
  if (process.getuid && (!isFolder || uid !== process.getuid() || (mode & 0o022) !== 0))
    throw new Error(`${folder} must be a folder that only user ${process.getuid()} can write to.`);
}

async function makeReadable(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const own = entries.filter((entry) => !entry.isSymbolicLink());
  await Promise.all(own.map((entry) => chmod(join(entry.parentPath, entry.name), 0o755)));
}
