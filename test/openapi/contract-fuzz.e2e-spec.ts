import * as fc from 'fast-check';
import type { OpenAPIObject } from '@nestjs/swagger';
import { routesOf, takes } from '../../src/openapi/document-types.js';
import type { Client } from '../support/client.js';
import { PLAIN_RULES } from '../support/mappings.js';
import { startService, type TestService } from '../support/service.js';
import { AnswerSchemas, servedDocument } from './answer-schemas.js';
import { mistakesIn } from './documented-answers.js';
import { type FuzzedRequest, requestsTo } from './request-arbitraries.js';

/** The same requests in every run; `FUZZ_SEED` and `FUZZ_RUNS` (requests an operation) ask for others and for more. */
const SEED = Number(process.env['FUZZ_SEED'] ?? 20_260_115);
const RUNS = Number(process.env['FUZZ_RUNS'] ?? 25);

/** Generous: the machine may be busy. What hangs is found, what is slow is measured elsewhere. */
const ANSWER_WITHIN_MS = 10_000;
const NOBODY = '01937f5c-2d5e-7c3a-9b51-0a4f7e1c2dff';

let service: TestService;
let acme: Client;
let document: OpenAPIObject;
let schemas: AnswerSchemas;
let ids: string[];
/** Where most intakes go. */
let mapping: string;

beforeAll(async () => {
  service = await startService({
    rateLimits: { reads: 1_000_000, writes: 1_000_000, agentCalls: 1_000_000, intake: 1_000_000, signIn: 0 },
  });
  acme = await service.anOrganization();
  const stranger = await service.anOrganization('Stranger');
  document = await servedDocument(service.url);
  schemas = new AnswerSchemas(document);
  const own = await someOf(acme);
  mapping = own.at(-1) ?? '';
  // Its own ids more often, so that more requests get all the way.
  ids = [...own, ...own, ...own, ...(await someOf(stranger)), NOBODY];
});
afterAll(() => service.stop());

/** Ids of an agent, a contact, a phone number and a mapping. */
async function someOf(client: Client): Promise<string[]> {
  const made = await Promise.all([
    client.post('/api/agents', { name: 'Ava' }),
    client.post('/api/contacts', { phone: '+13125550100' }),
    client.post('/api/phone-numbers', { number: '+13125550199' }),
    client.post('/api/webhook-mappings', { name: 'Form', ...PLAIN_RULES }),
  ]);
  return made.map(({ body }) => String(body.id));
}

/** The URL of a request as a client would write it. */
function urlOf({ route, pathValues, query }: FuzzedRequest): string {
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(pathValues[name] ?? ''),
  );
  const search = query.map(
    ([name, value]) =>
      `${encodeURIComponent(name.toWellFormed())}=${encodeURIComponent(value.toWellFormed())}`,
  );
  return `${service.url}${path}${search.length > 0 ? `?${search.join('&')}` : ''}`;
}

/** Credentials in three places are seldom right by chance: most intakes get to their mapping, whatever else they say. */
const intakeHeaders = ({ route, body }: FuzzedRequest): Record<string, string> =>
  takes(route, 'x-map-id') && (body?.length ?? 0) % 4 !== 0 ? { 'x-map-id': mapping, 'x-org-id': '' } : {};

async function send(request: FuzzedRequest): Promise<{ status: number; headers: Headers; text: string }> {
  const { apiKey, organizationId } = acme.credentials;
  const response = await fetch(urlOf(request), {
    method: request.route.method.toUpperCase(),
    headers: {
      ...((request.route.operation.security ?? []).length > 0 && {
        'x-api-key': apiKey,
        'x-organization-id': organizationId,
      }),
      ...request.headers,
      ...intakeHeaders(request),
      ...(request.contentType !== null && { 'content-type': request.contentType }),
    },
    ...(request.body !== null && { body: Buffer.from(request.body) }),
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** A request as it can be repeated by hand. */
const written = (request: FuzzedRequest): string =>
  `${request.route.method.toUpperCase()} ${urlOf(request).slice(0, 500)} ${JSON.stringify(request.headers).slice(0, 200)} ${request.contentType ?? ''} ${(request.body ?? '').slice(0, 500)}`;

it(
  'whatever is asked, the answer is one that the document describes',
  async () => {
    const found: string[] = [];
    for (const route of routesOf(document)) {
      const requests = fc.sample(requestsTo(route, document, ids), { seed: SEED, numRuns: RUNS });
      for (const request of requests) {
        const answer = await send(request);
        found.push(
          ...mistakesIn({ document, schemas }, route, answer).map(
            (mistake) => `${written(request)} -> ${answer.status}: ${mistake}`,
          ),
        );
      }
    }
    expect(found).toEqual([]);
  },
  120_000 * Math.max(1, RUNS / 25),
);
