import { NestFactory } from '@nestjs/core';
import type { INestApplicationContext } from '@nestjs/common';
import { loadConfig, type Config } from '../config.js';
import { ownAccountsOf } from '../own-accounts.js';
import { secretKeyOf } from '../secret-key-file.js';
import { startDatabase } from '../start-database.js';
import type { Settings } from '../settings.js';
import { simulatedAccount } from '../telephony/simulated-account.js';
import { CliModule } from './cli.module.js';

/** The product's services on the database of this environment, until they are closed. */
export interface Services {
  config: Config;
  context: INestApplicationContext;
}

/**
 * Lets `work` use the services: on the server that `DATABASE_URL` names, else on the embedded one of `DATA_DIR`. That
 * one is started if it does not run, and stopped afterwards unless somebody else uses it. The database is migrated.
 */
export async function withServices<T>(work: (services: Services) => Promise<T>): Promise<T> {
  const config = loadConfig(process.env);
  const secretKey = config.secretKey ?? (await secretKeyOf(config.dataDir));
  const database = await startDatabase({ ...config, databaseWaitSeconds: 0 });
  try {
    const settings = settingsOf(config, secretKey, database.url);
    const context = await NestFactory.createApplicationContext(CliModule.register(settings), {
      logger: false,
      abortOnError: false,
    });
    try {
      return await work({ config, context });
    } finally {
      await context.close();
    }
  } finally {
    await database.stop();
  }
}

const settingsOf = (config: Config, secretKey: string, databaseUrl: string): Settings => ({
  databaseUrl,
  databaseIsEmbedded: config.databaseUrl === null,
  secretKeys: { current: secretKey, previous: config.previousSecretKeys },
  publicBaseUrl: () => baseUrlOf(config),
  carrier: carrierOf(config, secretKey),
  ownAccounts: ownAccountsOf(config),
  llm: { baseUrl: '', model: '', apiKey: null },
  trustProxy: config.trustProxy,
  rateLimits: config.rateLimits,
  logLevel: config.logLevel,
  allowPrivateTargets: config.allowPrivateTargets,
});

/** Nothing here makes calls, and the simulated carrier runs with the service only. */
const carrierOf = ({ twilio }: Config, secretKey: string): Settings['carrier'] =>
  twilio
    ? { ...twilio, name: twilio.baseUrl ? 'simulator' : 'twilio' }
    : {
        ...simulatedAccount(secretKey),
        name: 'simulator',
        previousAuthToken: null,
        apiKey: null,
        baseUrl: null,
      };

/** Where the service of this environment is reached; with PORT=0 only its own log knows. */
function baseUrlOf({ publicBaseUrl, host, port }: Config): string {
  if (publicBaseUrl !== null) return publicBaseUrl;
  const anywhere = host === '0.0.0.0' || host === '::';
  const name = host.includes(':') ? `[${host}]` : host;
  return `http://${anywhere ? '127.0.0.1' : name}:${port}`;
}
