import type { Server } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { ConversationDrain } from './conversations/conversation-drain.service.js';
import { Readiness } from './health/readiness.service.js';

/** A request that still runs after this long is cut off. */
const LONGEST_REQUEST_MS = 25_000;
const SWEEP_MS = 50;

/**
 * Readiness says no first, so that load balancers stop sending, and conversations begin to leave; then running requests
 * finish and the rest closes.
 */
export async function drainAndClose(app: NestExpressApplication, drainSeconds: number): Promise<void> {
  const server: Server = app.getHttpServer();
  app.get(Readiness).drain();
  // Before every other listener: a client that asks once more meanwhile goes elsewhere with its next request.
  server.prependListener('request', (_, response) => response.setHeader('Connection', 'close'));
  const conversations = app.get(ConversationDrain);
  await conversations.begin();
  await delay(drainSeconds * 1_000);
  await conversations.finish();
  // Connections whose last request began before the drain are kept alive: they become idle one by one.
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
  const cutOff = setTimeout(() => server.closeAllConnections(), LONGEST_REQUEST_MS);
  try {
    await app.close();
  } finally {
    clearInterval(sweep);
    clearTimeout(cutOff);
  }
}

/** Stops on the first SIGTERM or SIGINT; a second one ends the process at once. */
export function onSignal(stop: () => Promise<void>): () => Promise<void> {
  let stopping: Promise<void> | undefined;
  const stopOnce = (): Promise<void> => (stopping ??= stop());
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(1);
      stopOnce().then(() => process.exit(0), failed);
    });
  }
  return stopOnce;
}

function failed(error: unknown): never {
  process.stderr.write(`The service did not stop cleanly: ${String((error as Error).stack ?? error)}\n`);
  process.exit(1);
}
