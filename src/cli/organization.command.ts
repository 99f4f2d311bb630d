import type { Command } from 'commander';
import { PhoneNumbers } from '../agents/phone-numbers.service.js';
import {
  ChangeOrganizationDto,
  CreateOrganizationDto,
  ListOrganizationsDto,
} from '../auth/organization.dto.js';
import { CarrierAccounts } from '../auth/carrier-accounts.service.js';
import { presentOrganization } from '../auth/organization.presenter.js';
import { Organizations } from '../auth/organizations.service.js';
import { SIMULATED_NUMBER } from '../telephony/simulated-number.js';
import { asBoolean, asList, asNumber } from './option-values.js';
import { existingOrganization, inTransaction, read, readQuery, runs } from './run.command.js';
import type { Services } from './services.session.js';

export function addOrganizationCommands(program: Command): void {
  const group = program.command('organization').description('the customers of the platform');
  addCreate(group);
  runs(
    group
      .command('list')
      .description('list the organizations, newest first')
      .option('--limit <number>', 'page size, at most 100')
      .option('--offset <number>', 'results to skip'),
    list,
  );
  addSet(group);
  addRotate(group);
}

function addCreate(group: Command): void {
  const command = group
    .command('create')
    .description('create an organization and a first API key that may do everything')
    .requiredOption('--name <name>', 'what people call it')
    .addHelpText(
      'after',
      `
The key is shown this once. While the carrier is simulated, the organization also gets a number to call from.

Example:
  $ npm run --silent cli -- organization create --name Acme --json
  {"organization_id":"01937f5c-2d5e-7c3a-9b51-0a4f7e1c2d3e","api_key":"vap_live_…"}`,
    );
  runs(command, create);
}

function addSet(group: Command): void {
  const command = group
    .command('set')
    .description("change an organization's settings; what is not given stays as it is")
    .requiredOption('--organization <id>', 'the organization')
    .option('--name <name>', 'what people call it')
    .option('--default-country <code>', 'country of phone numbers without a country code, such as US')
    .option('--allowed-countries <codes>', 'countries that may be called, such as US,CA')
    .option('--require-existing-contact <true|false>', 'refuse calls to numbers that are no contact yet')
    .option('--max-concurrent-calls <number>', 'live calls at once')
    .option('--recording-link-hours <number|none>', 'how long after a call the link to its recording is good')
    .addHelpText(
      'after',
      `
Example:
  $ npm run --silent cli -- organization set --organization 01937f5c-… --allowed-countries US,CA,MX`,
    );
  runs(command, set);
}

function addRotate(group: Command): void {
  const command = group
    .command('rotate-recording-links')
    .description('make every link to a recording that was given out void; reading a call gives the new one')
    .requiredOption('--organization <id>', 'the organization')
    .addHelpText(
      'after',
      `
Example:
  $ npm run --silent cli -- organization rotate-recording-links --organization 01937f5c-…`,
    );
  runs(command, rotate);
}

async function rotate(services: Services, options: { organization: string }): Promise<object> {
  const org = await existingOrganization(services, options);
  await inTransaction(services, (tx) =>
    services.context.get(Organizations).rotateRecordingLinks(tx, org, 'cli'),
  );
  return { organization_id: org };
}

async function create(services: Services, options: { name: string }): Promise<object> {
  const { name } = read(CreateOrganizationDto, { name: options.name });
  const { context, config } = services;
  return inTransaction(services, async (tx) => {
    const { id, apiKey } = await context.get(Organizations).create(tx, name, 'cli');
    if (config.twilio === null)
      await context.get(PhoneNumbers).create(tx, id, { number: SIMULATED_NUMBER, label: 'Simulated' });
    return { organization_id: id, api_key: apiKey };
  });
}

async function list({ context }: Services, page: { limit?: string; offset?: string }): Promise<object> {
  const query = readQuery(ListOrganizationsDto, { limit: page.limit, offset: page.offset });
  const { data, pagination } = await context.get(Organizations).list(query);
  const accounts = await context.get(CarrierAccounts).currentOf(data.map(({ id }) => id));
  return {
    data: data.map((one) => presentOrganization(one, accounts.get(one.id) ?? null)),
    pagination,
  };
}

interface SetOptions {
  organization: string;
  name?: string;
  defaultCountry?: string;
  allowedCountries?: string;
  requireExistingContact?: string;
  maxConcurrentCalls?: string;
  recordingLinkHours?: string;
}

async function set(services: Services, options: SetOptions): Promise<object> {
  const dto = read(ChangeOrganizationDto, {
    name: options.name,
    default_country: options.defaultCountry,
    allowed_countries: asList(options.allowedCountries),
    require_existing_contact: asBoolean(options.requireExistingContact),
    max_concurrent_calls: asNumber(options.maxConcurrentCalls),
    recording_link_hours: options.recordingLinkHours === 'none' ? null : asNumber(options.recordingLinkHours),
  });
  const org = await existingOrganization(services, options);
  const changed = await inTransaction(services, (tx) =>
    services.context.get(Organizations).update(tx, org, dto, 'cli'),
  );
  const accounts = await services.context.get(CarrierAccounts).currentOf([org]);
  return presentOrganization(changed, accounts.get(org) ?? null);
}
