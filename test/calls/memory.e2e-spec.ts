import { startScriptedModel, type ScriptedModel } from '../../src/scripted-model/scripted-model.server.js';
import { Phone } from '../conversations/phone.js';
import { eventually } from '../support/eventually.js';
import { ACCOUNT, aCaller, OWN_NUMBER, TOKEN, type Caller } from './line.js';
import { aQuietCarrier, type Dial, type QuietCarrier } from './quiet-carrier.js';

const MODEL_KEY = 'model-key';

let carrier: QuietCarrier;
let model: ScriptedModel;
let caller: Caller;

beforeAll(async () => {
  carrier = await aQuietCarrier();
  model = await startScriptedModel({ apiKey: MODEL_KEY, knobs: { firstTokenMs: 0, tokensPerSecond: 0 } });
  const llm = { baseUrl: model.baseUrl, model: 'scripted', apiKey: MODEL_KEY };
  caller = await aCaller(carrier.url, {}, { llm });
});
afterAll(async () => {
  await caller.service.stop();
  await model.stop();
  await carrier.close();
});

const dialled = async (
  to: string,
  more: Record<string, unknown> = {},
): Promise<{ id: string; dial: Dial }> => {
  const id = await caller.call(to, { fromNumber: OWN_NUMBER, ...more });
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

  it('are told to the model, with the notes and whom it speaks to', async () => {
    const to = '+13125550155';
    const { body: agent } = await caller.acme.post('/api/agents', {
      name: 'Ava',
      prompt: 'You sell {{product}} to {{first_name}}.',
    });
    await caller.acme.post('/api/contacts', { phone: to, first_name: 'Ada', company: 'Engines' });
    await aCallThatSaid(to, 'Agent: Hi.\nCustomer: Call me on Monday.');
    const { dial } = await dialled(to, {
      agentId: agent.id,
      notes: 'Wants a quote.',
      variables: { product: 'engines' },
    });
    const { text: document } = await carrier.say(dial, 'answer', { CallStatus: 'in-progress' });
    const [, url = ''] = /<ConversationRelay[^>]* url="([^"]+)"/.exec(document) ?? [];
    const phone = await Phone.open(url, { callSid: dial.sid, accountSid: ACCOUNT, token: TOKEN });
    phone.setUp().say('Hello?');
    await phone.hears();
    const [instructions] = model.requests().at(-1)?.body.messages ?? [];
    expect(instructions).toEqual({ role: 'system', content: expect.any(String) });
    const told = String(instructions?.content).split('\n');
    expect(told[0]).toBe('You sell engines to Ada.');
    expect(told).toEqual(
      expect.arrayContaining([
        'Your name is Ava. You speak en-US.',
        'You called the customer.',
        `The customer: Ada, Engines, ${to}.`,
        'Notes on this call: Wants a quote.',
        expect.stringMatching(/^Earlier calls with this customer: /),
      ]),
    );
    expect(instructions?.content).toContain('Customer: Call me on Monday.');
    await phone.hangUp();
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
