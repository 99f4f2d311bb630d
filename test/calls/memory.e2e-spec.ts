import { eventually } from '../support/eventually.js';
import { aCaller, OWN_NUMBER, type Caller } from './line.js';
import { aQuietCarrier, type Dial, type QuietCarrier } from './quiet-carrier.js';

let carrier: QuietCarrier;
let caller: Caller;

beforeAll(async () => {
  carrier = await aQuietCarrier();
  caller = await aCaller(carrier.url);
});
afterAll(async () => {
  await caller.service.stop();
  await carrier.close();
});

const dialled = async (to: string): Promise<{ id: string; dial: Dial }> => {
  const id = await caller.call(to, { fromNumber: OWN_NUMBER });
  return {
    id,
    dial: await eventually(async () => carrier.dials.find(({ form }) => form.get('Url')?.includes(id))),
  };
};

const memoryOf = async (id: string) =>
  (await caller.read(id))['enhanced_context'].memory as Record<string, unknown> | null;

/** A call that was answered, and is over after so many seconds, with this transcript. */
async function aCallThatSaid(to: string, transcript: string, seconds = '31'): Promise<string> {
  const { id, dial } = await dialled(to);
  await carrier.say(dial, 'answer', { CallStatus: 'in-progress' });
  await caller.service.db.query(`UPDATE call_details SET transcript = $2 WHERE call_id = $1`, [
    id,
    transcript,
  ]);
  await carrier.say(dial, 'status', { CallStatus: 'completed', SequenceNumber: '3', CallDuration: seconds });
  return id;
}

describe('earlier calls with the same contact', () => {
  it('are remembered when the next conversation begins', async () => {
    const to = '+13125550150';
    const first = await aCallThatSaid(to, 'Agent: Hi.\nCustomer: Call me on Monday.');
    const { id, dial } = await dialled(to);
    expect(await memoryOf(id)).toBeNull();
    await carrier.say(dial, 'answer', { CallStatus: 'in-progress' });
    expect(await memoryOf(id)).toMatchObject({
      previous_calls: 1,
      last_call_id: first,
      last_call_at: (await caller.read(first))['started_at'],
      brief: expect.stringContaining('Customer: Call me on Monday.'),
    });
  });

  it('are none when nobody was reached, or when they were another contact’s', async () => {
    await aCallThatSaid('+13125550151', 'Customer: I am somebody else.');
    const to = '+13125550152';
    const { dial: unanswered } = await dialled(to);
    await carrier.say(unanswered, 'status', { CallStatus: 'busy', SequenceNumber: '0' });
    const { id, dial } = await dialled(to);
    await carrier.say(dial, 'answer', { CallStatus: 'in-progress' });
    expect(await memoryOf(id)).toBeNull();
  });

  it('of two at once, neither is the other’s past', async () => {
    const to = '+13125550153';
    const [one, two] = await Promise.all([dialled(to), dialled(to)]);
    await Promise.all(
      [one, two].map(({ dial }) => carrier.say(dial, 'answer', { CallStatus: 'in-progress' })),
    );
    expect([await memoryOf(one.id), await memoryOf(two.id)]).toEqual([null, null]);
  });

  it('are forgotten with the contact', async () => {
    const to = '+13125550154';
    await aCallThatSaid(to, 'Customer: My secret.');
    const last = await aCallThatSaid(to, 'Customer: Goodbye.');
    expect(await memoryOf(last)).toMatchObject({ previous_calls: 1 });
    const { body } = await caller.acme.get(`/api/calls/${last}`);
    await caller.acme.delete(`/api/contacts/${body.contact_id}?erase=true`);
    expect(await memoryOf(last)).toBeNull();
    const again = await dialled(to);
    await carrier.say(again.dial, 'answer', { CallStatus: 'in-progress' });
    expect(await memoryOf(again.id)).toBeNull();
  });
});
