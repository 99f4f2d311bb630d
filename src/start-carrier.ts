import { rm, writeFile } from 'node:fs/promises';
import type { Config } from './config.js';
import type { Settings } from './settings.js';
import { startSimulator } from './simulator/simulator.server.js';
import { simulatedAccount, simulatedCarrierFile } from './telephony/simulated-account.js';
import { SIMULATED_NUMBER } from './telephony/simulated-number.js';

export interface StartedCarrier {
  settings: Settings['carrier'];
  stop(): Promise<void>;
}

/** The carrier that the configuration names, else a simulated one on a port of its own. */
export async function startCarrier(config: Config, secretKey: string): Promise<StartedCarrier> {
  if (config.twilio) {
    const name = config.twilio.baseUrl ? 'simulator' : 'twilio';
    return { settings: { ...config.twilio, name }, stop: () => Promise.resolve() };
  }
  const { accountSid, authToken } = simulatedAccount(secretKey);
  const simulator = await startSimulator({ accountSid, authToken, numbers: [SIMULATED_NUMBER] });
  // The command line lets somebody call. Without a data folder of its own the service leaves no files anywhere.
  const file = config.databaseUrl === null ? simulatedCarrierFile(config.dataDir) : null;
  if (file) await writeFile(file, simulator.url);
  return {
    settings: {
      name: 'simulator',
      accountSid,
      authToken,
      previousAuthToken: null,
      apiKey: null,
      baseUrl: simulator.url,
    },
    stop: async () => {
      if (file) await rm(file, { force: true });
      await simulator.stop();
    },
  };
}
