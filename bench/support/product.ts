import type { NestExpressApplication } from '@nestjs/platform-express';
import { createApp } from '../../src/app.js';
import { Organizations } from '../../src/auth/organizations.service.js';
import { Transactions } from '../../src/database/transactions.service.js';

/** Limits are on, and out of reach. */
const UNREACHED = 1_000_000_000;

/** The account at the carrier of the bench. */
export const ACCOUNT = { accountSid: `AC${'0'.repeat(32)}`, authToken: 'bench' };

/** An address where nobody listens. */
const NOBODY = 'http://127.0.0.1:9';

export interface ProductOptions {
  databaseUrl: string;
  /** The carrier; without one nobody is called. */
  carrierUrl?: string;
  /** The model; without one nobody answers. */
  modelUrl?: string;
}

/** The product as it is delivered: guards, limits, ETag, log, validation. */
export const createProduct = (
  { databaseUrl, carrierUrl = NOBODY, modelUrl = NOBODY }: ProductOptions,
  publicBaseUrl = () => 'http://127.0.0.1',
): Promise<NestExpressApplication> =>
  createApp({
    databaseUrl,
    databaseIsEmbedded: false,
    secretKeys: { current: 'bench-only-bench-only-bench-only-0', previous: [] },
    publicBaseUrl,
    carrier: { ...ACCOUNT, name: 'simulator', previousAuthToken: null, apiKey: null, baseUrl: carrierUrl },
    llm: { baseUrl: modelUrl, model: 'none', apiKey: null },
    trustProxy: false,
    rateLimits: { reads: UNREACHED, writes: UNREACHED, agentCalls: UNREACHED, intake: UNREACHED, signIn: 0 },
    logLevel: 'info',
    allowPrivateTargets: true,
  });

/** An organization that may have as many live calls as it likes, and what its requests carry. */
export interface BenchOrganization {
  id: string;
  headers: Record<string, string>;
}

/** Made by the product itself. */
export async function anOrganization(databaseUrl: string): Promise<BenchOrganization> {
  const app = await createProduct({ databaseUrl });
  const { id, apiKey } = await app.get(Transactions).run(async (tx) => {
    const organization = await app.get(Organizations).create(tx, 'Bench');
    await tx.query(`UPDATE organizations SET max_concurrent_calls = $2 WHERE id = $1`, [
      organization.id,
      UNREACHED,
    ]);
    return organization;
  });
  await app.close();
  return { id, headers: { 'x-organization-id': id, 'x-api-key': apiKey } };
}

/** Posts JSON. @returns the answer's body @throws Error unless it has the status */
export async function post<T>(
  url: string,
  body: object,
  headers: Record<string, string>,
  wanted = 201,
): Promise<T> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (answer.status !== wanted) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}

/** An agent with a number to call from, made over the API. @returns its id */
export async function aCallingAgent(url: string, headers: Record<string, string>): Promise<string> {
  const { id } = await post<{ id: string }>(
    `${url}/api/agents`,
    { name: 'Ava', greeting: 'Hello, this is Ava.' },
    headers,
  );
  await post(`${url}/api/phone-numbers`, { number: '+13125550199', agent_id: id }, headers);
  return id;
}
