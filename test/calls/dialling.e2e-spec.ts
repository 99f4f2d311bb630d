import { Dials } from '../../src/calls/dials.service.js';
import { eventually } from '../support/eventually.js';
import { aCaller, aLine, NUMBERS, OWN_NUMBER, SHORT, type Line } from './line.js';

/** What comes between an accepted request and a call that the carrier has, when the carrier makes it difficult. */

let line: Line;

beforeAll(async () => {
  line = await aLine();
  await line.service.db.query(`UPDATE organizations SET max_concurrent_calls = 1000`);
});
afterAll(() => line.stop());
afterEach(() => line.simulator.setKnobs({}));

const EVERY_CALLBACK = ['initiated', 'ringing', 'busy', 'no-answer', 'failed'] as const;

/** No word of a call comes by itself, so that only the carrier's books tell of it. */
const SILENT = { dropCallbacks: [...EVERY_CALLBACK] };

/** Long enough for every test: a call that waits for its next try. */
const REFUSED_FOR_LONG = { refuseCalls: { status: 429, code: 20429, retryAfterSeconds: 120 } };

const attemptsOf = async (id: string): Promise<string[]> => {
  const rows = (await line.service.db.query(
    `SELECT state FROM dial_attempts WHERE call_id = $1 ORDER BY sent_at`,
    [id],
  )) as { state: string }[];
  return rows.map(({ state }) => state);
};

const attempted = (id: string, ...states: string[]) =>
  eventually(async () => (await attemptsOf(id)).join() === states.join());

/** A call that the carrier would not look at yet. */
async function aWaitingCall(): Promise<string> {
  line.simulator.setKnobs(REFUSED_FOR_LONG);
  const id = await line.call(NUMBERS.busy);
  await attempted(id, 'not-sent');
  line.simulator.setKnobs({});
  return id;
}

/** What time does by itself: the wait for the next try is over. */
const itsTurn = (id: string) =>
  line.service.db.query(`UPDATE calls SET dial_lease_until = now() WHERE id = $1`, [id]);

const reasonOf = (call: Record<string, unknown>) => [call['status'], call['ended_reason']];

describe('a carrier that refuses the request to dial', () => {
  it('unread (429) is asked again, and dials once', async () => {
    line.simulator.setKnobs({ refuseCalls: { value: { status: 429, code: 20429 }, times: 2 } });
    const id = await line.call(NUMBERS.busy);
    expect(reasonOf(await line.over(id))).toEqual(['busy', 'customer-busy']);
    expect(await attemptsOf(id)).toEqual(['not-sent', 'not-sent', 'accepted']);
    expect(line.dials(id)).toHaveLength(1);
  });

  it('is not asked again before the time that it names', async () => {
    const id = await aWaitingCall();
    const [{ seconds }] = await line.service.db.query(
      `SELECT extract(epoch FROM dial_lease_until - now())::int AS seconds FROM calls WHERE id = $1`,
      [id],
    );
    expect(seconds).toBeGreaterThan(60);
    expect(seconds).toBeLessThanOrEqual(120);
    await itsTurn(id);
    expect(reasonOf(await line.over(id))).toEqual(['busy', 'customer-busy']);
  });

  it.each([
    [{ status: 400, code: 21217 }, 'invalid-destination', { category: 'destination', carrier_code: '21217' }],
    [{ status: 401, code: 20003 }, 'provider-rejected', { category: 'account', carrier_code: '20003' }],
    [{ status: 400, code: 99999 }, 'provider-rejected', { category: 'request', carrier_code: '99999' }],
  ])('for good (%j) is not asked again, and the record says why', async (refusal, reason, ended) => {
    line.simulator.setKnobs({ refuseCalls: refusal });
    const id = await line.call(NUMBERS.cooperative);
    const call = await line.over(id);
    expect(reasonOf(call)).toEqual(['failed', reason]);
    expect(call['enhanced_context'].ended).toMatchObject({ ...ended, retryable: false });
    expect(await attemptsOf(id)).toEqual(['rejected']);
    expect(line.dials(id)).toHaveLength(0);
  });
});

describe('a dial whose outcome is not told', () => {
  it.each([
    ['the carrier answers 500 after it accepted', { failAfterAccept: { value: true, times: 1 } }],
    ['the connection breaks after it accepted', { closeAfterAccept: { value: true, times: 1 } }],
    ['the answer comes later than is waited for', { holdAnswerMs: { value: 3_000, times: 1 } }],
  ])('because %s: a callback names the call, which goes its way', async (_, knobs) => {
    line.simulator.setKnobs(knobs);
    const id = await line.call(NUMBERS.busy);
    expect(reasonOf(await line.over(id))).toEqual(['busy', 'customer-busy']);
    expect(await attemptsOf(id)).toEqual(['accepted']);
    expect(line.dials(id)).toHaveLength(1);
  });

  it('by any callback either is found in the carrier’s list', async () => {
    line.simulator.setKnobs({ ...SILENT, failAfterAccept: true });
    const id = await line.call(NUMBERS.busy);
    const call = await line.over(id);
    expect(reasonOf(call)).toEqual(['busy', 'customer-busy']);
    expect(call['enhanced_context'].telephony.carrier_call_id).toBe(line.dials(id)[0]?.callSid);
    expect(await attemptsOf(id)).toEqual(['accepted']);
    expect(line.dials(id)).toHaveLength(1);
  });

  it('is not guessed at when two dials to one number may be meant', async () => {
    line.simulator.setKnobs({ ...SILENT, failAfterAccept: true });
    const ids = await Promise.all([line.call(NUMBERS.noAnswer), line.call(NUMBERS.noAnswer)]);
    const calls = await Promise.all(ids.map((id) => line.until(id)));
    expect(calls.map(reasonOf)).toEqual(ids.map(() => ['failed', 'dial-outcome-unknown']));
    for (const id of ids) expect(line.dials(id)).toHaveLength(1);
  });

  it('and cannot be found is never dialled again, and ends as unknown', async () => {
    line.simulator.setKnobs({ ...SILENT, failAfterAccept: true, listLagMs: 60_000 });
    const id = await line.call(NUMBERS.failed);
    const call = await line.until(id);
    expect(reasonOf(call)).toEqual(['failed', 'dial-outcome-unknown']);
    expect(call['enhanced_context'].ended).toMatchObject({ by: 'platform', retryable: false });
    expect(line.dials(id)).toHaveLength(1);
    expect(await attemptsOf(id)).toEqual(['unknown']);
  });
});

