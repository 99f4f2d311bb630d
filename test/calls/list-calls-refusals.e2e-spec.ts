import { v7 } from 'uuid';
import type { Client } from '../support/client.js';
import { aCall } from '../support/records.js';
import { startService, type TestService } from '../support/service.js';
import { search } from './generated-calls.js';

let service: TestService;
let acme: Client;

beforeAll(async () => {
  service = await startService();
  acme = await service.anOrganization();
  for (let count = 0; count < 3; count++) await aCall(service, acme.organizationId);
});
afterAll(() => service.stop());

const SQL = `x' OR '1'='1'; DROP TABLE calls; --`;
const INSTANT_ISSUE = 'must be an ISO 8601 instant such as 2026-01-15T10:30:00.000Z';
const CURSOR_ISSUE = 'must be a next_cursor given for the same filters and order';

/** Parameter, refused values, what is said of them. */
const REFUSED: [string, string[], string][] = [
  [
    'order_by',
    ['id', 'STARTED_AT', 'started_at desc', '', SQL],
    'must be one of started_at, ended_at, created_at',
  ],
  ['limit', ['0', '-1', 'abc', '1.5', '1e2', '0x10', ' 5', '', SQL], 'must be an integer of at least 1'],
  ['offset', ['-1', 'abc', '1.5', '', '99999999999', SQL], 'must be an integer from 0 to 2147483647'],
  ['order', ['descending', 'DESC', '', SQL], 'must be one of desc, asc'],
  ['fields', ['all', 'Light', '', SQL], 'must be one of light, full'],
  [
    'phone_number',
    ['0', '12', 'call me', '', '+1312555010012345', SQL],
    'must be a phone number such as +13125550100',
  ],
  ['contact_id', ['1', 'null', '', '{}', `${v7()}0`, SQL], 'must be a UUID'],
  ['agent_id', ['1', 'null', '', v7().replaceAll('-', ''), SQL], 'must be a UUID'],
  ['campaign_id', ['1', 'null', '', SQL], 'must be a UUID'],
  [
    'status',
    ['done', 'Completed', 'in_progress', '', SQL],
    'must be one of scheduled, queued, ringing, in-progress, completed, busy, no-answer, failed, canceled',
  ],
  ['call_type', ['internal', 'INBOUND', '', SQL], 'must be one of inbound, outbound'],
  ['from', ['yesterday', '2026-02-30', '2026-01-15T10:30:00', '1768473000', '', SQL], INSTANT_ISSUE],
  ['to', ['tomorrow', '2026-13-01', '15.01.2026', '', SQL], INSTANT_ISSUE],
  ['most_recent', ['yes', '1', 'TRUE', '', SQL], 'must be true or false'],
  [
    'include',
    ['everything', 'transcript,', 'transcript, metrics', 'Transcript', '', SQL],
    'must be a comma-separated list of transcript, metrics, diagnostics, actions',
  ],
];
const EACH = REFUSED.flatMap(([name, values, issue]) => values.map((value) => [name, value, issue] as const));

describe('a wrong parameter of the list of calls', () => {
  it.each(EACH)('%s=%s is refused, and said what would be right', async (name, value, issue) => {
    const answer = await acme.get(`/api/calls?${search({ [name]: value })}`);
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({
      error: `Invalid ${name} parameter`,
      code: 'invalid_request',
      status: 400,
      request_id: answer.headers.get('x-request-id'),
      details: [{ field: name, in: 'query', issue: expect.stringContaining(issue), received: value }],
    });
  });

  it.each(REFUSED.map(([name]) => [name]))('%s given twice is refused', async (name) => {
    const answer = await acme.get(`/api/calls?${name}=1&${name}=2`);
    expect(answer).toMatchObject({
      status: 400,
      body: { error: `Invalid ${name} parameter`, details: [{ field: name, issue: 'must be given once' }] },
    });
  });

  it('makes no difference whether the newest alone is asked for', async () => {
    for (const [name, value] of EACH.filter(([name]) => name !== 'most_recent')) {
      const answer = await acme.get(`/api/calls?${search({ most_recent: true, [name]: value })}`);
      expect(answer).toMatchObject({ status: 400, body: { error: `Invalid ${name} parameter` } });
    }
  });

  it('left every call where it was', async () => {
    expect((await acme.get('/api/calls')).body.pagination.total).toBe(3);
  });

  it.each([
    ['offst', 'is unknown; did you mean offset?'],
    ['agentId', 'is unknown; did you mean agent_id?'],
    ['orderBy', 'is unknown; did you mean order_by?'],
    ['page', expect.stringContaining('known are order_by, limit, offset')],
    ['phone_number[]', expect.any(String)],
    ['__proto__', expect.any(String)],
    ['constructor', expect.any(String)],
  ])('an unknown parameter %s is refused, with the nearest known name', async (name, issue) => {
    const answer = await acme.get(`/api/calls?${encodeURIComponent(name)}=1`);
    expect(answer).toMatchObject({
      status: 400,
      body: { error: `Unknown parameter ${name}`, details: [{ field: name, in: 'query', issue }] },
    });
  });

  it('from later than to is refused', async () => {
    const answer = await acme.get('/api/calls?from=2026-01-16T00:00:00Z&to=2026-01-15T23:59:59.999Z');
    expect(answer).toMatchObject({
      status: 400,
      body: {
        error: 'Invalid from parameter',
        details: [{ field: 'from', issue: 'must not be later than to' }],
      },
    });
  });

  it('of several, order_by is named first, then the order of the contract; details list all', async () => {
    const query = 'nonsense=1&include=x&to=x&status=x&limit=x&offset=x&order_by=x&agent_id=x&cursor=';
    const { body } = await acme.get(`/api/calls?${query}`);
    expect(body.error).toBe('Invalid order_by parameter');
    expect(body.details.map(({ field }: { field: string }) => field)).toEqual([
      'order_by',
      'limit',
      'offset',
      'agent_id',
      'status',
      'to',
      'include',
      'cursor',
      'nonsense',
    ]);
    expect((await acme.get('/api/calls?include=x&offset=x&limit=x')).body.error).toBe(
      'Invalid limit parameter',
    );
  });

  it('comes after the credentials', async () => {
    const stranger = acme.with({ apiKey: 'vap_live_nobody' });
    expect(await stranger.get('/api/calls?order_by=x')).toMatchObject({
      status: 401,
      body: { error: 'Authentication failed' },
    });
  });
});

