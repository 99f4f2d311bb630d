import { Client as Connection } from 'pg';
import { request, type Client } from '../support/client.js';
import { SIMULATED_NUMBER } from '../../src/telephony/simulated-number.js';
import { eventually } from '../support/eventually.js';
import { PLAIN_RULES } from '../support/mappings.js';
import { startPrivatePostgres, type PrivatePostgres } from '../support/private-postgres.js';
import { anOrganizationIn, startServiceProcess, type ServiceProcess } from '../support/service-process.js';

/** Planted wherever a caller can put something. None of it may ever stand in a log. */
const CANARIES = {
  name: 'Zanzibarina',
  email: 'zanzi.quux@canary.example',
  digits: '3127550173',
  token: 'tok_canary_9f8e7d6c5b4a',
};
const PHONE = `+1${CANARIES.digits}`;
const SPELLINGS = [...Object.values(CANARIES), '312 755 0173', '312) 755-0173', '312-755-0173', '755-0173'];

let postgres: PrivatePostgres;
let service: ServiceProcess;
let acme: Client;
/** The key and its secret part; its id may be logged. */
let secrets: string[];
let agentId: string;
let mappingId: string;
let intakeKey: string;

const intakeQuery = (): string =>
  new URLSearchParams({ orgId: acme.organizationId, apiKey: intakeKey, mapId: mappingId }).toString();

beforeAll(async () => {
  postgres = await startPrivatePostgres();
  const organization = await anOrganizationIn(postgres.url);
  service = await startServiceProcess(postgres.url, { LOG_LEVEL: 'trace', RATE_LIMIT: 'on' });
  acme = organization.with({ url: service.url });
  agentId = String((await acme.post('/api/agents', { name: 'Ava' })).body.id);
  await acme.post('/api/phone-numbers', { number: SIMULATED_NUMBER, is_default: true });
  const { body: mapping } = await acme.post('/api/webhook-mappings', { name: 'Form', ...PLAIN_RULES });
  mappingId = String(mapping.id);
  intakeKey = String(mapping.intake_api_key);
  secrets = [
    intakeKey,
    acme.credentials.apiKey,
    acme.credentials.apiKey.split('_').at(-1) ?? '',
    'canary-idempotency',
  ];
});
afterAll(async () => {
  await service?.end('SIGKILL');
  await postgres?.stop();
});

const person = {
  first_name: CANARIES.name,
  email: CANARIES.email,
  phone: PHONE,
  variables: { token: CANARIES.token },
};
const query = new URLSearchParams({
  ...CANARIES,
  phone: PHONE,
  phone_number: PHONE,
  apiKey: CANARIES.token,
  search: CANARIES.name,
}).toString();

