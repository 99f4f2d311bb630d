import type { NestExpressApplication } from '@nestjs/platform-express';
import { getDataSourceToken } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { welcome } from './banner.js';
import type { Config } from './config.js';
import { connectSimulatedNumber } from './connect-simulated-number.js';
import { sql } from './database/sql.client.js';
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
  if (config.databaseUrl || known) {
    return null;
  }
  return createDemo(app, { name: 'Demo', calls: DEMO_CALLS, seed: 1, now: new Date(), actor: 'system' });
}

/** What a person at the terminal reads when the service is up; the demo's key is shown this once. */
export async function printFirstRun(app: NestExpressApplication, config: Config, url: string): Promise<void> {
  const { carrier } = app.get<Settings>(SETTINGS);
  const demo = await demoOf(app, config);
  await connectSimulatedNumber(app, config);
  process.stdout.write(welcome({ url, carrier: carrier.name, demo }));
}
