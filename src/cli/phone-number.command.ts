import type { Command } from 'commander';
import { CreatePhoneNumberDto, ListPhoneNumbersDto } from '../agents/phone-number.dto.js';
import { presentPhoneNumber } from '../agents/phone-number.presenter.js';
import { PhoneNumbers } from '../agents/phone-numbers.service.js';
import { addConnectCommand } from './connect-number.command.js';
import { existingOrganization, inTransaction, read, readQuery, runs } from './run.command.js';
import type { Services } from './services.session.js';

export function addPhoneNumberCommands(program: Command): void {
  const group = program
    .command('phone-number')
    .description('the numbers an organization calls from and is called at');
  const add = group
    .command('add')
    .description('add a number that the carrier has given you; the first one becomes the default')
    .requiredOption('--organization <id>', 'the organization')
    .requiredOption('--number <number>', 'the number in international form, such as +13125550100')
    .option('--label <text>', 'what it is for')
    .option('--agent <id>', 'the agent that answers calls to it and whose calls come from it')
    .option('--default', 'calls come from it when nothing else names a number')
    .addHelpText(
      'after',
      `
Example:
  $ npm run --silent cli -- phone-number add --organization 01937f5c-… --number +13125550100 --label Support`,
    );
  runs(add, addNumber);
  const list = group
    .command('list')
    .description('list the numbers of an organization, newest first')
    .requiredOption('--organization <id>', 'the organization')
    .option('--limit <number>', 'page size, at most 100')
    .option('--offset <number>', 'results to skip');
  runs(list, listNumbers);
  addConnectCommand(group);
}

interface AddOptions {
  organization: string;
  number: string;
  label?: string;
  agent?: string;
  default?: boolean;
}

async function addNumber(services: Services, options: AddOptions): Promise<object> {
  const dto = read(CreatePhoneNumberDto, {
    number: options.number,
    label: options.label,
    agent_id: options.agent,
    is_default: options.default,
  });
  const org = await existingOrganization(services, options);
  const number = await inTransaction(services, (tx) =>
    services.context.get(PhoneNumbers).create(tx, org, dto),
  );
  return { phone_number_id: number.id, number: number.number, is_default: number.isDefault };
}

interface ListOptions {
  organization: string;
  limit?: string;
  offset?: string;
}

async function listNumbers(services: Services, options: ListOptions): Promise<object> {
  const query = readQuery(ListPhoneNumbersDto, { limit: options.limit, offset: options.offset });
  const org = await existingOrganization(services, options);
  const { data, pagination } = await services.context.get(PhoneNumbers).list(org, query);
  return { data: data.map(presentPhoneNumber), pagination };
}
