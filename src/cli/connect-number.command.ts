import type { Command } from 'commander';
import { PhoneNumbers } from '../agents/phone-numbers.service.js';
import { Audit } from '../audit/audit.service.js';
import { CarrierAccounts } from '../auth/carrier-accounts.service.js';
import { inboundPaths } from '../calls/callback-path.js';
import { NumberConnections } from '../calls/number-connections.service.js';
import { readPhoneNumber } from '../common/readings.js';
import { existingOrganization, given, inTransaction, runs } from './run.command.js';
import type { Services } from './services.session.js';

export function addConnectCommand(group: Command): void {
  const connect = group
    .command('connect')
    .description('have the carrier bring calls to a number here, whatever it did with them before')
    .requiredOption('--organization <id>', 'the organization whose agent answers')
    .requiredOption('--number <number>', 'a number that the organization has, such as +13125550100')
    .addHelpText(
      'after',
      `
The number must be one of the organization's own Twilio account, if it brings one, else of the service's. Needs the
environment of the service: PUBLIC_BASE_URL and, for its own account, TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN. A TwiML
application or SIP trunk of the number still comes first.`,
    );
  runs(connect, connectNumber);
}

interface ConnectOptions {
  organization: string;
  number: string;
}

async function connectNumber(services: Services, options: ConnectOptions): Promise<object> {
  const org = await existingOrganization(services, options);
  const base = await baseFor(services, org);
  const number = given('number', options.number, readPhoneNumber);
  const { id } = await services.context.get(PhoneNumbers).named(org, number);
  const outcome = await services.context.get(NumberConnections).connect(org, number);
  if (outcome.kind !== 'connected' && outcome.kind !== 'overruled') throw new Error(REFUSALS[outcome.kind]);
  await inTransaction(services, (tx) =>
    services.context.get(Audit).record(tx, org, 'cli', {
      action: 'phone_number.connected',
      subject: { type: 'phone_number', id },
    }),
  );
  const { voice, status } = inboundPaths(org);
  return { number, voice_url: `${base}${voice}`, status_url: `${base}${status}` };
}

const REFUSALS = {
  'not-found': "The carrier's account does not have this number",
  refused: 'The carrier refuses the account or its credentials',
  unreachable: 'The carrier cannot be reached',
};

/** Where the carrier asks. @throws Error where it cannot, or does so already */
async function baseFor({ config, context }: Services, org: string): Promise<string> {
  const { current } = await context.get(CarrierAccounts).of(org);
  if (!config.twilio && !current)
    throw new Error('The simulated carrier brings calls to its number by itself, at each start');
  if (config.publicBaseUrl === null) throw new Error('PUBLIC_BASE_URL is missing: the carrier asks there');
  return config.publicBaseUrl;
}
