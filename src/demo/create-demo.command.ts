import type { INestApplicationContext } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { dataSourceOptions, PATIENT_TIMEOUTS } from '../../ormconfig.js';
import type { Actor } from '../audit/audit.service.js';
import { Organizations } from '../auth/organizations.service.js';
import { sql, type Tx } from '../database/sql.client.js';
import { Transactions } from '../database/transactions.service.js';
import { SETTINGS, type Settings } from '../settings.js';
import { intakeUrl } from '../webhook-mappings/intake-url.js';
import type { CreateMappingDto } from '../webhook-mappings/webhook-mapping.dto.js';
import { WebhookMappings } from '../webhook-mappings/webhook-mappings.service.js';
import { hireCast } from './hire-cast.command.js';
import { loadCalls } from './load-calls.client.js';
import { demoPerson, peopleFor } from './people.js';
import { Random } from './random.js';

/** What a demo organization is to hold. */
export interface DemoOptions {
  name: string;
  /** Finished calls, over the 90 days before `now`; the newest 5,000 with all that was said and measured. */
  calls: number;
  /** The same seed, number of calls and `now` give the same people, calls and conversations. */
  seed: number;
  now: Date;
  /** Who asked for it, for the audit log. */
  actor: Actor;
}

/** What one needs to look at a demo organization. The key and the address are shown this once. */
export interface Demo {
  organizationId: string;
  apiKey: string;
  /** The agent named Ava. */
  agentId: string;
  mappingId: string;
  intakeApiKey: string;
  /** Where to post a lead: `{"name", "phone", "email"}`. */
  webhookUrl: string;
}

/**
 * Makes a demo organization in one transaction, all of it or nothing.
 *
 * @param context the running application, or the command line's services
 */
export async function createDemo(context: INestApplicationContext, options: DemoOptions): Promise<Demo> {
  const { databaseUrl } = context.get<Settings>(SETTINGS);
  // A connection of its own: loading may take longer than a request may wait for a statement.
  const dataSource = new DataSource({ ...dataSourceOptions(databaseUrl, PATIENT_TIMEOUTS), poolSize: 1 });
  await dataSource.initialize();
  try {
    const demo = await new Transactions(dataSource).run((tx) => fill(context, tx, options));
    // Statistics for the planner, and the visibility map that lets totals be counted in the index alone.
    await sql(dataSource, `VACUUM (ANALYZE) contacts, calls, call_details, call_notes, action_executions`);
    return demo;
  } finally {
    await dataSource.destroy();
  }
}

async function fill(context: INestApplicationContext, tx: Tx, options: DemoOptions): Promise<Demo> {
  const { name, actor, calls, now } = options;
  const random = new Random(`demo ${options.seed}`);
  const { id: organizationId, apiKey } = await context.get(Organizations).create(tx, name, actor);
  const cast = await hireCast(context, tx, organizationId, { now, random });
  const people = Array.from({ length: peopleFor(calls) }, (_, index) =>
    demoPerson(index, now, random.fork(`person ${index}`)),
  );
  await loadCalls(tx, { organizationId, calls, now, cast, people }, random);
  const mapping = await createMapping(context, tx, organizationId, actor);
  const [ava] = cast.agents;
  return { organizationId, apiKey, agentId: ava?.id ?? '', ...mapping };
}

/** A mapping for the form of a website. */
async function createMapping(
  context: INestApplicationContext,
  tx: Tx,
  organizationId: string,
  actor: Actor,
): Promise<Pick<Demo, 'mappingId' | 'intakeApiKey' | 'webhookUrl'>> {
  const { mapping, key } = await context
    .get(WebhookMappings)
    .create(tx, organizationId, FORM_OF_A_WEBSITE, actor);
  const { publicBaseUrl } = context.get<Settings>(SETTINGS);
  return {
    mappingId: mapping.id,
    intakeApiKey: key,
    webhookUrl: intakeUrl(publicBaseUrl(), mapping, key),
  };
}

const FORM_OF_A_WEBSITE: CreateMappingDto = {
  name: 'Website form',
  field_mappings: [
    { source: 'name', target: 'firstName', transform: 'first_name_of' },
    { source: 'name', target: 'lastName', transform: 'last_name_of' },
    { source: 'phone', target: 'phone', transform: 'phone' },
    { source: 'email', target: 'email', transform: 'lowercase' },
  ],
  static_values: [{ target: 'crmSource', value: 'website', override: false }],
  static_tags: ['website'],
};
