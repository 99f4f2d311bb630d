import { request, type Client } from '../support/client.js';
import { startService, type TestService } from '../support/service.js';

const LIMIT = 30;

let service: TestService;
let acme: Client;
let agentId: string;

beforeAll(async () => {
  service = await startService({
    rateLimits: { reads: 0, writes: 0, agentCalls: LIMIT, intake: 0, signIn: 0 },
  });
  acme = await service.anOrganization();
  agentId = (await acme.post('/api/agents', { name: 'Ava' })).body.id as string;
});
afterAll(() => service.stop());

const keyWith = async (...scopes: string[]): Promise<string> =>
  (await acme.post('/api/api-keys', { name: 'a key', scopes })).body.key as string;

/** Everything that a request may get wrong, from the first that is looked at to the last. */
interface Attempt {
  method: string;
  key: string;
  type: string;
  body: string;
  idempotencyKey: string;
}

const send = ({ method, key, type, body, idempotencyKey }: Attempt) =>
  request(`${service.url}/api/agents/call`, {
    method,
    headers: {
      'x-organization-id': acme.organizationId,
      'x-api-key': key,
      'content-type': type,
      'idempotency-key': idempotencyKey,
    },
    body,
  });

const rowsThere = async () => {
  const [counts] = await service.db.query(
    `SELECT (SELECT count(*) FROM calls) AS calls, (SELECT count(*) FROM contacts) AS contacts,
            (SELECT count(*) FROM idempotency_keys) AS keys, (SELECT count(*) FROM events) AS events`,
  );
  return counts;
};

it('a request that is wrong in everything is refused for one thing after the other, and nothing comes of it', async () => {
  const busy = await keyWith('calls:write');
  const used = { method: 'POST', key: busy, type: 'application/json', body: '{}', idempotencyKey: '' };
  for (let sent = 0; sent < LIMIT; sent++) await send({ ...used, idempotencyKey: `used-${sent}` });
  const before = await rowsThere();
  const attempt: Attempt = {
    method: 'PUT',
    key: 'none',
    type: 'text/plain',
    body: `{"agentId":${'x'.repeat(300_000)}`,
    idempotencyKey: 'ü',
  };
  const steps: [mended: Partial<Attempt>, status: number, code: string][] = [
    [{}, 405, 'method_not_allowed'],
    [{ method: 'POST' }, 401, 'authentication_failed'],
    [{ key: await keyWith('calls:read') }, 403, 'insufficient_scope'],
    [{ key: busy }, 429, 'rate_limited'],
    [{ key: await keyWith('calls:write') }, 415, 'unsupported_media_type'],
    [{ type: 'application/json' }, 413, 'payload_too_large'],
    [{ body: '{"agentId":' }, 400, 'invalid_request'],
    [{ body: '{"agentId":"none"}' }, 400, 'invalid_request'],
    [{ idempotencyKey: 'sane' }, 400, 'invalid_request'],
    [{ body: `{"agentId":"${acme.organizationId}","phoneNumber":"+13125550100"}` }, 404, 'agent_not_found'],
    [{ body: `{"agentId":"${agentId}","phoneNumber":"+13125550100"}` }, 409, 'agent_without_number'],
  ];
  const errors: string[] = [];
  for (const [mended, status, code] of steps) {
    Object.assign(attempt, mended);
    const answer = await send(attempt);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    errors.push(answer.body.error);
  }
  expect(errors.slice(6, 9)).toEqual(['Invalid JSON body', 'Invalid Idempotency-Key', 'Invalid agentId']);
  expect(await rowsThere()).toEqual(before);
});
