import type { NestExpressApplication } from '@nestjs/platform-express';
import { getDataSourceToken } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { NumberConnections } from './calls/number-connections.service.js';
import type { Config } from './config.js';
import { sql } from './database/sql.client.js';
import { SIMULATED_NUMBER } from './telephony/simulated-number.js';

/**
 * The simulated carrier that starts with us has one number and forgets with each start who answers it: the first agent
 * that was ever given it. A carrier that somebody else runs keeps what it was told.
 */
export async function connectSimulatedNumber(app: NestExpressApplication, config: Config): Promise<void> {
  if (config.twilio) return;
  const [owner] = await sql<{ org: string }>(
    app.get<DataSource>(getDataSourceToken()),
    `SELECT organization_id AS org FROM phone_numbers
      WHERE number = $1 AND agent_id IS NOT NULL ORDER BY id LIMIT 1`,
    [SIMULATED_NUMBER],
  );
  if (owner) await app.get(NumberConnections).connect(owner.org, SIMULATED_NUMBER);
}
