import { startScriptedModel } from '../../src/scripted-model/scripted-model.server.js';
import { startSimulator } from '../../src/simulator/simulator.server.js';
import { ACCOUNT, OWN_NUMBER, TOKEN } from '../calls/line.js';
import type { Client } from '../support/client.js';
import { startPrivatePostgres } from '../support/private-postgres.js';
import { anOrganizationIn, freePort, startServiceProcess } from '../support/service-process.js';

/** A service as it is run, that is killed and comes back; its carrier and its model stay. */
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

const KEY = 'model-key';

export async function aMortalService(): Promise<MortalService> {
  const postgres = await startPrivatePostgres({ durable: true });
  const account = { accountSid: ACCOUNT, authToken: TOKEN, numbers: [OWN_NUMBER] };
  const simulator = await startSimulator({ ...account, pace: 0.01 });
  const model = await startScriptedModel({ apiKey: KEY, knobs: { firstTokenMs: 0, tokensPerSecond: 0 } });
  const environment = { PORT: await freePort(), ...environmentOf(simulator.url, model.baseUrl) };
  const start = () => startServiceProcess(postgres.url, environment);
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
      await model.stop();
      await postgres.stop();
    },
  };
}

const environmentOf = (carrierUrl: string, modelUrl: string) => ({
  ALLOW_PRIVATE_TARGETS: 'true',
  TWILIO_ACCOUNT_SID: ACCOUNT,
  TWILIO_AUTH_TOKEN: TOKEN,
  TWILIO_API_BASE_URL: carrierUrl,
  LLM_BASE_URL: modelUrl,
  LLM_MODEL: 'scripted',
  LLM_API_KEY: KEY,
});

/** The callback's address names the call after the organization. */
function callOf(statusCallback: string | null): string {
  const [, call] = statusCallback?.match(/[0-9a-f]{8}-[0-9a-f-]{27}/g) ?? [];
  return call ?? `at ${statusCallback}`;
}
