import { existsSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';

// What Node warns of (a deprecated call, a leak of listeners) fails the run. `npm test` has it written to this file,
// by the workers too.
const WARNINGS = 'dist-test/warnings.log';
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
  setupFiles: ['<rootDir>/dist-test/test/support/property-seed.js'],
};

export default {
  // Generous: the machine may be busy. Nothing is proven by time here.
  testTimeout: 30_000,
  // Never in this process: each file loads the whole application again, and its modules are not given back. A worker
  // that has grown too large is replaced between two files.
  maxWorkers: Math.max(2, Math.floor(availableParallelism() / 2)),
  workerIdleMemoryLimit: '1.5GB',
  coverageProvider: 'v8',
  collectCoverageFrom: ['dist-test/src/**/*.js', 'dist-test/views/**/*.js'],
  projects: [
    {
      ...shared,
      displayName: 'pure',
      roots: ['<rootDir>/dist-test/src'],
      testRegex: '\\.spec\\.js$',
    },
    {
      ...shared,
      displayName: 'e2e',
      roots: ['<rootDir>/dist-test/test'],
      testRegex: '\\.e2e-spec\\.js$',
      globalSetup: '<rootDir>/dist-test/test/support/global-setup.js',
      globalTeardown: '<rootDir>/dist-test/test/support/global-teardown.js',
    },
  ],
};
