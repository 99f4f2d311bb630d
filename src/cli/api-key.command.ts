import type { Command } from 'commander';
import { CreateApiKeyDto, ListApiKeysDto } from '../auth/api-key.dto.js';
import { presentApiKey } from '../auth/api-key.presenter.js';
import { ApiKeys } from '../auth/api-keys.service.js';
import { SCOPES } from '../auth/scopes.js';
import { asExpiry, asList } from './option-values.js';
import { existingOrganization, inTransaction, read, readId, readQuery, runs } from './run.command.js';
import type { Services } from './services.session.js';

export function addApiKeyCommands(program: Command): void {
  const group = program.command('api-key').description("an organization's API keys");
  addCreate(group);
  runs(
    group
      .command('list')
      .description('list the keys of an organization, newest first; revoked ones too, never their text')
      .requiredOption('--organization <id>', 'the organization')
      .option('--limit <number>', 'page size, at most 100')
      .option('--offset <number>', 'results to skip'),
    list,
  );
  runs(
    group
      .command('revoke')
      .description('revoke a key; it stops working within five seconds')
      .requiredOption('--organization <id>', 'the organization')
      .requiredOption('--id <id>', 'the key'),
    revoke,
  );
}

function addCreate(group: Command): void {
  const command = group
    .command('create')
    .description('create an API key; its text is shown this once')
    .requiredOption('--organization <id>', 'the organization')
    .requiredOption('--scopes <scopes>', 'what it may do, separated by commas; `all` for everything')
    .option('--name <name>', 'what it is for', 'Command line')
    .option('--expires-in <time>', 'when it stops working: 90m, 12h, 30d or an instant; never if left out')
    .addHelpText(
      'after',
      `
Scopes:
  ${SCOPES.join('\n  ')}

Example:
  $ npm run --silent cli -- api-key create --organization 01937f5c-… --scopes calls:read --expires-in 30d --json
  {"api_key_id":"01937f5e-…","api_key":"vap_live_…"}`,
    );
  runs(command, create);
}

interface CreateOptions {
  organization: string;
  scopes: string;
  name: string;
  expiresIn?: string;
}

async function create(services: Services, options: CreateOptions): Promise<object> {
  const dto = read(CreateApiKeyDto, {
    name: options.name,
    scopes: options.scopes === 'all' ? [...SCOPES] : asList(options.scopes),
    expires_at: asExpiry(options.expiresIn, new Date()),
  });
  const org = await existingOrganization(services, options);
  const { name, scopes, expires_at: expiresAt } = dto;
  const key = await inTransaction(services, (tx) =>
    services.context.get(ApiKeys).issue(tx, org, { name, scopes, expiresAt }, 'cli'),
  );
  return { api_key_id: key.id, api_key: key.text };
}

interface ListOptions {
  organization: string;
  limit?: string;
  offset?: string;
}

async function list(services: Services, options: ListOptions): Promise<object> {
  const query = readQuery(ListApiKeysDto, { limit: options.limit, offset: options.offset });
  const org = await existingOrganization(services, options);
  const { data, pagination } = await services.context.get(ApiKeys).list(org, query);
  const now = new Date();
  return { data: data.map((key) => presentApiKey(key, now)), pagination };
}

async function revoke(services: Services, options: { organization: string; id: string }): Promise<object> {
  const id = readId('id', options.id);
  const org = await existingOrganization(services, options);
  await inTransaction(services, (tx) => services.context.get(ApiKeys).revoke(tx, org, id, 'cli'));
  return { api_key_id: id, status: 'revoked' };
}
