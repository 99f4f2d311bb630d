import { eventually } from '../support/eventually.js';
import { aCaller, type Caller } from './line.js';
import { aDialledCall, aQuietCarrier, type Dial, type QuietCarrier } from './quiet-carrier.js';

/** `POST /api/calls/:id/end` in every state of a call. The carrier says nothing unless the test makes it. */

let carrier: QuietCarrier;
let caller: Caller;

beforeAll(async () => {
  carrier = await aQuietCarrier();
  // The last words are the test's to say: nobody asks for them meanwhile.
  caller = await aCaller(carrier.url, { endCheck: 60_000 });
});
afterAll(async () => {
  await caller.service.stop();
  await carrier.close();
});
afterEach(() => carrier.release());

const dialled = () => aDialledCall(caller, carrier);

const end = (id: string) => caller.acme.post(`/api/calls/${id}/end`);
const say = (dial: Dial, word: string, sequence: number, more: Record<string, string> = {}) =>
  carrier.say(dial, 'status', { CallStatus: word, SequenceNumber: String(sequence), ...more });
const ordersFor = ({ sid }: Dial) => carrier.orders.filter((order) => order.endsWith(sid));
const ordered = (dial: Dial) => eventually(async () => ordersFor(dial).length > 0 && ordersFor(dial));

const known = (id: string) =>
  eventually(async () => (await caller.read(id))['enhanced_context'].telephony.carrier_call_id !== null);

describe('a live call that somebody ends', () => {
  it('while it is queued at the carrier is canceled there, and the carrier has the last word', async () => {
    const { id, dial } = await dialled();
    await known(id);
    expect((await end(id)).status).toBe(202);
    expect(await ordered(dial)).toEqual([`canceled ${dial.sid}`]);
    expect((await caller.read(id))['status']).toBe('queued');
    await say(dial, 'canceled', 0);
    expect(await caller.until(id)).toMatchObject({
      status: 'canceled',
      ended_reason: 'manually-canceled',
      call_duration: 0,
      enhanced_context: { ended: { by: 'operator', carrier_code: 'canceled' } },
    });
  });

  it('while it rings is canceled, and one that is picked up in that moment is what the carrier says', async () => {
    const { id, dial } = await dialled();
    await say(dial, 'ringing', 0);
    expect((await end(id)).status).toBe(202);
    expect(await ordered(dial)).toEqual([`canceled ${dial.sid}`]);
    await say(dial, 'in-progress', 1);
    await say(dial, 'completed', 2, { CallDuration: '3' });
    expect(await caller.until(id)).toMatchObject({
      status: 'completed',
      ended_reason: 'manually-ended',
      call_duration: 3,
    });
  });

  it('while people talk is hung up', async () => {
    const { id, dial } = await dialled();
    await say(dial, 'ringing', 0);
    await say(dial, 'in-progress', 1);
    expect((await end(id)).status).toBe(202);
    expect(await ordered(dial)).toEqual([`completed ${dial.sid}`]);
    await say(dial, 'completed', 2, { CallDuration: '9' });
    expect(await caller.until(id)).toMatchObject({ status: 'completed', ended_reason: 'manually-ended' });
  });

  it('before the carrier has said which call it is, is ended as soon as it does', async () => {
    carrier.hold();
    const { id, dial } = await dialled();
    expect((await end(id)).status).toBe(202);
    expect((await caller.read(id))['status']).toBe('queued');
    expect(ordersFor(dial)).toEqual([]);
    carrier.release();
    expect(await ordered(dial)).toEqual([`canceled ${dial.sid}`]);
    await say(dial, 'canceled', 0);
    expect((await caller.until(id))['status']).toBe('canceled');
  });

  it('twice is ended once, and says so both times', async () => {
    const { id, dial } = await dialled();
    await known(id);
    const answers = [await end(id), await end(id), await end(id)];
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
    await ordered(dial);
    await say(dial, 'canceled', 0);
    await caller.until(id);
    expect(ordersFor(dial)).toHaveLength(1);
  });

  it('that is over is refused: 409, and nothing changes', async () => {
    const { id, dial } = await dialled();
    await say(dial, 'initiated', 0);
    await say(dial, 'busy', 1);
    const before = await caller.until(id);
    expect(await end(id)).toMatchObject({ status: 409, body: { code: 'call_over' } });
    expect(await caller.read(id)).toEqual(before);
    expect(ordersFor(dial)).toEqual([]);
  });

  it('of another organization, or of nobody, is not found', async () => {
    const { id, dial } = await dialled();
    const other = await caller.service.anOrganization('Other');
    expect((await other.post(`/api/calls/${id}/end`)).status).toBe(404);
    expect((await end('01937f5c-2d5e-7c3a-9b51-0a4f7e1c2d3e')).status).toBe(404);
    await say(dial, 'initiated', 0);
    expect(ordersFor(dial)).toEqual([]);
  });

  it('at a carrier that cannot be reached is ended when it can', async () => {
    const { id, dial } = await dialled();
    await say(dial, 'ringing', 0);
    carrier.isAway = true;
    expect((await end(id)).status).toBe(202);
    await eventually(async () => {
      const [call] = await caller.service.db.query(`SELECT watch_attempts FROM calls WHERE id = $1`, [id]);
      return call.watch_attempts >= 2;
    });
    expect((await caller.read(id))['status']).toBe('ringing');
    carrier.isAway = false;
    carrier.books.set(dial.sid, { status: 'canceled' });
    expect(await caller.until(id)).toMatchObject({ status: 'canceled', ended_reason: 'manually-canceled' });
  });
});
