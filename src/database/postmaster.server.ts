import { link, readFile, readlink, realpath, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type PostmasterFile, parsePostmasterFile } from './postmaster-file.js';

/** The one role and the one database of the private server; the role owns both. */
export const ROLE = 'voice_agents';
export const DATABASE = 'voice_agents';

/** The folder of the PostgreSQL cluster inside the data folder. */
export const clusterFolder = (dataDir: string): string => join(dataDir, 'postgres');

/** The generated password lives and dies with the cluster it belongs to, so it is stored inside. */
export const passwordFile = (cluster: string): string => join(cluster, 'voice-agents.password');

/** The address of the running server, for one of its databases. */
export async function serverUrl(cluster: string, port: number, database = DATABASE): Promise<string> {
  const password = await readFile(passwordFile(cluster), 'utf8');
  return `postgres://${ROLE}:${password}@127.0.0.1:${port}/${database}`;
}

/**
 * The server that runs on a cluster now, starting or ready; null when none does.
 *
 * `postmaster.pid` of a killed server is taken away when its pid is somebody else's by now, or a zombie that nobody
 * collects. Both are usual in containers, and PostgreSQL would refuse to start until a person deletes the file.
 */
export async function findPostmaster(cluster: string): Promise<PostmasterFile | null> {
  const file = join(cluster, 'postmaster.pid');
  const text = await readIfExists(file);
  const postmaster = text === null ? null : parsePostmasterFile(text);
  if (text === null || postmaster === null) return null;
  if (await isPostmaster(postmaster.pid, cluster)) return postmaster;
  await removeStale(file, text);
  return null;
}

async function readIfExists(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Whether the pid is a live postgres that works in this cluster; where that cannot be seen, whether it is alive. */
async function isPostmaster(pid: number, cluster: string): Promise<boolean> {
  if (!isAlive(pid)) return false;
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (stat !== null && !/^\d+ \(postgres\) [^ZX]/.test(stat)) return false;
  const folder = await readlink(`/proc/${pid}/cwd`).catch(() => null);
  return folder === null || folder === (await realpath(cluster));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Removes the file only with the text that was judged: another process may have started a server since. */
async function removeStale(file: string, text: string): Promise<void> {
  const aside = `${file}.${process.pid}`;
  try {
    await rename(file, aside);
    if ((await readFile(aside, 'utf8')) !== text) await link(aside, file);
  } catch (error) {
    if (!['ENOENT', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  } finally {
    await rm(aside, { force: true });
  }
}
