import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type Express } from 'express';
import { basicAuth } from './basic-auth.guard.js';
import { type CallView, callView } from './call-view.js';
import type { Caller, LedgerEntry } from './calls.service.js';
import { callsRoutes } from './calls.controller.js';
import { Carrier } from './carrier.service.js';
import { controlRoutes, hangUp, placeInbound } from './control.controller.js';
import type { KnobSettings } from './knobs.js';
import { phoneNumbersRoutes } from './phone-numbers.controller.js';
import { recordingsRoutes } from './recordings.controller.js';
import { accountPath } from './resources.js';
import { notFound, restErrors } from './rest-errors.filter.js';

export interface SimulatorOptions {
  /** Address to listen on; loopback unless said otherwise. */
  readonly host?: string;
  /** 0 picks a free one. */
  readonly port?: number;
  readonly accountSid: string;
  readonly authToken: string;
  /** The numbers that the account owns, E.164: who may call, and who can be called. */
  readonly numbers: readonly string[];
  /** Real seconds for one simulated second: 1 is realistic, 0.01 is fast. */
  readonly pace?: number;
  readonly knobs?: KnobSettings;
  /** Makes ids and delays repeat. Without it every start has its own, so that no two carriers share a call's id. */
  readonly seed?: number;
  /** Finished calls that are remembered. */
  readonly keptCalls?: number;
  readonly now?: () => Date;
}

export interface Simulator {
  /** Base address without a path: the value for the SDK's `client.api.baseUrl`. */
  readonly url: string;
  /** All calls that are remembered, newest first. */
  calls(): CallView[];
  /** Every outbound dial that was accepted, in order. */
  ledger(): LedgerEntry[];
  /** Sets exactly these knobs; the others go back to their defaults. */
  setKnobs(settings: KnobSettings): void;
  /** Lets somebody call an owned number; gives the call's sid. */
  receive(call: Caller & { readonly to: string }): string;
  /** Makes the other end of an answered call hang up. */
  hangUp(sid: string): void;
  /** Resolves when no call is live and no callback is under way. */
  idle(): Promise<void>;
  /** Breaks everything off; resolves when no callback is under way any more. */
  stop(): Promise<void>;
}

/** Starts a carrier that speaks Twilio's REST API and callbacks. */
export async function startSimulator(options: SimulatorOptions): Promise<Simulator> {
  const { host = '127.0.0.1', port = 0, accountSid, authToken, numbers } = options;
  const { pace = 1, knobs = {}, seed = randomUUID(), keptCalls = 10_000, now = () => new Date() } = options;
  const carrier = new Carrier({
    accountSid,
    authToken,
    numbers,
    pace,
    knobs,
    seed: String(seed),
    keptCalls,
    now,
  });
  const server = createServer(surface(carrier));
  const url = await listen(server, port, host);
  carrier.baseUrl = url;
  return {
    url,
    calls: () => carrier.calls.list().map(callView),
    ledger: () => carrier.calls.ledger(),
    setKnobs: (settings) => carrier.knobs.set(settings),
    receive: ({ to, ...caller }) => placeInbound(carrier, to, caller),
    hangUp: (sid) => hangUp(carrier, sid),
    idle: () => carrier.tasks.idle(),
    stop: () => stop(carrier, server),
  };
}

/** Twilio's paths, and `/sim` beside them; both only for who knows the account. */
function surface(carrier: Carrier): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.use(basicAuth(carrier.accountSid, carrier.authToken));
  app.use('/sim', controlRoutes(carrier));
  app.use(
    accountPath(carrier.accountSid),
    express.urlencoded({ extended: false }),
    callsRoutes(carrier),
    recordingsRoutes(carrier),
    phoneNumbersRoutes(carrier),
  );
  app.use(notFound);
  app.use(restErrors(carrier.clock));
  return app;
}

async function listen(server: Server, port: number, host: string): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const { address, family, port: bound } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${bound}`;
}

async function stop(carrier: Carrier, server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  await carrier.stop();
  server.closeAllConnections();
  await closed;
}
