import { copyFile, cp, link, lstat, mkdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { binaryPackage } from '../../src/database/postgres-platform.js';

const compiled = fileURLToPath(new URL('../../', import.meta.url));
const modules = dirname(dirname(createRequire(import.meta.url).resolve('pg/package.json')));

/**
 * Copies the launcher of the embedded server and all it needs into a folder: an installation of its own, as one
 * without install scripts leaves it (no links between PostgreSQL's libraries), with a Node of its own.
 *
 * @param binaries false leaves PostgreSQL's binaries out, as `npm ci --omit=optional` does
 * @returns how to start the keeper of that installation
 */
export async function copyLauncher(folder: string, { binaries = true } = {}) {
  const node = join(folder, 'node');
  const script = join(folder, 'test', 'support', 'postgres-keeper.js');
  await mkdir(join(folder, 'node_modules'), { recursive: true });
  await link(process.execPath, node).catch(() => copyFile(process.execPath, node));
  await cp(join(modules, '..', 'package.json'), join(folder, 'package.json'));
  await cp(join(compiled, 'src', 'database'), join(folder, 'src', 'database'), { recursive: true });
  await cp(join(compiled, 'test', 'support', 'postgres-keeper.js'), script);
  const platform = binaryPackage(process.platform, process.arch);
  for (const name of [...(await withDependencies('pg')), ...(binaries && platform ? [platform] : [])])
    await cp(join(modules, name), join(folder, 'node_modules', name), { recursive: true, filter: isNoLink });
  return { node, script };
}

const isNoLink = async (path: string) => !(await lstat(path)).isSymbolicLink();

async function withDependencies(name: string): Promise<string[]> {
  const text = await readFile(join(modules, name, 'package.json'), 'utf8');
  const { dependencies = {} } = JSON.parse(text) as { dependencies?: Record<string, string> };
  const below = await Promise.all(Object.keys(dependencies).map(withDependencies));
  return [...new Set([name, ...below.flat()])];
}
