import { startSimulator, type Simulator } from '../../src/simulator/simulator.server.js';
import { ACCOUNT, OWN_NUMBER, TOKEN } from '../calls/line.js';
import type { Client } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { stopServers } from '../support/loopback-server.js';
import { startPrivatePostgres } from '../support/private-postgres.js';
import { anOrganizationIn, freePort, startServiceProcess } from '../support/service-process.js';
import { anAgent, endCalls, startWriters } from './crash-writers.js';
import type { Arrival, Ledgers } from './ledgers.js';
import { anEndpoint, isSignedWith, startReceiver } from './receiver.js';
import {
  allowManyCalls,
  giveUpUndialled,
  liveCalls,
  senderLedger,
  TOLD,
  unsettled,
} from './sender-ledger.js';

/** Changes acknowledged before the next strike. Never the same, so that strikes meet the service at different moments. */
const changesBefore = (strike: number): number => 10 + ((strike * 7) % 30);
/** Longer than a dial's lease, after which another process looks for what became of it. */
const PATIENCE_SECONDS = 120;

/** What is killed, in turn. */
const VICTIMS = [['service'], ['service', 'database'], ['database']] as const;

/**
 * Makes contacts and calls over the API as fast as it goes, while the service and its database are killed so many times;
 * then waits until every call is over and nothing is left to be delivered. @returns everybody's ledger
 */
export async function ledgersAfterKills(
  strikes: number,
  struck?: (strike: number) => void,
): Promise<Ledgers> {
  const postgres = await startPrivatePostgres({ durable: true });
  const simulator = await startSimulator({
    accountSid: ACCOUNT,
    authToken: TOKEN,
    numbers: [OWN_NUMBER],
    pace: 0.01,
  });
  const port = await freePort();
  const start = () => startServiceProcess(postgres.url, environment(port, simulator));
  const acme = (await anOrganizationIn(postgres.url)).with({ url: `http://127.0.0.1:${port}` });
  await allowManyCalls(postgres.url);
  let service = await start();
  try {
    const received = await startLedger(acme);
    const writing = startWriters(acme, await anAgent(acme));
    for (let strike = 0; strike < strikes; strike++) {
      const enough = writing.acknowledged.length + changesBefore(strike);
      await eventually(async () => writing.acknowledged.length >= enough, PATIENCE_SECONDS);
      const victims: readonly string[] = VICTIMS[strike % VICTIMS.length] ?? [];
      if (victims.includes('database')) await postgres.kill();
      if (victims.includes('service')) {
        await service.end('SIGKILL');
        service = await start();
      }
      struck?.(strike);
    }
    await writing.stop();
    await endCalls(acme, await eventually(() => liveCalls(postgres.url), PATIENCE_SECONDS));
    const sender = await eventually(async () => {
      await giveUpUndialled(postgres.url, dialledCalls(simulator));
      return senderLedger(postgres.url);
    }, PATIENCE_SECONDS).catch(async (error: unknown) => {
      const open = (await unsettled(postgres.url)) ?? ['the database does not answer'];
      throw new Error(`not settled after the last kill:\n${open.join('\n')}`, { cause: error });
    });
    return { acknowledged: writing.acknowledged, ...sender, dialled: dialledCalls(simulator), received };
  } finally {
    await service.end('SIGKILL');
    await simulator.stop();
    await postgres.stop();
    await stopServers();
  }
}

const environment = (port: string, simulator: Simulator) => ({
  PORT: port,
  ALLOW_PRIVATE_TARGETS: 'true',
  TWILIO_ACCOUNT_SID: ACCOUNT,
  TWILIO_AUTH_TOKEN: TOKEN,
  TWILIO_API_BASE_URL: simulator.url,
  LLM: 'scripted',
});

/** The carrier's ledger: the call of each dial that it accepted, which the callback's address names after the organization. */
const dialledCalls = (simulator: Simulator): string[] =>
  simulator.ledger().map(({ statusCallback }) => {
    const [, call] = statusCallback?.match(/[0-9a-f]{8}-[0-9a-f-]{27}/g) ?? [];
    return call ?? `at ${statusCallback}`;
  });

/** An endpoint that takes everything that is told of. @returns what it received so far */
async function startLedger(acme: Client): Promise<Arrival[]> {
  const receiver = await startReceiver();
  const { secret } = await anEndpoint(acme, receiver.url, { event_types: TOLD });
  const arrivals: Arrival[] = [];
  receiver.answer(({ body, event, headers }, response) => {
    const isSigned = isSignedWith(secret, { body, headers });
    arrivals.push({ id: event.id, headerId: String(headers['webhook-id']), body, isSigned });
    setTimeout(() => response.end(), 5);
  });
  return arrivals;
}
