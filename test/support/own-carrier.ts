import { startSimulator } from '../../src/simulator/simulator.server.js';
import { startService, type TestService } from './service.js';

/** The account that organizations may bring to `startServiceWithCarrier`, and its number. */
export const OWN_ACCOUNT = {
  accountSid: `AC${'1'.repeat(32)}`,
  authToken: 'token-of-the-organization-7Qx2',
  numbers: ['+13125550188'],
};

const INSTALLATIONS = { accountSid: `AC${'0'.repeat(32)}`, authToken: 'test-token', numbers: [] };

/** A service that dials nobody, and a carrier for organizations that bring an account of their own. */
export async function startServiceWithCarrier(): Promise<TestService> {
  const simulator = await startSimulator({ ...INSTALLATIONS, otherAccounts: [OWN_ACCOUNT] });
  const service = await startService({ ownAccounts: { name: 'simulator', baseUrl: simulator.url } });
  return {
    ...service,
    stop: async () => {
      await service.stop();
      await simulator.stop();
    },
  };
}
