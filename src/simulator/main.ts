import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { startSimulator } from './simulator.server.js';

/** Flag -> environment variable and default. */
const SETTINGS = {
  host: ['HOST', '127.0.0.1'],
  port: ['PORT', '0'],
  account: ['TWILIO_ACCOUNT_SID', ''],
  token: ['TWILIO_AUTH_TOKEN', ''],
  numbers: ['SIMULATOR_NUMBERS', '+15005550006'],
  pace: ['SIMULATOR_PACE', '1'],
  seed: ['SIMULATOR_SEED', ''],
} as const;
type Setting = keyof typeof SETTINGS;

const text = { type: 'string' } as const;
const { values } = parseArgs({
  options: {
    host: text,
    port: text,
    account: text,
    token: text,
    numbers: text,
    pace: text,
    seed: text,
    help: { type: 'boolean' },
  },
});

function setting(name: Setting): string {
  const [variable, fallback] = SETTINGS[name];
  return values[name] ?? process.env[variable] ?? fallback;
}

function help(): string {
  const lines = Object.entries(SETTINGS).map(
    ([name, [variable, fallback]]) => `  --${name.padEnd(8)} ${variable.padEnd(20)} ${fallback}`,
  );
  return [
    'A carrier that speaks the Twilio REST API and callbacks.',
    'Flag, variable, default:',
    ...lines,
    '',
  ].join('\n');
}

/** Starts the carrier and says how to reach it; a secret is printed only if it was made up here. */
async function run(): Promise<void> {
  const accountSid = setting('account') || `AC${randomBytes(16).toString('hex')}`;
  const authToken = setting('token') || randomBytes(16).toString('hex');
  const seed = setting('seed');
  const simulator = await startSimulator({
    host: setting('host'),
    port: Number(setting('port')),
    accountSid,
    authToken,
    numbers: setting('numbers').split(/[\s,]+/),
    pace: Number(setting('pace')),
    ...(seed === '' ? {} : { seed: Number(seed) }),
  });
  process.stdout.write(`simulated carrier: ${simulator.url}\naccount: ${accountSid}\n`);
  if (setting('token') === '') process.stdout.write(`token: ${authToken}\n`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void simulator.stop());
}

if (values.help === true) process.stdout.write(help());
else await run();
