import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { CreateAgentDto, ListAgentsDto } from '../agents/agent.dto.js';
import { presentAgent } from '../agents/agent.presenter.js';
import { Agents } from '../agents/agents.service.js';
import { InvalidRequest } from '../common/app-error.js';
import { readJson } from '../common/json-text.js';
import { existingOrganization, inTransaction, read, readQuery, runs } from './run.command.js';
import type { Services } from './services.session.js';

export function addAgentCommands(program: Command): void {
  const group = program.command('agent').description('who places and answers the calls');
  const create = group
    .command('create')
    .description('create an agent')
    .requiredOption('--organization <id>', 'the organization it works for')
    .requiredOption('--name <name>', 'its display name')
    .option('--greeting <text>', 'first words after the call is answered; {{first_name}} is filled in')
    .option('--language <tag>', 'language it speaks, such as en-US')
    .option('--config <file>', 'what else it is told: JSON as `POST /api/agents` takes it (docs/agents.md)')
    .addHelpText(
      'after',
      `
What is typed here wins over the file.

Example:
  $ npm run --silent cli -- agent create --organization 01937f5c-… --name Ava --json
  {"agent_id":"01937f5d-7a10-7b42-8d3f-5e6f7a8b9c0d"}`,
    );
  runs(create, createAgent);
  const list = group
    .command('list')
    .description('list the agents of an organization, newest first')
    .requiredOption('--organization <id>', 'the organization')
    .option('--status <status>', 'only active or only inactive ones')
    .option('--limit <number>', 'page size, at most 100')
    .option('--offset <number>', 'results to skip');
  runs(list, listAgents);
}

interface CreateOptions {
  organization: string;
  name: string;
  greeting?: string;
  language?: string;
  config?: string;
}

async function createAgent(services: Services, options: CreateOptions): Promise<object> {
  const { name, greeting, language, config } = options;
  const told = config === undefined ? {} : await readConfig(config);
  const dto = read(CreateAgentDto, {
    ...told,
    name,
    ...(greeting !== undefined && { greeting }),
    ...(language !== undefined && { language }),
  });
  const org = await existingOrganization(services, options);
  const agent = await inTransaction(services, (tx) =>
    services.context.get(Agents).create(tx, org, dto, 'cli'),
  );
  return { agent_id: agent.id };
}

/** What a file tells an agent, by the rules of a request's body. @throws InvalidRequest */
async function readConfig(file: string): Promise<object> {
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw new InvalidRequest(`Cannot read ${file}: ${error.code ?? error.message}`);
  });
  const told = readJson(bytes, { maxDepth: 32 });
  if (typeof told === 'object' && told !== null && !Array.isArray(told)) return told;
  throw new InvalidRequest(`${file} must hold a JSON object`);
}

interface ListOptions {
  organization: string;
  status?: string;
  limit?: string;
  offset?: string;
}

async function listAgents(services: Services, options: ListOptions): Promise<object> {
  const { status, limit, offset } = options;
  const query = readQuery(ListAgentsDto, { status, limit, offset });
  const org = await existingOrganization(services, options);
  const { data, pagination } = await services.context.get(Agents).list(org, query);
  return { data: data.map(presentAgent), pagination };
}
