import type { Client } from '../support/client.js';
import { stopServers } from '../support/loopback-server.js';
import { aCall } from '../support/records.js';
import { startService, type TestService } from '../support/service.js';
import { aChange, anEndpoint, answerWith, deliveriesOf, startReceiver } from './receiver.js';

interface Listed {
  id: string;
  state: string;
  event_type: string;
  call_id: string | null;
  created_at: string;
}

let service: TestService;
let acme: Client;
let path: string;
/** Deliveries of every state, of two types and of two calls. */
let all: Listed[];

beforeAll(async () => {
  service = await startService({ deliveryTimings: { schedule: [0], poll: 20, breakerFailures: 1_000 } });
  acme = await service.anOrganization();
  const { body: agent } = await acme.post('/api/agents', { name: 'Ava' });
  const receiver = await startReceiver();
  const { id } = await anEndpoint(acme, receiver.url);
  path = `/api/webhook-endpoints/${id}`;
  await aChange(acme);
  await deliveriesOf(acme, id, ([one]) => one?.state === 'delivered');
  receiver.answer(answerWith(500));
  await aNotedCall(agent.id);
  await deliveriesOf(acme, id, ([one]) => one?.state === 'failed');
  await acme.patch(path, { status: 'paused' });
  const erased = await aChange(acme);
  await aNotedCall(agent.id);
  await aChange(acme);
  await acme.delete(`/api/contacts/${erased.id}?erase=true`);
  all = await deliveriesOf(acme, id, (listed) => listed.some(({ state }) => state === 'discarded'));
});
afterAll(async () => {
  await service.stop();
  await stopServers();
});

/** Something is told of a call. */
async function aNotedCall(agentId: string): Promise<void> {
  const call = await aCall(service, acme.organizationId, { agent_id: agentId });
  await acme.post(`/api/calls/${call}/notes`, { body: 'Asked for Ada.' });
}

async function idsOf(query: Record<string, string>): Promise<string[]> {
  const { body } = await acme.get(`${path}/deliveries?${new URLSearchParams(query).toString()}`);
  expect(body.pagination.total).toBe(body.data.length);
  return body.data.map(({ id }: Listed) => id);
}

const idsThat = (test: (one: Listed) => boolean): string[] => all.filter(test).map(({ id }) => id);

const distinct = (field: keyof Listed): string[] => [
  ...new Set(all.map((one) => one[field]).filter((value) => value !== null)),
];

describe('the deliveries of an endpoint', () => {
  it.each([
    ['state', 'state', ['delivered', 'discarded', 'failed', 'pending']],
    ['type', 'event_type', ['call.note_added', 'contact.created']],
  ] as const)('are those of one %s when it is named', async (filter, field, values) => {
    expect(distinct(field).toSorted()).toEqual(values);
    for (const value of values)
      expect(await idsOf({ [filter]: value })).toEqual(idsThat((one) => one[field] === value));
  });

  it('are those of one call when it is named', async () => {
    const calls = distinct('call_id');
    expect(calls).toHaveLength(2);
    for (const call of calls)
      expect(await idsOf({ call_id: call })).toEqual(idsThat((one) => one.call_id === call));
  });

  it('are those that were recorded since an instant, that one included', async () => {
    for (const since of distinct('created_at'))
      expect(await idsOf({ since })).toEqual(idsThat((one) => one.created_at >= since));
  });

  it('are those that were recorded until an instant, that one not', async () => {
    for (const until of distinct('created_at'))
      expect(await idsOf({ until })).toEqual(idsThat((one) => one.created_at < until));
  });

  it('are those that everything named is true of', async () => {
    const since = all.at(-1)?.created_at ?? '';
    expect(await idsOf({ state: 'pending', type: 'contact.created', since })).toEqual(
      idsThat(({ state, event_type: type }) => state === 'pending' && type === 'contact.created'),
    );
    const [call = ''] = distinct('call_id');
    expect(await idsOf({ call_id: call, type: 'contact.created' })).toEqual([]);
  });

  it('come in pages, the newest first', async () => {
    const { body } = await acme.get(`${path}/deliveries?type=contact.created&limit=1&offset=1`);
    expect(body.pagination).toMatchObject({ total: 3, limit: 1, offset: 1 });
    expect([body.data[0].id]).toEqual(idsThat((one) => one.event_type === 'contact.created').slice(1, 2));
  });

  it('go on behind a cursor to the last one, each once, also those of one state', async () => {
    for (const filter of ['', '&state=pending', '&type=contact.created']) {
      const { body: whole } = await acme.get(`${path}/deliveries?limit=100${filter}`);
      const seen: string[] = [];
      let { body } = await acme.get(`${path}/deliveries?limit=1${filter}`);
      for (let more = true; more;) {
        seen.push(...body.data.map(({ id }: Listed) => id));
        const { next_cursor: next, total } = body.pagination;
        expect(total).toBe(whole.pagination.total);
        more = next !== null;
        if (more) ({ body } = await acme.get(`${path}/deliveries?limit=1${filter}&cursor=${next}`));
        if (more) expect(body.pagination.offset).toBe(null);
      }
      expect(body.pagination.has_more).toBe(false);
      expect(seen).toEqual(whole.data.map(({ id }: Listed) => id));
    }
  });

  it('are not listed behind a cursor of other filters, or with an offset beside it', async () => {
    const { body } = await acme.get(`${path}/deliveries?limit=1`);
    const cursor = `cursor=${body.pagination.next_cursor}`;
    for (const query of [`${cursor}&state=pending`, `${cursor}&offset=1`, 'cursor=made-up']) {
      const { status, body: refused } = await acme.get(`${path}/deliveries?${query}`);
      expect([status, refused.details[0].field]).toEqual([400, 'cursor']);
    }
  });

  it.each([
    ['state', 'sent'],
    ['type', 'call.lost'],
    ['call_id', 'mine'],
    ['since', 'yesterday'],
    ['until', 'tomorrow'],
  ])('are not listed by a %s that cannot be (%s)', async (filter, value) => {
    const { status, body } = await acme.get(`${path}/deliveries?${filter}=${value}`);
    expect([status, body.code, body.details[0].field]).toEqual([400, 'invalid_request', filter]);
  });
});
