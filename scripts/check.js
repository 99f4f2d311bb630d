// `npm run check`: everything that needs no database, side by side, as many steps as there are processors, the slowest
// first; those that read what the build makes wait for it. A step is heard only when it fails.
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';

const BUILD = ['types', 'nest build -p tsconfig.test.json'];
const BESIDE_BUILD = [
  // Remembers by content, under node_modules/.cache, what it has found in order.
  ['format', 'prettier --check --cache --cache-strategy content --log-level warn .'],
  ['dead code', 'knip --no-progress'],
  ['dependency rules', 'depcruise --config .dependency-cruiser.cjs src views ormconfig.ts'],
  ['lint', 'oxlint --type-aware --deny-warnings'],
];
const AFTER_BUILD = [
  [
    'pure specs',
    'node --experimental-vm-modules --disable-warning=ExperimentalWarning --redirect-warnings=dist-test/warnings.log node_modules/jest/bin/jest.js --selectProjects pure',
  ],
  [
    'API document',
    'node dist-test/src/openapi/openapi.command.js dist-test/openapi.json && redocly lint dist-test/openapi.json',
  ],
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
  for (let step = steps.shift(); step; step = steps.shift()) ok = (await passes(step)) && ok;
  return ok;
}

/** One processor builds and goes on with what was built; the others do the rest, and help when they are through. */
async function check() {
  const [first, second] = [[...BESIDE_BUILD], [...AFTER_BUILD]];
  const build = passes(BUILD);
  const after = build.then((ok) => ok && work(second));
  const beside = Array.from({ length: Math.max(1, availableParallelism() - 1) }, async () => {
    const ok = await work(first);
    return (await build) && (await work(second)) && ok;
  });
  const results = await Promise.all([after, ...beside]);
  return results.every(Boolean);
}

process.exitCode = (await check()) ? 0 : 1;
