import { Logger } from '@nestjs/common';
import { createApp } from './app.js';
import { checkDatabase } from './check-database.js';
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
import { whenReachable } from './wait-for-database.js';

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
  const halt = new AbortController();
  const starting = startParts(config, parts, halt.signal);
  const stop = onSignal(() => {
    halt.abort();
    return starting.then(stopParts, stopParts);
  });
  try {
    return { url: await starting, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Adds each part as it comes up, and gives the address of the service. */
async function startParts(config: Config, parts: Part[], signal: AbortSignal): Promise<string> {
  const address = await settleAddress(config.host, config.port);
  const url = config.publicBaseUrl ?? address.url;
  const secretKey = config.secretKey ?? (await secretKeyOf(config.dataDir));
  const database = await startDatabase(config, signal);
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
  const patience = { databaseUrl: database.url, seconds: config.databaseWaitSeconds, signal };
  await whenReachable(() => checkDatabase(app), patience);
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
