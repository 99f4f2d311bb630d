import { CallCounts, type DayCounts } from '../../src/calls/call-counts.repository.js';
import { createDemo } from '../../src/demo/create-demo.command.js';
import { Maintenance } from '../../src/jobs/maintenance.service.js';
import { analysed } from '../support/analysed-calls.js';
import { eventually } from '../support/eventually.js';
import { aCall, anAgent, insert } from '../support/records.js';
import { aLine, NUMBERS, type Line } from './line.js';

let line: Line;

beforeAll(async () => {
  line = await aLine();
});
afterAll(() => line.stop());

const LONG_AGO = new Date(0);
const daysOf = (org: string): Promise<DayCounts[]> => line.service.app.get(CallCounts).days(org, LONG_AGO);
const query = <Row>(text: string, values: unknown[] = []): Promise<Row[]> =>
  line.service.db.query(text, values);

/** The clean-up, run by us or by itself, until nothing is left of it. */
const addUp = () =>
  eventually(async () => {
    await line.service.app.get(Maintenance).run('call counts');
    const [left] = await query<{ n: number }>(
      `SELECT (SELECT count(*) FROM call_count_changes) + (SELECT count(*) FROM call_recounts) AS n`,
    );
    return Number(left?.n) === 0;
  }, 30);

interface CountedRow {
  day: string;
  status: string;
  success: boolean | null;
  answered: boolean;
  voicemail: boolean;
  seconds: number;
  turns: { e2e: number | null }[];
}

const FINAL = new Set(['completed', 'busy', 'no-answer', 'failed', 'canceled']);

/** The buckets' rule in other words: the highest whose bound does not exceed the time. */
function bucketOf(ms: number): number {
  let bucket = 0;
  while (bucket < 71 && ms >= 50 * 2 ** ((bucket + 1) / 8)) bucket += 1;
  return bucket;
}

function countsOf(rows: CountedRow[]) {
  const how = (test: (row: CountedRow) => boolean): number =>
    rows.filter((row) => FINAL.has(row.status) && test(row)).length;
  const completed = (success: boolean | null) => (row: CountedRow) =>
    row.status === 'completed' && row.success === success;
  const measured = rows.flatMap(({ turns }) => turns.flatMap(({ e2e }) => e2e ?? []));
  const latency = Array.from({ length: 72 }, (_, bucket) =>
    measured.reduce((turns, ms) => turns + Number(bucketOf(ms) === bucket), 0),
  );
  return {
    succeeded: how(completed(true)),
    unsuccessful: how(completed(false)),
    unjudged: how(completed(null)),
    unreached: how(({ status }) => status === 'busy' || status === 'no-answer'),
    canceled: how(({ status }) => status === 'canceled'),
    failed: how(({ status }) => status === 'failed'),
    answered: how(({ answered, voicemail }) => answered && !voicemail),
    voicemails: how(({ voicemail }) => voicemail),
    seconds: rows.reduce((sum, row) => sum + (FINAL.has(row.status) ? row.seconds : 0), 0),
    latency: measured.length > 0 ? latency : expect.any(Array),
  };
}

/** What the counts must be, from the calls themselves. */
async function recount(org: string) {
  const rows = await query<CountedRow>(
    `SELECT to_char(call.started_at, 'YYYY-MM-DD') AS day, call.status, call.call_success AS success,
            call.answered_at IS NOT NULL AS answered, call.went_to_voicemail AS voicemail,
            coalesce(call.call_duration, 0) AS seconds, coalesce(details.latency_metrics -> 'turns', '[]') AS turns
       FROM calls call LEFT JOIN call_details details
         ON details.organization_id = call.organization_id AND details.call_id = call.id
      WHERE call.organization_id = $1`,
    [org],
  );
  const days = [...new Set(rows.map(({ day }) => day))].toSorted();
  return days.map((day) =>
    Object.assign(countsOf(rows.filter((row) => row.day === day)), { day: new Date(`${day}T00:00:00.000Z`) }),
  );
}

async function expectTrue(org: string): Promise<DayCounts[]> {
  const expected = await recount(org);
  expect(await daysOf(org)).toEqual(expected);
  await addUp();
  expect(await daysOf(org)).toEqual(expected);
  return daysOf(org);
}

