import { InvalidArgumentError, type Command } from 'commander';
import { SETTINGS, type Settings } from '../settings.js';
import { CreateMappingDto } from '../webhook-mappings/webhook-mapping.dto.js';
import { presentKeyedMapping } from '../webhook-mappings/webhook-mapping.presenter.js';
import { WebhookMappings } from '../webhook-mappings/webhook-mappings.service.js';
import { asList } from './option-values.js';
import { existingOrganization, inTransaction, read, runs } from './run.command.js';
import type { Services } from './services.session.js';

export function addMappingCommands(program: Command): void {
  const group = program
    .command('mapping')
    .description('how the data that outside systems post becomes contacts');
  const create = group
    .command('create')
    .description('create a webhook mapping, with an address and an intake key of its own')
    .requiredOption('--organization <id>', 'the organization whose contacts it makes')
    .requiredOption('--name <name>', 'descriptive name')
    .requiredOption(
      '--map <source=target>',
      'which posted field fills which contact field, `:transform` behind it if it has one; may be repeated',
      addMapped,
    )
    .option('--tags <tags>', 'tags added to every contact, separated by commas')
    .addHelpText(
      'after',
      `
The key is shown this once, by itself and in the address. One field must be mapped to phone.

Example:
  $ npm run --silent cli -- mapping create --organization 01937f5c-… --name Form \\
      --map phone=phone --map first_name=firstName --map email=email:lowercase --tags website --json
  {"mapping_id":"01937f60-…","webhook_url":"http://…/api/contacts/flex?…","intake_api_key":"vap_intake_…"}`,
    );
  runs(create, createMapping);
}

interface FieldMappingText {
  source: string;
  target: string;
  transform: string | null;
}

/** `Phone No.=phone:digits`: a source may hold any sign, a target neither `=` nor `:`. */
function addMapped(text: string, before: FieldMappingText[] = []): FieldMappingText[] {
  const [, source, target, transform] = /^(.+)=([^=:]+)(?::([^=:]+))?$/.exec(text) ?? [];
  if (source === undefined || target === undefined)
    throw new InvalidArgumentError('It must be source=target or source=target:transform.');
  return [...before, { source, target, transform: transform ?? null }];
}

interface CreateOptions {
  organization: string;
  name: string;
  map: FieldMappingText[];
  tags?: string;
}

async function createMapping(services: Services, options: CreateOptions): Promise<object> {
  const dto = read(CreateMappingDto, {
    name: options.name,
    field_mappings: options.map,
    static_tags: asList(options.tags),
  });
  const org = await existingOrganization(services, options);
  const { mapping, key } = await inTransaction(services, (tx) =>
    services.context.get(WebhookMappings).create(tx, org, dto, 'cli'),
  );
  const { publicBaseUrl } = services.context.get<Settings>(SETTINGS);
  const { id, webhook_url, intake_api_key } = presentKeyedMapping(mapping, publicBaseUrl(), key);
  return { mapping_id: id, webhook_url, intake_api_key };
}
