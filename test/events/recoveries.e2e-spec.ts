import { v7 } from 'uuid';
import type { Client } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { stopServers } from '../support/loopback-server.js';
import { startService, type TestService } from '../support/service.js';
import { type Sent, statementsOf } from '../support/statements.js';
import { anEndpoint, startReceiver, type Receiver } from './receiver.js';

let service: TestService;
let acme: Client;
let receiver: Receiver;

beforeAll(async () => {
  service = await startService();
});
beforeEach(async () => {
  acme = await service.anOrganization();
  receiver = await startReceiver();
});
afterEach(stopServers);
afterAll(() => service.stop());

/** So many events whose deliveries to the organization's endpoints failed so long ago. @returns their ids */
async function anOutage(events: number, days = 3): Promise<Set<string>> {
  const ids = Array.from({ length: events }, () => v7());
  await service.db.query(
    `INSERT INTO events (organization_id, id, type, data)
     SELECT $1, id, 'contact.created', '{}' FROM unnest($2::uuid[]) id`,
    [acme.organizationId, ids],
  );
  await service.db.query(
    `UPDATE webhook_deliveries SET state = 'failed', attempts = 10, tries = 10, last_error = 'connect_failed',
            last_attempt_at = now(), last_url = 'https://example.com', last_header_names = '{}', last_latency_ms = 1,
            last_response_truncated = false, created_at = now() - $2 * interval '1 day'
      WHERE organization_id = $1 AND state = 'pending'`,
    [acme.organizationId, days],
  );
  return new Set(ids);
}

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();

interface PlanNode {
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  'Relation Name'?: string;
  Plans?: PlanNode[];
}

/** Rows of deliveries that the database looks at for a statement. */
async function lookedAt({ text, values }: Sent): Promise<number> {
  const runner = service.db.createQueryRunner();
  await runner.startTransaction();
  const [explained] = await runner.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, values);
  await runner.rollbackTransaction();
  await runner.release();
  return rowsBelow(explained['QUERY PLAN'][0].Plan);
}

function rowsBelow(node: PlanNode): number {
  const { 'Actual Rows': found = 0, 'Rows Removed by Filter': removed = 0, 'Actual Loops': loops = 1 } = node;
  const own = node['Relation Name'] === 'webhook_deliveries' ? (found + removed) * loops : 0;
  return (node.Plans ?? []).reduce((sum, plan) => sum + rowsBelow(plan), own);
}

describe('a recovery', () => {
  it('sends everything that failed since then, of more than one request could put in the queue, and says how far it is', async () => {
    const { id } = await anEndpoint(acme, receiver.url, { status: 'paused' });
    const lost = await anOutage(5_400);
    await acme.patch(`/api/webhook-endpoints/${id}`, { status: 'active' });
    const { status, body } = await acme.post(`/api/webhook-endpoints/${id}/recover`, { since: daysAgo(4) });
    expect([status, body]).toMatchObject([202, { endpoint_id: id, recovered: 5_000, remaining: 400 }]);
    const over = await eventually(async () => {
      const { body: now } = await acme.get(`/api/webhook-recoveries/${body.id}`);
      expect(now.pending + now.delivered + now.failed).toBe(now.recovered);
      return now.delivered === lost.size && now;
    }, 60);
    expect(over).toMatchObject({ recovered: 5_400, remaining: 0, pending: 0, failed: 0 });
    expect(Date.parse(over.queued_at)).toBeGreaterThanOrEqual(Date.parse(over.created_at));
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id']))).toEqual(lost);
  }, 90_000);

  it('leaves what was recorded before', async () => {
    const { id } = await anEndpoint(acme, receiver.url, { status: 'paused' });
    await anOutage(3);
    await acme.patch(`/api/webhook-endpoints/${id}`, { status: 'active' });
    const { body } = await acme.post(`/api/webhook-endpoints/${id}/recover`, { since: daysAgo(2) });
    expect(body).toMatchObject({ recovered: 0, remaining: 0, pending: 0, delivered: 0, failed: 0 });
    expect(body.queued_at).not.toBeNull();
  });

  it('looks at nothing that was recorded before, however much of it has failed', async () => {
    const { id } = await anEndpoint(acme, receiver.url, { status: 'paused' });
    await anOutage(10_000, 20);
    const lost = await anOutage(10, 1);
    await service.db.query('ANALYZE webhook_deliveries');
    await acme.patch(`/api/webhook-endpoints/${id}`, { status: 'active' });
    const sent = await statementsOf(service, async () => {
      const { body } = await acme.post(`/api/webhook-endpoints/${id}/recover`, { since: daysAgo(2) });
      expect(body).toMatchObject({ recovered: 10, remaining: 0 });
    });
    await receiver.gets(10);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id']))).toEqual(lost);
    const its = sent.filter(({ text }) => text.includes(`delivery.state = 'failed'`));
    expect(its).toHaveLength(1);
    for (const statement of its) expect(await lookedAt(statement)).toBeLessThanOrEqual(10);
  });

  it('is refused while the endpoint is paused, and gone with it', async () => {
    const { id } = await anEndpoint(acme, receiver.url);
    const path = `/api/webhook-endpoints/${id}`;
    const { body } = await acme.post(`${path}/recover`, { since: daysAgo(1) });
    await acme.patch(path, { status: 'paused' });
    const refused = await acme.post(`${path}/recover`, { since: daysAgo(1) });
    expect([refused.status, refused.body.code]).toEqual([409, 'webhook_endpoint_not_active']);
    expect((await acme.get(`/api/webhook-recoveries/${body.id}`)).status).toBe(200);
    await acme.delete(path);
    expect((await acme.get(`/api/webhook-recoveries/${body.id}`)).body.code).toBe('recovery_not_found');
  });
});
