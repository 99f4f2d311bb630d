import { startSimulator } from '../../src/simulator/simulator.server.js';
import { ACCOUNT, OWN_NUMBER, TOKEN } from '../calls/line.js';
import type { Client } from '../support/client.js';
import { startPrivatePostgres } from '../support/private-postgres.js';
import { anOrganizationIn, freePort, startServiceProcess } from '../support/service-process.js';

/** A service as it is run, that is killed and comes back; its carrier stays. */
export interface MortalService {
  acme: Client;
  databaseUrl: string;
  /** The calls that the carrier dialled. */
  dialled(): string[];
  /** When what runs now was started. */
  startedAt(): Date;
  kill(victims: readonly Victim[]): Promise<void>;
  stop(): Promise<void>;
}

export type Victim = 'service' | 'database';

export async function aMortalService(): Promise<MortalService> {
  const postgres = await startPrivatePostgres({ durable: true });
  const account = { accountSid: ACCOUNT, authToken: TOKEN, numbers: [OWN_NUMBER] };
  const simulator = await startSimulator({ ...account, pace: 0.01 });
  const PORT = await freePort();
  const start = () => startServiceProcess(postgres.url, { PORT, ...environment(simulator.url) });
  const organization = await anOrganizationIn(postgres.url);
  let startedAt = new Date();
  let service = await start();
  return {
    acme: organization.with({ url: service.url }),
    databaseUrl: postgres.url,
    dialled: () => simulator.ledger().map(({ statusCallback }) => callOf(statusCallback)),
    startedAt: () => startedAt,
    kill: async (victims) => {
      if (victims.includes('database')) await postgres.kill();
      if (!victims.includes('service')) return;
      await service.end('SIGKILL');
      startedAt = new Date();
      service = await start();
    },
    stop: async () => {
      await service.end('SIGKILL');
      await simulator.stop();
      await postgres.stop();
    },
  };
}

const environment = (carrierUrl: string) => ({
  ALLOW_PRIVATE_TARGETS: 'true',
  TWILIO_ACCOUNT_SID: ACCOUNT,
  TWILIO_AUTH_TOKEN: TOKEN,
  TWILIO_API_BASE_URL: carrierUrl,
  LLM: 'scripted',
});

/** The callback's address names the call after the organization. */
function callOf(statusCallback: string | null): string {
  const [, call] = statusCallback?.match(/[0-9a-f]{8}-[0-9a-f-]{27}/g) ?? [];
  return call ?? `at ${statusCallback}`;
}