describe('a call that waits for another try', () => {
  it('and is called off is canceled at once, and never dialled', async () => {
    const id = await aWaitingCall();
    expect((await line.acme.post(`/api/calls/${id}/end`)).status).toBe(202);
    expect(reasonOf(await line.read(id))).toEqual(['canceled', 'manually-canceled']);
    await itsTurn(id);
    await line.simulator.idle();
    expect(line.dials(id)).toHaveLength(0);
  });

  it('to a number that is put on the do-not-call list meanwhile is not dialled', async () => {
    const id = await aWaitingCall();
    const { body: call } = await line.acme.get(`/api/calls/${id}`);
    await line.acme.patch(`/api/contacts/${call.contact_id}`, { do_not_call: true });
    await itsTurn(id);
    expect(reasonOf(await line.until(id))).toEqual(['failed', 'blocked-do-not-call']);
    expect(line.dials(id)).toHaveLength(0);
    await line.acme.patch(`/api/contacts/${call.contact_id}`, { do_not_call: false });
  });

  it('for an agent that is switched off meanwhile is not dialled', async () => {
    const id = await aWaitingCall();
    await line.acme.patch(`/api/agents/${line.agentId}`, { status: 'inactive' });
    await itsTurn(id);
    expect(reasonOf(await line.until(id))).toEqual(['failed', 'agent-not-available']);
    expect(line.dials(id)).toHaveLength(0);
    await line.acme.patch(`/api/agents/${line.agentId}`, { status: 'active' });
  });

  it('past its time fails instead of ringing late', async () => {
    const id = await aWaitingCall();
    await line.service.db.query(`UPDATE calls SET dial_deadline = now() WHERE id = $1`, [id]);
    await itsTurn(id);
    expect(reasonOf(await line.until(id))).toEqual(['failed', 'provider-unavailable']);
    expect(line.dials(id)).toHaveLength(0);
  });
});

describe('a carrier that nobody can reach', () => {
  it('is tried until the call’s time is over', async () => {
    const caller = await aCaller('http://127.0.0.1:9', { dialDeadline: 500 });
    try {
      const call = await caller.until(await caller.call(NUMBERS.busy, { fromNumber: OWN_NUMBER }));
      expect(reasonOf(call)).toEqual(['failed', 'provider-unavailable']);
      expect(call['enhanced_context'].ended).toMatchObject({ category: 'network', retryable: true });
      const rows = await caller.service.db.query(`SELECT DISTINCT state, error_code FROM dial_attempts`);
      expect(rows).toEqual([{ state: 'not-sent', error_code: 'unreachable' }]);
      const [{ tries }] = await caller.service.db.query(`SELECT count(*)::int AS tries FROM dial_attempts`);
      expect(tries).toBeGreaterThan(1);
    } finally {
      await caller.service.stop();
    }
  });
});

describe('a process that is stopped while the carrier is thinking', () => {
  it('waits for its answer, and leaves with it written down', async () => {
    line.simulator.setKnobs({ ...SILENT, holdAnswerMs: 500 });
    const leaving = await line.service.replica();
    const body = { agentId: line.agentId, phoneNumber: NUMBERS.busy };
    const started = await line.acme.with({ url: leaving.url }).post('/api/agents/call', body);
    const { callId } = started.body as { callId: string };
    await eventually(async () => line.dials(callId).length === 1);
    expect(await attemptsOf(callId)).toEqual(['sending']);
    await leaving.app.close();
    expect(await attemptsOf(callId)).toEqual(['accepted']);
  });

  it('leaves a call that it accepts at the last moment to another one, which dials it at once', async () => {
    const leaving = await line.service.replica({ callTimings: { ...SHORT, dialLease: 60_000 } });
    const holder = line.service.db.createQueryRunner();
    await holder.startTransaction();
    await holder.query(`SELECT FROM organizations FOR UPDATE`);
    const body = { agentId: line.agentId, phoneNumber: NUMBERS.busy };
    const accepting = line.acme.with({ url: leaving.url }).post('/api/agents/call', body);
    await eventually(async () => {
      const waiting = `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
      return (await line.service.db.query(waiting)).length > 0;
    });
    const closing = leaving.app.close();
    await eventually(async () => leaving.app.get(Dials).firstAttempt() === null);
    await holder.rollbackTransaction();
    await holder.release();
    const { status, body: accepted } = await accepting;
    expect(status).toBe(201);
    // As `stop.ts` does with what is kept alive.
    leaving.app.getHttpServer().closeIdleConnections();
    await closing;
    expect(reasonOf(await line.over(String(accepted['callId'])))).toEqual(['busy', 'customer-busy']);
    expect(line.dials(String(accepted['callId']))).toHaveLength(1);
  });
});
