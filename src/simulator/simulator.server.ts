import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type Express, Router } from 'express';
import { basicAuth, refuseStrangers } from './basic-auth.guard.js';
import { type CallView, callView } from './call-view.js';
import type { Caller, LedgerEntry } from './calls.service.js';
import { callsRoutes } from './calls.controller.js';
import { Carrier } from './carrier.service.js';
import { controlRoutes, hangUp, placeInbound } from './control.controller.js';
import { insightsRoutes } from './insights.controller.js';
import type { KnobSettings } from './knobs.js';
import { phoneNumbersRoutes } from './phone-numbers.controller.js';
import { recordingsRoutes } from './recordings.controller.js';
import { accountPath } from './resources.js';
import { notFound, restErrors } from './rest-errors.filter.js';

/** Somebody's account at the carrier. */
interface SimulatedAccount {
  readonly accountSid: string;
  readonly authToken: string;
  /** The numbers that the account owns, E.164: who may call, and who can be called. */
  readonly numbers: readonly string[];
}

export interface SimulatorOptions extends SimulatedAccount {
  /** Accounts beside it, each with numbers, calls, recordings and knobs of its own. */
  readonly otherAccounts?: readonly SimulatedAccount[];
  /** Address to listen on; loopback unless said otherwise. */
  readonly host?: string;
  /** 0 picks a free one. */
  readonly port?: number;
  /** Real seconds for one simulated second: 1 is realistic, 0.01 is fast. */
  readonly pace?: number;
  readonly knobs?: KnobSettings;
  /** Makes ids and delays repeat. Without it every start has its own, so that no two carriers share a call's id. */
  readonly seed?: number;
  /** Finished calls that are remembered. */
  readonly keptCalls?: number;
  readonly now?: () => Date;
}

/** What one account shows, and what can be done with its calls. */
interface AccountControl {
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
}

/** The carrier, and the controls of its first account. */
export interface Simulator extends AccountControl {
  /** Base address without a path: the value for the SDK's `client.api.baseUrl`. */
  readonly url: string;
  /** The controls of any account. */
  account(accountSid: string): AccountControl;
  /** Breaks everything off; resolves when no callback is under way any more. */
  stop(): Promise<void>;
}

/** Starts a carrier that speaks Twilio's REST API and callbacks. */
export async function startSimulator(options: SimulatorOptions): Promise<Simulator> {
  const { host = '127.0.0.1', port = 0, otherAccounts = [] } = options;
  const { pace = 1, knobs = {}, seed = randomUUID(), keptCalls = 10_000, now = () => new Date() } = options;
  const first = new Carrier({ ...options, pace, knobs, seed: String(seed), keptCalls, now });
  const others = otherAccounts.map(
    (account) =>
      new Carrier({ ...account, pace, knobs, seed: `${seed} ${account.accountSid}`, keptCalls, now }),
  );
  const carriers = [first, ...others] as const;
  const server = createServer(surface(carriers));
  const url = await listen(server, port, host);
  for (const carrier of carriers) carrier.baseUrl = url;
  return {
    url,
    ...controlsOf(first),
    account: (accountSid) => controlsOf(known(carriers, accountSid)),
    stop: () => stop(carriers, server),
  };
}

const controlsOf = (carrier: Carrier): AccountControl => ({
  calls: () => carrier.calls.list().map(callView),
  ledger: () => carrier.calls.ledger(),
  setKnobs: (settings) => carrier.knobs.set(settings),
  receive: ({ to, ...caller }) => placeInbound(carrier, to, caller),
  hangUp: (sid) => hangUp(carrier, sid),
  idle: () => carrier.tasks.idle(),
});

function known(carriers: readonly Carrier[], accountSid: string): Carrier {
  const carrier = carriers.find((one) => one.accountSid === accountSid);
  if (!carrier) throw new Error(`the carrier has no account ${accountSid}`);
  return carrier;
}

/** Twilio's paths, and `/sim` beside them; both only for who knows an account, and of that account. */
function surface(carriers: readonly [Carrier, ...Carrier[]]): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.use(...carriers.map(routesOf), refuseStrangers, restErrors(carriers[0].clock));
  return app;
}

function routesOf(carrier: Carrier): Router {
  const routes = Router();
  routes.use(basicAuth(carrier.accountSid, carrier.authToken));
  routes.use('/sim', controlRoutes(carrier));
  routes.use(insightsRoutes(carrier));
  routes.use(
    accountPath(carrier.accountSid),
    express.urlencoded({ extended: false }),
    callsRoutes(carrier),
    recordingsRoutes(carrier),
    phoneNumbersRoutes(carrier),
  );
  routes.use(notFound);
  return routes;
}

async function listen(server: Server, port: number, host: string): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const { address, family, port: bound } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${bound}`;
}

async function stop(carriers: readonly Carrier[], server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  await Promise.all(carriers.map((carrier) => carrier.stop()));
  server.closeAllConnections();
  await closed;
}
