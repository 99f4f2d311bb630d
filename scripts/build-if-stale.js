// Before a command: builds only when what was built is missing or older than its sources. Whatever the build says goes
// to standard error, because standard output belongs to the command.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const BUILT = 'dist/src/cli/main.js';
const SOURCES = [
  'src',
  'views',
  'ormconfig.ts',
  'package.json',
  'nest-cli.json',
  'tsconfig.json',
  'tsconfig.build.json',
];

/** A folder counts too: it changes when a file in it is removed. */
function newest(path) {
  if (!existsSync(path)) return 0;
  const stats = statSync(path);
  const inside = stats.isDirectory() ? readdirSync(path).map((name) => newest(join(path, name))) : [];
  return Math.max(stats.mtimeMs, ...inside);
}

if (newest(BUILT) < Math.max(...SOURCES.map(newest))) {
  const { status } = spawnSync('nest build', { shell: true, stdio: ['ignore', 2, 2] });
  process.exitCode = status ?? 1;
}
