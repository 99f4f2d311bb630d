import { hash } from 'node:crypto';
import type { Config } from './config.js';
import type { Settings } from './settings.js';
import { startSimulator } from './simulator/simulator.server.js';
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
  // Derived, so that callbacks signed before a restart are still believed after it.
  const accountSid = `AC${hash('sha256', `simulated account ${secretKey}`).slice(0, 32)}`;
  const authToken = hash('sha256', `simulated token ${secretKey}`);
  const simulator = await startSimulator({ accountSid, authToken, numbers: [SIMULATED_NUMBER] });
  return {
    settings: {
      name: 'simulator',
      accountSid,
      authToken,
      previousAuthToken: null,
      apiKey: null,
      baseUrl: simulator.url,
    },
    stop: () => simulator.stop(),
  };
}
