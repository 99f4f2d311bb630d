import type { Client } from '../support/client.js';
import { aCall } from '../support/records.js';
import { startService, type TestService } from '../support/service.js';
import {
  expected,
  generateCalls,
  type Instant,
  type ListedCall,
  oneOf,
  type Query,
  random,
  search,
} from './generated-calls.js';

const COUNT = 300;

let service: TestService;
let acme: Client;
let globex: Client;
let calls: ListedCall[];

beforeAll(async () => {
  service = await startService();
  acme = await service.anOrganization('Acme');
  globex = await service.anOrganization('Globex');
  calls = await generateCalls(service, acme.organizationId, COUNT);
  await generateCalls(service, globex.organizationId, 40);
});
afterAll(() => service.stop());

const idsOf = (list: readonly { id: string }[]): string[] => list.map(({ id }) => id);
const list = (query: object, client = acme) => client.get(`/api/calls?${search(query)}`);

const ORDERS: [Instant, 'asc' | 'desc'][] = [
  ['started_at', 'desc'],
  ['started_at', 'asc'],
  ['ended_at', 'desc'],
  ['ended_at', 'asc'],
  ['created_at', 'desc'],
  ['created_at', 'asc'],
];

describe('the list of calls', () => {
  it('without parameters is the 50 calls that started last, and counts them all', async () => {
    const { status, body } = await acme.get('/api/calls');
    expect(status).toBe(200);
    expect(idsOf(body.data)).toEqual(idsOf(expected(calls, {}).slice(0, 50)));
    expect(body.pagination).toEqual({
      total: COUNT,
      limit: 50,
      offset: 0,
      has_more: true,
      next_cursor: expect.any(String),
    });
  });

  it('shows each call as reading it does', async () => {
    const { body } = await list({ limit: 5 });
    for (const call of body.data) expect((await acme.get(`/api/calls/${call.id}`)).body).toEqual(call);
  });

  it.each(ORDERS)('by %s %s is in order, ties by id, no page overlaps or skips', async (order_by, order) => {
    const wanted = idsOf(expected(calls, { order_by, order }));
    const seen: string[] = [];
    for (let offset = 0; offset < COUNT + 64; offset += 64) {
      const { body } = await list({ order_by, order, limit: 64, offset });
      seen.push(...idsOf(body.data));
      expect(body.pagination).toMatchObject({
        total: COUNT,
        limit: 64,
        offset,
        has_more: offset + body.data.length < COUNT,
      });
    }
    expect(seen).toEqual(wanted);
  });

  it.each(ORDERS)('by %s %s is the same by cursor', async (order_by, order) => {
    const wanted = idsOf(expected(calls, { order_by, order }));
    for (const limit of [1, 37, 60, 100]) {
      const { ids, pages } = await walk({ order_by, order, limit });
      const far = limit === 1 ? 20 : COUNT;
      expect(ids).toEqual(wanted.slice(0, far));
      expect(pages.slice(1).every(({ offset, total }) => offset === null && total === COUNT)).toBe(true);
    }
  });

  it('filters combine, each page and total matches a straightforward model', async () => {
    const next = random(7);
    for (let round = 0; round < 120; round++) {
      const query = aQuery(next);
      const wanted = expected(calls, query);
      const [limit, offset] = [1 + Math.floor(next() * 100), Math.floor(next() * 30)];

      const { body } = await list({ ...query, limit, offset });

      expect({ query, ids: idsOf(body.data) }).toEqual({
        query,
        ids: idsOf(wanted.slice(offset, offset + limit)),
      });
      expect(body.pagination).toMatchObject({
        total: wanted.length,
        limit,
        offset,
        has_more: offset + body.data.length < wanted.length,
      });
      expect(body.pagination.next_cursor === null).toBe(!body.pagination.has_more);
    }
  });

  it('by cursor the filters stay, and the total counts all that match', async () => {
    const next = random(11);
    for (let round = 0; round < 15; round++) {
      const query = aQuery(next);
      const wanted = expected(calls, query);
      const { ids, pages } = await walk({ ...query, limit: 25 });
      expect({ query, ids }).toEqual({ query, ids: idsOf(wanted) });
      expect(pages.every(({ total }) => total === wanted.length)).toBe(true);
    }
  });

  it('the newest matching call alone is the first of the list, one without the instant only if there is no other', async () => {
    const next = random(13);
    let missing = 0;
    for (let round = 0; round < 120; round++) {
      const { order: _, ...query } = aQuery(next);
      const by = query.order_by ?? 'started_at';
      const wanted = expected(calls, { ...query, order: 'desc' });
      const newest = wanted.find((call) => call[by] !== null) ?? wanted[0];

      const answer = await list({ ...query, most_recent: true, order: 'asc', limit: 7, offset: 3 });

      if (newest) {
        expect({ query, id: answer.body.id }).toEqual({ query, id: newest.id });
        expect(Object.keys(answer.body)).toHaveLength(21);
      } else {
        missing++;
        expect(answer).toMatchObject({
          status: 404,
          body: { error: 'No calls found matching criteria', code: 'call_not_found', status: 404 },
        });
      }
    }
    expect(missing).toBeGreaterThan(0);
  });

  it('most_recent=false is the ordinary list', async () => {
    const answer = await list({ most_recent: false, limit: 3 });
    expect(answer.text).toBe((await list({ limit: 3 })).text);
  });

  it('of calls that never ended the newest by end is still found', async () => {
    const hooli = await service.anOrganization('Hooli');
    const live = { status: 'in-progress', ended_at: null, ended_reason: null };
    await aCall(service, hooli.organizationId, live);
    const later = await aCall(service, hooli.organizationId, live);
    const answer = await list({ most_recent: true, order_by: 'ended_at' }, hooli);
    expect(answer.body.id).toBe(later);
  });

  it('an organization without calls has an empty page, and no most recent call', async () => {
    const empty = await service.anOrganization('Empty');
    expect((await empty.get('/api/calls')).body).toEqual({
      data: [],
      pagination: { total: 0, limit: 50, offset: 0, has_more: false, next_cursor: null },
    });
    expect((await empty.get('/api/calls?most_recent=true')).status).toBe(404);
  });

  it('beyond the last call there is nothing, and the total still stands', async () => {
    const { body } = await list({ offset: 100_000 });
    expect(body).toEqual({
      data: [],
      pagination: { total: COUNT, limit: 50, offset: 100_000, has_more: false, next_cursor: null },
    });
  });

  it('a limit over 100 is served as 100 and reported so', async () => {
    const { body } = await list({ limit: 101 });
    expect(body.data).toHaveLength(100);
    expect(body.pagination.limit).toBe(100);
  });

  it('bounds of time are exclusive, a date alone is midnight UTC, an offset is understood', async () => {
    const start = '2026-01-15T10:00:00.250Z';
    const after = expected(calls, { from: start });
    expect((await list({ from: start })).body.pagination.total).toBe(after.length);
    expect((await list({ from: '2026-01-15T05:00:00.250-05:00' })).body.pagination.total).toBe(after.length);
    expect((await acme.get(`/api/calls?from=2026-01-15T11:00:00.250+01:00`)).body.pagination.total).toBe(
      after.length,
    );
    expect((await list({ from: start, to: start })).body.pagination.total).toBe(0);
    expect((await list({ to: start })).body.pagination.total).toBe(expected(calls, { to: start }).length);
    expect((await list({ from: '2026-01-15', to: '2026-01-16' })).body.pagination.total).toBe(COUNT);
  });

  it.each([
    ['URL-encoded', 'phone_number=%2B13125550100'],
    ['with a plus that became a space', 'phone_number=+13125550100'],
    ['without the country code', 'phone_number=3125550100'],
    ['as people write it', `phone_number=${encodeURIComponent('(312) 555-0100')}`],
  ])('a phone number %s finds the calls of the number', async (_, query) => {
    const { body } = await acme.get(`/api/calls?${query}`);
    expect(body.pagination.total).toBe(expected(calls, { phone_number: '+13125550100' }).length);
  });

  it('ids in capitals are the same ids', async () => {
    const agent = calls[0]?.agent_id ?? '';
    const { body } = await list({ agent_id: agent.toUpperCase() });
    expect(body.pagination.total).toBe(expected(calls, { agent_id: agent }).length);
  });

  it('is not sent again while nothing has changed, and is once something has', async () => {
    const hooli = await service.anOrganization('Hooli');
    await aCall(service, hooli.organizationId);
    const first = await hooli.get('/api/calls?status=completed');
    const seen = { 'if-none-match': first.headers.get('etag') ?? '' };

    expect(await hooli.get('/api/calls?status=completed', seen)).toMatchObject({ status: 304, text: '' });
    await aCall(service, hooli.organizationId);
    expect(await hooli.get('/api/calls?status=completed', seen)).toMatchObject({
      status: 200,
      body: { pagination: { total: 2 } },
    });
  });

  it('calls of another organization are never in it, whatever the filter names', async () => {
    const ours = calls[0] as ListedCall;
    for (const query of [
      {},
      { agent_id: ours.agent_id },
      { contact_id: calls.find((call) => call.contact_id)?.contact_id },
      { campaign_id: calls.find((call) => call.campaign_id)?.campaign_id },
    ]) {
      const { body } = await list({ ...query, limit: 100 }, globex);
      expect(body.pagination.total).toBe(Object.keys(query).length > 0 ? 0 : 40);
      expect(idsOf(body.data).filter((id) => calls.some((call) => call.id === id))).toEqual([]);
      if (Object.keys(query).length > 0)
        expect((await list({ ...query, most_recent: true }, globex)).status).toBe(404);
    }
  });
});

