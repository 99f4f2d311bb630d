// `npm run check`: everything that needs no database, in the order a person would want to hear about it.
import { spawnSync } from 'node:child_process';

const steps = [
  ['types', 'nest build -p tsconfig.test.json'],
  ['lint', 'oxlint --type-aware --deny-warnings'],
  ['format', 'prettier --check --log-level warn .'],
  ['dependency rules', 'depcruise --config .dependency-cruiser.cjs src views ormconfig.ts'],
  ['dead code', 'knip --no-progress'],
  [
    'API document',
    'node dist-test/src/openapi/openapi.command.js dist-test/openapi.json && redocly lint dist-test/openapi.json',
  ],
  [
    'pure specs',
    'node --experimental-vm-modules --disable-warning=ExperimentalWarning node_modules/jest/bin/jest.js --selectProjects pure',
  ],
];

for (const [name, command] of steps) {
  const started = Date.now();
  const { status } = spawnSync(command, {
    shell: true,
    stdio: 'inherit',
    // Redocly asks nobody whether there is a newer one, and tells nobody that it ran.
    env: { ...process.env, REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', REDOCLY_TELEMETRY: 'off' },
  });
  if (status !== 0) {
    console.error(`check: ${name} failed (${command})`);
    process.exit(1);
  }
  console.log(`check: ${name} ok, ${((Date.now() - started) / 1000).toFixed(1)} s`);
}