describe('the counts of calls', () => {
  it('are what the calls are: however they end, all at once, and analysed after that', async () => {
    const org = line.acme.organizationId;
    const started = await Promise.all(Object.values(NUMBERS).map((number) => line.call(number)));
    await Promise.all(started.map((id) => line.over(id)));
    await settled(org);
    const [today] = await expectTrue(org);
    expect(today).toMatchObject({ unreached: 2, failed: 1, voicemails: 1 });
    expect(today?.latency.some((turns) => turns > 0)).toBe(true);
  }, 60_000);

  it('follow an analysis that is made again, and stay when the person is forgotten', async () => {
    const org = line.acme.organizationId;
    const id = await line.call(NUMBERS.cooperative);
    const call = await line.over(id);
    await settled(org);
    await query(`UPDATE calls SET call_success = NOT coalesce(call_success, false) WHERE id = $1`, [id]);
    await expectTrue(org);
    await analysed(line.acme, id);
    const before = await expectTrue(org);

    const erased = await line.acme.delete(
      `/api/contacts/${call['contact']?.id ?? call['contact_id']}?erase=true`,
    );
    expect(erased.status).toBe(204);
    expect(await expectTrue(org)).toEqual(before);
  }, 60_000);

  it('lose nothing when many calls end while the changes are added up', async () => {
    const { organizationId: org } = await line.service.anOrganization();
    const agent = await anAgent(line.service, org);
    const ids = await Promise.all(
      Array.from({ length: 60 }, () => aCall(line.service, org, { agent_id: agent, status: 'in-progress' })),
    );
    const end = (id: string, index: number) =>
      query(`UPDATE calls SET status = $2, call_success = $3, answered_at = started_at WHERE id = $1`, [
        id,
        index % 5 === 0 ? 'failed' : 'completed',
        [true, false, null][index % 3],
      ]);
    await Promise.all([...ids.map(end), addUp(), addUp()]);
    const [day] = await expectTrue(org);
    expect(day).toMatchObject({ failed: 12, answered: 60 });
  }, 60_000);

  it('do not make calls that end at the same time wait for each other', async () => {
    const { organizationId: org } = await line.service.anOrganization();
    const [one, other] = [await aCall(line.service, org), await aCall(line.service, org)];
    await line.service.db.transaction(async (open) => {
      await open.query(`UPDATE calls SET call_success = true WHERE id = $1`, [one]);
      // Waits a moment at most, although the other transaction goes on.
      await line.service.db.transaction(async (tx) => {
        await tx.query(`SET LOCAL lock_timeout = 1`);
        await tx.query(`UPDATE calls SET call_success = true WHERE id = $1`, [other]);
      });
      await addUp();
    });
    expect(await expectTrue(org)).toMatchObject([{ succeeded: 2 }]);
  });

  it('belong to the day of UTC on which the call began', async () => {
    const { organizationId: org } = await line.service.anOrganization();
    await aCall(line.service, org, { started_at: '2026-01-15T23:59:59.999Z' });
    await aCall(line.service, org, { started_at: '2026-01-16T00:00:00.000Z' });
    expect((await expectTrue(org)).map(({ day }) => day.toISOString())).toEqual([
      '2026-01-15T00:00:00.000Z',
      '2026-01-16T00:00:00.000Z',
    ]);
  });

  it('pass over measurements that are none', async () => {
    const { organizationId: org } = await line.service.anOrganization();
    for (const latency_metrics of [{}, { turns: 'none' }, { turns: [{ e2e: 'fast' }, { e2e: null }, {}] }]) {
      const call_id = await aCall(line.service, org);
      await insert(line.service, 'call_details', { organization_id: org, call_id, latency_metrics });
    }
    const [day] = await daysOf(org);
    expect(day?.latency.every((turns) => turns === 0)).toBe(true);
  });

  it('of calls that were there before are made day by day, while calls go on, and again without harm', async () => {
    const { organizationId: org } = await createDemo(line.service.app, {
      name: 'Old',
      calls: 60,
      seed: 7,
      now: new Date('2026-03-01T00:00:00Z'),
      actor: 'system',
    });
    const expected = await recount(org);
    expect(expected.length).toBeGreaterThan(20);
    expect(await expectTrue(org)).toEqual(expected);

    // As before the migration: calls and no counts, but for what changed since.
    await query(`DELETE FROM call_counts WHERE organization_id = $1`, [org]);
    await query(`UPDATE calls SET call_success = NOT call_success WHERE organization_id = $1`, [org]);
    await query(
      `INSERT INTO call_recounts SELECT DISTINCT organization_id, date_trunc('day', started_at, 'UTC') FROM calls
        WHERE organization_id = $1`,
      [org],
    );
    const changing = query(
      `UPDATE calls SET call_success = NULL WHERE organization_id = $1 AND call_success`,
      [org],
    );
    await Promise.all([changing, addUp()]);
    await expectTrue(org);

    await query(
      `INSERT INTO call_recounts SELECT organization_id, day FROM call_counts WHERE organization_id = $1`,
      [org],
    );
    await expectTrue(org);
  }, 60_000);
});

/** No analysis is on its way any more. */
const settled = (org: string) =>
  eventually(async () => {
    const [open] = await query<{ n: number }>(
      `SELECT count(*)::int AS n FROM call_details
        WHERE organization_id = $1 AND post_call_analysis ->> 'status' IN ('queued', 'running')`,
      [org],
    );
    return open?.n === 0;
  }, 30);
