// `npm run check`: everything that needs no database, side by side, as many steps as there are processors, the slowest
// first; the specs wait for what is compiled. A step is heard only when it fails.
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';

// Not what `nest build` makes for `npm test`: without the Swagger plugin, which no pure file needs.
const COMPILED = 'dist-check';
// The native compiler; what the product is built with is the one that has an API for Nest's plugin.
const TYPES = [
  'types',
  `node node_modules/typescript-7/bin/tsc -p tsconfig.test.json --incremental false --outDir ${COMPILED}`,
];
const BESIDE_TYPES = [
  // Remembers by content, under node_modules/.cache, what it has found in order.
  ['format', 'prettier --check --cache --cache-strategy content --log-level warn .'],
  ['lint', 'oxlint --type-aware --deny-warnings'],
  ['dependency rules', 'depcruise --config .dependency-cruiser.cjs src views ormconfig.ts'],
  ['dead code', 'knip --no-progress'],
];
const AFTER_TYPES = [
  [
    'pure specs',
    `node --redirect-warnings=${COMPILED}/warnings.log node_modules/jest/bin/jest.js --selectProjects pure`,
  ],
];

const env = { ...process.env, COMPILED };

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

/** One processor compiles and goes on with what was compiled, the others do the rest; who is through helps. */
async function check() {
  const [beside, after] = [[...BESIDE_TYPES], [...AFTER_TYPES]];
  rmSync(COMPILED, { recursive: true, force: true });
  const types = passes(TYPES);
  const compiling = types.then(async (ok) => {
    const specs = ok && (await work(after));
    return (await work(beside)) && specs;
  });
  const others = Array.from({ length: Math.max(1, availableParallelism() - 1) }, async () => {
    const ok = await work(beside);
    return (await types) && (await work(after)) && ok;
  });
  const results = await Promise.all([compiling, ...others]);
  return results.every(Boolean);
}

process.exitCode = (await check()) ? 0 : 1;
