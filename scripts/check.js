// `npm run check`: everything that needs no database. The build first, for others read what it made; then the rest
// side by side, as many as there are processors, the slowest first. A step is heard only when it fails.
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';

const BUILD = ['types', 'nest build -p tsconfig.test.json'];
const STEPS = [
  [
    'pure specs',
    'node --experimental-vm-modules --disable-warning=ExperimentalWarning --redirect-warnings=dist-test/warnings.log node_modules/jest/bin/jest.js --selectProjects pure',
  ],
  ['format', 'prettier --check --log-level warn .'],
  [
    'API document',
    'node dist-test/src/openapi/openapi.command.js dist-test/openapi.json && redocly lint dist-test/openapi.json',
  ],
  ['dependency rules', 'depcruise --config .dependency-cruiser.cjs src views ormconfig.ts'],
  ['dead code', 'knip --no-progress'],
  ['lint', 'oxlint --type-aware --deny-warnings'],
];

// Redocly asks nobody whether there is a newer one, and tells nobody that it ran.
const env = { ...process.env, REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', REDOCLY_TELEMETRY: 'off' };

/** Runs a step and says how it went. Whatever it printed is shown when it failed. */
async function passes([name, command]) {
  const started = Date.now();
  const child = spawn(command, { shell: true, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const output = [];
  child.stdout.on('data', (chunk) => output.push(chunk));
  child.stderr.on('data', (chunk) => output.push(chunk));
  const status = await new Promise((resolve) => child.once('close', resolve));
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  if (status === 0) {
    console.log(`check: ${name} ok, ${seconds} s`);
  } else {
    process.stderr.write(Buffer.concat(output));
    console.error(`check: ${name} failed (${command})`);
  }
  return status === 0;
}

/** Takes one step after the other off the list until it is empty. */
async function work(steps) {
  let ok = true;
  for (let step = steps.shift(); step; step = steps.shift()) {
    ok = (await passes(step)) && ok;
  }
  return ok;
}

async function check() {
  if (!(await passes(BUILD))) return false;
  const steps = [...STEPS];
  const lanes = Math.max(2, availableParallelism());
  const results = await Promise.all(Array.from({ length: lanes }, () => work(steps)));
  return results.every(Boolean);
}

process.exitCode = (await check()) ? 0 : 1;
