import { setTimeout as delay } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { createApp } from './app.js';
import { checkDatabase } from './check-database.js';
import { isDatabaseUnavailable } from './common/database-errors.js';
import type { Config } from './config.js';
import { printFirstRun } from './first-run.js';
import { settleAddress } from './listening-address.js';
import { ownAccountsOf } from './own-accounts.js';
import { secretKeyOf } from './secret-key-file.js';
import type { Settings } from './settings.js';
import { startCarrier } from './start-carrier.js';
import { startModel } from './start-model.js';
import { startDatabase } from './start-database.js';
import { drainAndClose, onSignal } from './stop.js';

/** A service that is up. */
export interface RunningService {
  url: string;
  /** Says no to new requests, finishes what runs, hands back what it holds. */
  stop(): Promise<void>;
}

interface Part {
  stop(): Promise<void>;
}

/** Brings the service up part by part and prints where it is; SIGTERM and SIGINT stop it cleanly, also half-way. */
export async function start(config: Config): Promise<RunningService> {
  const parts: Part[] = [];
  const stopParts = async (): Promise<void> => {
    for (const part of parts.toReversed()) await part.stop();
  };
  const starting = startParts(config, parts);
  const stop = onSignal(() => starting.then(stopParts, stopParts));
  try {
    return { url: await starting, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Adds each part as it comes up, and gives the address of the service. */
async function startParts(config: Config, parts: Part[]): Promise<string> {
  const address = await settleAddress(config.host, config.port);
  const url = config.publicBaseUrl ?? address.url;
  const secretKey = config.secretKey ?? (await secretKeyOf(config.dataDir));
  const database = await startDatabase(config);
  parts.push(database);
  const carrier = await startCarrier(config, secretKey);
  parts.push(carrier);
  const model = await startModel(config, secretKey);
  parts.push(model);
  const app = await createApp({
    ...settingsOf(config, secretKey),
    ownAccounts: ownAccountsOf(config),
    databaseUrl: database.url,
    databaseIsEmbedded: config.databaseUrl === null,
    carrier: carrier.settings,
    llm: model.settings,
    publicBaseUrl: () => url,
  });
  const server = app.getHttpServer();
  // Nobody waits for a start that failed.
  parts.push({ stop: () => drainAndClose(app, server.listening ? config.drainSeconds : 0) });
  warnOf(config);
  await patiently(() => checkDatabase(app));
  await app.listen(address.port, config.host);
  await printFirstRun(app, config, address.url);
  return url;
}

/** What is for development only is said at every start. */
function warnOf({ allowPrivateTargets }: Config): void {
  if (!allowPrivateTargets) return;
  new Logger('Settings').warn(
    'ALLOW_PRIVATE_TARGETS is on: requests to URLs of users may go to private addresses and over plain http. ' +
      'For development only.',
  );
}

/** A busy machine may miss the short time-outs of a request again and again; a start can wait. */
async function patiently(work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === MOST_ATTEMPTS || !isDatabaseUnavailable(error)) throw error;
      await delay(BETWEEN_ATTEMPTS_MS);
    }
  }
}

const MOST_ATTEMPTS = 20;
const BETWEEN_ATTEMPTS_MS = 500;

const settingsOf = (
  config: Config,
  secretKey: string,
): Omit<Settings, 'databaseUrl' | 'databaseIsEmbedded' | 'carrier' | 'llm' | 'publicBaseUrl'> => ({
  secretKeys: { current: secretKey, previous: config.previousSecretKeys },
  trustProxy: config.trustProxy,
  rateLimits: config.rateLimits,
  logLevel: config.logLevel,
  allowPrivateTargets: config.allowPrivateTargets,
});
