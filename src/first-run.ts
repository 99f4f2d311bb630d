import type { NestExpressApplication } from '@nestjs/platform-express';
import { getDataSourceToken } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { FirstAdmin } from './accounts/first-admin.service.js';
import { welcome } from './banner.js';
import type { Config } from './config.js';
import { connectSimulatedNumber } from './connect-simulated-number.js';
import { sql } from './database/sql.client.js';
import { Transactions } from './database/transactions.service.js';
import { createDemo, type Demo } from './demo/create-demo.command.js';
import { SETTINGS, type Settings } from './settings.js';

/** Enough for the list, its filters and its pages to show something. */
const DEMO_CALLS = 120;

/**
 * On a fresh embedded database makes a demo organization, so that there is something to try. Never on a database of
 * one's own: there, nobody but the operator makes organizations.
 */
async function demoOf(app: NestExpressApplication, config: Config): Promise<Demo | null> {
  const [known] = await sql(app.get<DataSource>(getDataSourceToken()), `SELECT 1 FROM organizations LIMIT 1`);
  if (config.databaseUrl || known) return null;
  return createDemo(app, { name: 'Demo', calls: DEMO_CALLS, seed: 1, now: new Date(), actor: 'system' });
}

/**
 * How the first person comes in: into the demo organization on the embedded default, else to set the installation up.
 * Who has a password needs no link.
 */
async function entryOf(app: NestExpressApplication, config: Config, demo: Demo | null) {
  const firstAdmin = app.get(FirstAdmin);
  if (demo) await app.get(Transactions).run((tx) => firstAdmin.addDemoOwner(tx, demo.organizationId));
  const demoLink = config.databaseUrl ? null : await firstAdmin.demoLink();
  if (demoLink) return { purpose: 'Open the settings of the demo organization', url: demoLink };
  const setupLink = await firstAdmin.setupLink();
  return setupLink ? { purpose: 'Create the first admin', url: setupLink } : null;
}

/** What a person at the terminal reads when the service is up; the demo's key is shown this once. */
export async function printFirstRun(app: NestExpressApplication, config: Config, url: string): Promise<void> {
  const { carrier } = app.get<Settings>(SETTINGS);
  const demo = await demoOf(app, config);
  await connectSimulatedNumber(app, config);
  const link = await entryOf(app, config, demo);
  process.stdout.write(welcome({ url, carrier: carrier.name, demo, link }));
}
