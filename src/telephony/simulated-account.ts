import { hash } from 'node:crypto';
import { join } from 'node:path';

/** Of the simulated carrier that starts with us: derived, so that callbacks signed before a restart are still believed. */
export const simulatedAccount = (secretKey: string): { accountSid: string; authToken: string } => ({
  accountSid: `AC${hash('sha256', `simulated account ${secretKey}`).slice(0, 32)}`,
  authToken: hash('sha256', `simulated token ${secretKey}`),
});

/** Where an embedded installation writes down the address of its running simulated carrier. */
export const simulatedCarrierFile = (dataDir: string): string => join(dataDir, 'simulated-carrier');
