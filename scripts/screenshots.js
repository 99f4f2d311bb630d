// `npm run screenshots`: every page, wide and narrow, light and dark, into ./screenshots. The tests that walk the pages
// take them on their way.
import { spawn } from 'node:child_process';
import { resolve } from 'node:path';

const walk = [
  '--experimental-vm-modules',
  '--disable-warning=ExperimentalWarning',
  'node_modules/jest/bin/jest.js',
  '--selectProjects',
  'e2e',
  '--testPathPatterns',
  'test/console/',
];
const env = { ...process.env, SCREENSHOTS: resolve('screenshots') };
spawn(process.execPath, walk, { env, stdio: 'inherit' }).once('close', (code) => {
  process.exitCode = code ?? 1;
});