/** Some filters and an order, at random; now and then a value that no call has. */
function aQuery(next: () => number): Query {
  const like = oneOf(next, calls);
  const maybe = <T>(value: T | null): T | undefined => (next() < 0.3 ? (value ?? undefined) : undefined);
  const bounds = [oneOf(next, calls).started_at, oneOf(next, calls).started_at].toSorted();
  const query: Query = {
    agent_id: maybe(like.agent_id),
    contact_id: maybe(like.contact_id),
    campaign_id: maybe(like.campaign_id),
    phone_number: maybe(like.phone_number),
    status: maybe(next() < 0.1 ? 'no-answer' : like.status),
    call_type: maybe(like.call_type),
    from: maybe(bounds[0] ?? ''),
    to: maybe(bounds[1] ?? ''),
    order_by: maybe(oneOf(next, ['started_at', 'ended_at', 'created_at'] as const)),
    order: maybe(oneOf(next, ['asc', 'desc'] as const)),
  };
  return query;
}

/** Follows the cursors to the end; with pages of one call, for twenty pages. */
async function walk(query: Query & { limit: number }) {
  const ids: string[] = [];
  const pages: { total: number; offset: number | null; has_more: boolean }[] = [];
  let cursor: string | undefined;
  do {
    const { body } = await list({ ...query, cursor });
    ids.push(...idsOf(body.data));
    pages.push(body.pagination);
    expect(body.pagination.has_more).toBe(body.pagination.next_cursor !== null);
    cursor = body.pagination.next_cursor ?? undefined;
  } while (cursor && !(query.limit === 1 && pages.length === 20));
  return { ids, pages };
}
