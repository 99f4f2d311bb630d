import type { NestExpressApplication } from '@nestjs/platform-express';
import { createApp } from '../../src/app.js';
import { Organizations, type NewOrganization } from '../../src/auth/organizations.service.js';
import { Transactions } from '../../src/database/transactions.service.js';

/** Limits are on, and out of reach. */
const UNREACHED = 1_000_000_000;

/** The product as it is delivered: guards, limits, ETag, log, validation. */
export const createProduct = (databaseUrl: string): Promise<NestExpressApplication> =>
  createApp({
    databaseUrl,
    databaseIsEmbedded: false,
    secretKeys: { current: 'bench-only-bench-only-bench-only-0', previous: [] },
    publicBaseUrl: () => 'http://127.0.0.1',
    carrier: {
      name: 'simulator',
      accountSid: `AC${'0'.repeat(32)}`,
      authToken: 'bench',
      previousAuthToken: null,
      apiKey: null,
      baseUrl: 'http://127.0.0.1:9',
    },
    llm: { baseUrl: 'http://127.0.0.1:9/v1', model: 'none', apiKey: null },
    trustProxy: false,
    rateLimits: { reads: UNREACHED, writes: UNREACHED, agentCalls: UNREACHED, intake: UNREACHED },
    logLevel: 'info',
    allowPrivateTargets: true,
  });

/** An organization and its key, made by the product itself. */
export async function anOrganization(databaseUrl: string): Promise<NewOrganization> {
  const app = await createProduct(databaseUrl);
  const organization = await app.get(Transactions).run((tx) => app.get(Organizations).create(tx, 'Bench'));
  await app.close();
  return organization;
}