/** What is sent, and how it is answered. */
const REQUESTS: [string, () => Promise<{ status: number }>, number][] = [
  ['a body that is kept', () => acme.post('/api/contacts', person), 201],
  ['a body that clashes', () => acme.post('/api/contacts', person), 409],
  [
    'an agent of that name, with a key',
    () => acme.post('/api/agents', { name: CANARIES.name }, { 'idempotency-key': 'canary-idempotency' }),
    201,
  ],
  [
    'the same key with another body',
    () => acme.post('/api/agents', { name: CANARIES.email }, { 'idempotency-key': 'canary-idempotency' }),
    422,
  ],
  [
    'a call, noted',
    () => acme.post('/api/agents/call', { agentId, phoneNumber: '+13125550101', notes: CANARIES.name }),
    201,
  ],
  [
    'a call to a number that is none',
    () => acme.post('/api/agents/call', { agentId, phoneNumber: `${PHONE}x`, notes: CANARIES.token }),
    400,
  ],
  [
    'a form',
    () => acme.post(`/api/contacts/flex?mapId=${mappingId}`, { ...person, firstName: CANARIES.name }),
    200,
  ],
  [
    'a form with its key in the address',
    () =>
      request(`${service.url}/api/contacts/flex?${intakeQuery()}`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: query,
      }),
    200,
  ],
  [
    'a form without a phone number',
    () => acme.post(`/api/contacts/flex?mapId=${mappingId}`, { phone: CANARIES.token, name: CANARIES.name }),
    400,
  ],
  ['a search', () => acme.get(`/api/contacts?search=${CANARIES.name}`), 200],
  ['a search by number', () => acme.get(`/api/contacts?phone=${encodeURIComponent(PHONE)}`), 200],
  ['calls of a number', () => acme.get(`/api/calls?phone_number=${encodeURIComponent(PHONE)}`), 200],
  ['unknown parameters', () => acme.get(`/api/calls?${query}`), 400],
  ['unknown fields', () => acme.post('/api/agents', { ...person, name: 'Ava' }), 400],
  ['wrong values', () => acme.post('/api/contacts', { ...person, phone: `x${PHONE}x` }), 400],
  ['half a JSON', () => acme.post('/api/contacts', JSON.stringify(person).slice(0, -3)), 400],
  ['another type', () => acme.post('/api/contacts', query, { 'content-type': 'text/plain' }), 415],
  ['too much', () => acme.post('/api/contacts', { ...person, notes: CANARIES.token.repeat(20_000) }), 413],
  ['a wrong key', () => acme.with({ apiKey: CANARIES.token }).get(`/api/calls?${query}`), 401],
  ['no route', () => acme.get(`/api/nothing?${query}`), 404],
  ['a number in a path', () => acme.get(`/api/calls/${encodeURIComponent(PHONE)}`), 404],
  ['an e-mail address in a path', () => acme.get(`/api/contacts/${CANARIES.email}`), 404],
  [
    'headers',
    () =>
      request(`${service.url}/api/calls`, {
        headers: {
          authorization: `Bearer ${CANARIES.token}`,
          cookie: `session=${CANARIES.token}`,
          referer: `https://example.com/?${query}`,
          'user-agent': CANARIES.name,
          'x-forwarded-for': CANARIES.token,
        },
      }),
    401,
  ],
];

const entries = (): Record<string, unknown>[] =>
  service
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);

describe('the log', () => {
  it.each(REQUESTS)('is about to hear of %s', async (_, send, status) => {
    expect((await send()).status).toBe(status);
  });

  it('is about to hear of a fault of ours, in whose text the database quotes what it was given', async () => {
    const connection = new Connection({ connectionString: postgres.url });
    await connection.connect();
    await connection.query(`ALTER TABLE agents ALTER COLUMN name TYPE integer USING 0`).catch(() => null);
    await connection.query(`ALTER TABLE agents DROP CONSTRAINT IF EXISTS agents_name_check`);
    await connection.query(`ALTER TABLE agents ALTER COLUMN name TYPE integer USING 0`);
    await connection.end();
    const answer = await acme.post('/api/agents', { name: CANARIES.name });
    expect(answer).toMatchObject({ status: 500, body: { error: 'Internal server error' } });
    expect(answer.text).not.toContain(CANARIES.name);
  });

  it('has a line of JSON for each request, with its id, its organization and its key', async () => {
    const answer = await acme.get('/api/calls?limit=1');
    const id = answer.headers.get('x-request-id');
    const entry = await eventually(async () => entries().find(({ request_id }) => request_id === id));
    expect(entry).toMatchObject({
      msg: 'GET /api/calls 200',
      organization_id: acme.organizationId,
      key_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(entries().length).toBeGreaterThanOrEqual(REQUESTS.length);
  });

  it('says nothing of what was sent', async () => {
    expect(await service.end('SIGTERM')).toBe(0);
    const output = service.output();
    expect(output).toContain('invalid input syntax');
    expect([...SPELLINGS, ...secrets].filter((canary) => output.includes(canary))).toEqual([]);
  });
});