describe('a cursor', () => {
  const first = async (query = '', client = acme): Promise<string> =>
    (await client.get(`/api/calls?limit=1${query}`)).body.pagination.next_cursor;
  const refusal = {
    status: 400,
    body: { error: 'Invalid cursor parameter', code: 'invalid_request', details: [{ issue: CURSOR_ISSUE }] },
  };

  it.each([
    ['another order', '', '&order=asc'],
    ['another column', '', '&order_by=created_at'],
    ['a filter more', '', '&status=completed'],
    ['a filter less', '&status=completed', ''],
    ['another filter', '&status=completed', '&status=failed'],
    ['other bounds', '&from=2026-01-01', '&from=2026-01-02'],
  ])('made for a list is refused with %s', async (_, made, used) => {
    const cursor = await first(made);
    expect((await acme.get(`/api/calls?limit=1${made}&cursor=${cursor}`)).status).toBe(200);
    expect(await acme.get(`/api/calls?limit=1${used}&cursor=${cursor}`)).toMatchObject(refusal);
  });

  it('may be used with another page size and another payload', async () => {
    const cursor = await first();
    const { body } = await acme.get(`/api/calls?limit=2&fields=full&include=metrics&cursor=${cursor}`);
    expect(body.data).toHaveLength(2);
    expect(body.pagination).toEqual({ total: 3, limit: 2, offset: null, has_more: false, next_cursor: null });
  });

  it('of another organization is refused', async () => {
    const globex = await service.anOrganization('Globex');
    expect(await globex.get(`/api/calls?limit=1&cursor=${await first()}`)).toMatchObject(refusal);
  });

  it.each([
    ['no cursor', () => 'abc'],
    ['SQL', () => encodeURIComponent(SQL)],
    [
      'one letter changed in its values',
      (cursor: string) => (cursor.startsWith('A') ? 'B' : 'A') + cursor.slice(1),
    ],
    [
      'one letter changed in its signature',
      (cursor: string) => cursor.slice(0, -1) + (cursor.endsWith('A') ? 'B' : 'A'),
    ],
    ['cut short', (cursor: string) => cursor.slice(0, -1)],
    ['its signature alone', (cursor: string) => cursor.slice(-43)],
  ])('%s is refused', async (_, change) => {
    const answer = await acme.get(`/api/calls?limit=1&cursor=${change(await first())}`);
    expect(answer).toMatchObject(refusal);
  });

  it.each([
    ['offset', '&offset=1'],
    ['an offset of zero', '&offset=0'],
    ['most_recent', '&most_recent=true'],
  ])('excludes %s', async (_, query) => {
    expect(await acme.get(`/api/calls?limit=1${query}&cursor=${await first()}`)).toMatchObject({
      status: 400,
      body: { error: 'Invalid cursor parameter' },
    });
  });

  it('too long to be one is refused', async () => {
    expect(await acme.get(`/api/calls?cursor=${'a'.repeat(5_000)}`)).toMatchObject({
      status: 400,
      body: { error: 'Invalid cursor parameter' },
    });
  });

  it('made by one replica is good on another', async () => {
    const { url } = await service.replica();
    const answer = await acme.with({ url }).get(`/api/calls?limit=1&cursor=${await first()}`);
    expect(answer.body.data).toHaveLength(1);
  });
});
