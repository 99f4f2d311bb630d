import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { readPhoneNumber } from '../common/readings.js';
import { loadConfig } from '../config.js';
import { secretKeyOf } from '../secret-key-file.js';
import { simulatedAccount, simulatedCarrierFile } from '../telephony/simulated-account.js';
import { SIMULATED_NUMBER } from '../telephony/simulated-number.js';
import { given } from './run.command.js';

export function addSimulatorCommands(program: Command): void {
  program
    .command('simulator')
    .description('the simulated carrier of a running service')
    .command('call')
    .description(`let somebody call ${SIMULATED_NUMBER}, which the first agent that has it answers`)
    .requiredOption('--from <number>', 'who calls; the last digits say who that is (docs/simulator.md)')
    .option('--say <text...>', 'what the caller says, one after the other, and then hangs up')
    .option('--json', 'print nothing but JSON on standard output')
    .addHelpText(
      'after',
      `
Example:
  $ npm run --silent cli -- simulator call --from +13125550150 --say "When do you open?" --say "Thank you, goodbye."`,
    )
    .action(async ({ from, say, json }: CallOptions) => {
      const sid = await call(given('from', from, readPhoneNumber), say);
      process.stdout.write(json ? `${JSON.stringify({ sid })}\n` : `It rings: ${sid}\n`);
    });
}

interface CallOptions {
  from: string;
  say?: string[];
  json?: boolean;
}

/** @returns the carrier's id of the call */
async function call(from: string, words: readonly string[] | undefined): Promise<string> {
  const config = loadConfig(process.env);
  const { accountSid, authToken } = simulatedAccount(config.secretKey ?? (await secretKeyOf(config.dataDir)));
  const script = words && [...words.map((say) => ({ say })), { hangup: true }];
  const response = await fetch(`${await addressIn(config.dataDir)}/sim/inbound`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Basic ${btoa(`${accountSid}:${authToken}`)}`,
    },
    body: JSON.stringify({ from, to: SIMULATED_NUMBER, script }),
  }).catch(() => {
    throw NOT_RUNNING;
  });
  if (response.status === 401) throw new Error('The service runs with another SECRET_KEY');
  const { sid, error } = (await response.json()) as { sid?: string; error?: string };
  if (sid === undefined) throw new Error(`The simulated carrier refused: ${error}`);
  return sid;
}

async function addressIn(dataDir: string): Promise<string> {
  return (
    await readFile(simulatedCarrierFile(dataDir), 'utf8').catch(() => Promise.reject(NOT_RUNNING))
  ).trim();
}

const NOT_RUNNING = new Error(
  'No simulated carrier runs here: start the service first, without DATABASE_URL and TWILIO_ACCOUNT_SID',
);
