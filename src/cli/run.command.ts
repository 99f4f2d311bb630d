import type { Command } from 'commander';
import { InvalidRequest } from '../common/app-error.js';
import { readFields } from '../common/read-fields.js';
import { RequestPipe } from '../common/request.pipe.js';
import { readUuid, type Reading } from '../common/readings.js';
import { Organizations } from '../auth/organizations.service.js';
import type { OrganizationId } from '../auth/principal.js';
import { Transactions } from '../database/transactions.service.js';
import type { Tx } from '../database/sql.client.js';
import { asText } from './as-text.js';
import { withServices, type Services } from './services.session.js';

/** The options that every command has beside its own. */
interface CommonOptions {
  json?: boolean;
}

/** A command's work: what it gives is printed, as text or with `--json` as JSON. */
type Work<Options> = (services: Services, options: Options) => Promise<object>;

/** Makes `work` the action of a command. */
export function runs<Options>(command: Command, work: Work<Options>): Command {
  return command
    .option('--json', 'print nothing but JSON on standard output')
    .action(async (options: Options & CommonOptions) => {
      const result = await withServices((services) => work(services, options));
      process.stdout.write(options.json ? `${JSON.stringify(result)}\n` : asText(result));
    });
}

/** Runs `change` in one transaction. */
export const inTransaction = <T>({ context }: Services, change: (tx: Tx) => Promise<T>): Promise<T> =>
  context.get(Transactions).run(change);

/** Reads what was typed by the same rules as a request's body; options left out count as not given. */
export const read = readFields;

/** The same for the parameters of a list. */
export const readQuery = <T extends object>(dto: new () => T, input: Record<string, unknown>): T =>
  new RequestPipe().transform(
    Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)),
    { type: 'query', metatype: dto },
  ) as T;

/** What was typed for one option, read by one rule. @throws InvalidRequest */
export function given<T>(field: string, text: string, rule: (raw: unknown) => Reading<T>): T {
  const reading = rule(text);
  if ('issue' in reading) {
    throw new InvalidRequest(`Invalid ${field}`, [
      { field, in: 'body', issue: reading.issue, received: text },
    ]);
  }
  return reading.value;
}

export const readId = (field: string, text: string): string => given(field, text, readUuid);

/** The organization that `--organization` names. @throws InvalidRequest, NotFound */
export async function existingOrganization(
  { context }: Services,
  { organization }: { organization: string },
): Promise<OrganizationId> {
  const { id } = await context.get(Organizations).read(readId('organization', organization));
  return id;
}
