import { eventually } from '../support/eventually.js';
import { aCaller, type Caller } from './line.js';
import { aDialledCall, aQuietCarrier, type Dial, type QuietCarrier } from './quiet-carrier.js';

/** Calls of which the carrier does not say what it should: none stays live for ever. */

let carrier: QuietCarrier;
let caller: Caller;

beforeAll(async () => {
  carrier = await aQuietCarrier();
  caller = await aCaller(carrier.url);
  await caller.service.db.query(`UPDATE organizations SET max_concurrent_calls = 1000`);
});
afterAll(async () => {
  await caller.service.stop();
  await carrier.close();
});
afterEach(() => {
  carrier.isAway = false;
});

type Stage = 'queued' | 'ringing' | 'in-progress';

/** A call that the carrier has brought so far, and then forgot to speak of. */
async function aCallThatIs(stage: Stage): Promise<{ id: string; dial: Dial }> {
  const { id, dial } = await aDialledCall(caller, carrier);
  const words = {
    queued: ['initiated'],
    ringing: ['initiated', 'ringing'],
    'in-progress': ['ringing', 'in-progress'],
  };
  for (const [index, word] of words[stage].entries())
    await carrier.say(dial, 'status', { CallStatus: word, SequenceNumber: String(index) });
  await caller.until(id, stage);
  carrier.books.set(dial.sid, { status: stage });
  return { id, dial };
}

/** What time does by itself: the call has been like this for longer than it may. */
const age = async (id: string, by: string) => {
  await caller.service.db.query(
    `UPDATE calls SET dialed_at = dialed_at - $2::interval, ringing_at = ringing_at - $2::interval,
            answered_at = answered_at - $2::interval, watch_at = now() WHERE id = $1`,
    [id, by],
  );
};

const looks = async (id: string): Promise<number> => {
  const [call] = await caller.service.db.query(`SELECT watch_attempts FROM calls WHERE id = $1`, [id]);
  return call.watch_attempts as number;
};

describe('a call that the carrier still holds for too long', () => {
  it.each([
    ['queued', '11 minutes', 'canceled', { status: 'canceled' }, ['failed', 'provider-unavailable']],
    ['ringing', '3 minutes', 'canceled', { status: 'canceled' }, ['no-answer', 'customer-did-not-answer']],
    [
      'in-progress',
      '33 minutes',
      'completed',
      { status: 'completed', duration: '1980' },
      ['completed', 'exceeded-max-duration'],
    ],
  ] as const)(
    '%s for %s is ended there first, and its last word decides',
    async (stage, time, order, word, how) => {
      const { id, dial } = await aCallThatIs(stage);
      await age(id, time);
      await eventually(async () => carrier.orders.includes(`${order} ${dial.sid}`));
      carrier.books.set(dial.sid, word);
      const call = await caller.until(id);
      expect([call['status'], call['ended_reason']]).toEqual(how);
      expect(carrier.orders.filter((one) => one.endsWith(dial.sid))).toHaveLength(1);
    },
  );

  it('is left alone within its time', async () => {
    const { id, dial } = await aCallThatIs('in-progress');
    await age(id, '29 minutes');
    await eventually(async () => {
      const [call] = await caller.service.db.query(
        `SELECT watch_at > now() AS later FROM calls WHERE id = $1`,
        [id],
      );
      return call.later as boolean;
    });
    expect((await caller.read(id))['status']).toBe('in-progress');
    expect(carrier.orders.filter((one) => one.endsWith(dial.sid))).toEqual([]);
  });
});

describe('a call whose last word got lost', () => {
  it.each([
    ['queued', '11 minutes', { status: 'failed' }, 'failed'],
    ['ringing', '3 minutes', { status: 'busy' }, 'busy'],
    ['in-progress', '33 minutes', { status: 'completed', duration: '61' }, 'completed'],
  ] as const)('while it was %s ends as the carrier’s books say', async (stage, time, book, status) => {
    const { id, dial } = await aCallThatIs(stage);
    carrier.books.set(dial.sid, book);
    await age(id, time);
    const call = await caller.until(id);
    expect(call).toMatchObject({ status, call_duration: status === 'completed' ? 61 : 0 });
    expect(carrier.orders.filter((one) => one.endsWith(dial.sid))).toEqual([]);
  });

  it('and of which the carrier knows nothing any more is closed as what nobody can name', async () => {
    const { id, dial } = await aCallThatIs('ringing');
    carrier.books.delete(dial.sid);
    await age(id, '3 minutes');
    expect(await caller.until(id)).toMatchObject({ status: 'failed', ended_reason: 'unknown-error' });
  });
});

describe('a carrier that cannot be asked', () => {
  it('is asked again, ever more slowly, while the call stays live; then it is closed by what is learned', async () => {
    const { id, dial } = await aCallThatIs('ringing');
    carrier.isAway = true;
    await age(id, '3 minutes');
    await eventually(async () => (await looks(id)) >= 3);
    expect((await caller.read(id))['status']).toBe('ringing');
    carrier.books.set(dial.sid, { status: 'no-answer' });
    carrier.isAway = false;
    expect(await caller.until(id)).toMatchObject({
      status: 'no-answer',
      ended_reason: 'customer-did-not-answer',
    });
  });

  it('for four hours leaves the call unended no longer', async () => {
    const { id } = await aCallThatIs('ringing');
    carrier.isAway = true;
    await age(id, '5 hours');
    expect(await caller.until(id)).toMatchObject({
      status: 'failed',
      ended_reason: 'provider-unavailable',
      enhanced_context: { ended: { by: 'platform', retryable: true } },
    });
  });
});
