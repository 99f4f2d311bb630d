import { existsSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';

// Where what is run stands: `npm run check` compiles into a folder of its own.
const COMPILED = process.env['COMPILED'] ?? 'dist-test';

// What Node warns of (a deprecated call, a leak of listeners) fails the run. `npm test` has it written to this file,
// by the workers too.
const WARNINGS = `${COMPILED}/warnings.log`;
rmSync(WARNINGS, { force: true });
process.once('exit', () => {
  if (existsSync(WARNINGS)) {
    process.stderr.write(readFileSync(WARNINGS));
    process.exitCode = 1;
  }
});

// Tests are compiled by `nest build`, with the Swagger plugin like the product; jest runs plain JavaScript.
const shared = {
  testEnvironment: 'node',
  transform: {},
  setupFiles: [`<rootDir>/${COMPILED}/test/support/property-seed.js`],
};

// What is pure leaves nothing behind for the next file: so the specs share threads of plain Node, in a third of the time
// that a world of its own for each file takes. Coverage is counted only in such worlds.
const pureRunner = process.argv.includes('--coverage') ? 'jest-runner' : 'jest-light-runner';

export default {
  // Generous: the machine may be busy. Nothing is proven by time here.
  testTimeout: 30_000,
  // Never in this process: each file loads the whole application again, and its modules are not given back. A worker
  // that has grown too large is replaced between two files.
  maxWorkers: Math.max(2, Math.floor(availableParallelism() / 2)),
  workerIdleMemoryLimit: '1.5GB',
  coverageProvider: 'v8',
  collectCoverageFrom: [`${COMPILED}/src/**/*.js`, `${COMPILED}/views/**/*.js`],
  projects: [
    {
      ...shared,
      displayName: 'pure',
      runner: pureRunner,
      roots: [`<rootDir>/${COMPILED}/src`],
      testRegex: '\\.spec\\.js$',
    },
    {
      ...shared,
      displayName: 'e2e',
      roots: [`<rootDir>/${COMPILED}/test`],
      testRegex: '\\.e2e-spec\\.js$',
      globalSetup: `<rootDir>/${COMPILED}/test/support/global-setup.js`,
      globalTeardown: `<rootDir>/${COMPILED}/test/support/global-teardown.js`,
    },
  ],
};
