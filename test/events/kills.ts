import type { Client } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { stopServers } from '../support/loopback-server.js';
import { aSender, endCalls, startWriters } from './crash-writers.js';
import type { Arrival, Ledgers } from './ledgers.js';
import { aMortalService, type MortalService, type Victim } from './mortal-service.js';
import { giveUpLeases, passTime } from './passing-time.js';
import { anEndpoint, isSignedWith, startReceiver } from './receiver.js';
import { allowManyCalls, hasAllHappened, liveCalls, senderLedger, unsettled } from './sender-ledger.js';
import { TOLD_TYPES } from './told-rows.js';

/** Changes acknowledged before the next strike. Never the same, so that strikes meet the service at different moments. */
const changesBefore = (strike: number): number => 60 + ((strike * 29) % 120);
/** Longer than the search for a dial that was lost. */
const PATIENCE_SECONDS = 120;

/** What is killed, in turn. */
const VICTIMS: readonly Victim[][] = [['service'], ['service', 'database'], ['database']];

/**
 * Changes things over the API as fast as it goes, while the service and its database are killed so many times and until
 * everything has happened; then waits until every call is over and nothing is left to be done. @returns everybody's ledger
 */
export async function ledgersAfterKills(
  strikes: number,
  struck?: (strike: number) => void,
): Promise<Ledgers> {
  const service = await aMortalService();
  try {
    await allowManyCalls(service.databaseUrl);
    const { received, endpointId } = await startLedger(service.acme);
    const writing = startWriters(await aSender(service.acme));
    const { acknowledged } = writing;
    for (let strike = 0; strike < strikes; strike++) {
      const enough = acknowledged.length + changesBefore(strike);
      await eventually(async () => acknowledged.length >= enough, PATIENCE_SECONDS);
      await service.kill(VICTIMS[strike % VICTIMS.length] ?? []);
      struck?.(strike);
    }
    await eventually(() => hasAllHappened(service.databaseUrl), PATIENCE_SECONDS);
    await writing.stop();
    const sender = await settled(service, endpointId);
    return { acknowledged, ...sender, dialled: service.dialled(), received };
  } finally {
    await service.stop();
    await stopServers();
  }
}

/** Ends what is still going on. @returns what the database says then */
async function settled(service: MortalService, endpointId: string) {
  const { databaseUrl } = service;
  await eventually(() => giveUpLeases(databaseUrl, service.startedAt()), PATIENCE_SECONDS);
  await endCalls(service.acme, await eventually(() => liveCalls(databaseUrl), PATIENCE_SECONDS));
  return eventually(async () => {
    await passTime(databaseUrl, service.dialled());
    return senderLedger(databaseUrl, endpointId);
  }, PATIENCE_SECONDS).catch(async (error: unknown) => {
    const open = (await unsettled(databaseUrl)) ?? ['the database does not answer'];
    throw new Error(`not settled after the last kill:\n${open.join('\n')}`, { cause: error });
  });
}

/** An endpoint that takes everything that is told of. @returns what it received so far */
async function startLedger(acme: Client): Promise<{ received: Arrival[]; endpointId: string }> {
  const receiver = await startReceiver();
  const { id, secret } = await anEndpoint(acme, receiver.url, { event_types: TOLD_TYPES });
  const received: Arrival[] = [];
  receiver.answer(({ body, event, headers }, response) => {
    const isSigned = isSignedWith(secret, { body, headers });
    received.push({ id: event.id, headerId: String(headers['webhook-id']), body, isSigned });
    setTimeout(() => response.end(), 5);
  });
  return { received, endpointId: id };
}
