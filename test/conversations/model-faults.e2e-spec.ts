import { eventually } from '../support/eventually.js';
import { aTalk, uses, type Talk } from './talk.js';

let talk: Talk;
/** Where nobody waits long for a model. */
let hasty: Talk;
beforeAll(async () => {
  talk = await aTalk();
  hasty = await aTalk({ firstToken: 300, giveUp: 1_500 });
});
afterEach(() => {
  for (const { model } of [talk, hasty])
    model.setKnobs({ firstTokenMs: 0, fault: null, status: null, faultTimes: null, replies: [] });
});
afterAll(() => Promise.all([talk, hasty].map((one) => one?.stop())));

const FALLBACK = 'Sorry, give me one moment.';
const APOLOGY = /something is not working on our side/;

describe('a model that is late', () => {
  it('is excused once, and then answers', async () => {
    const call = await hasty.call();
    const phone = await call.greeted();
    hasty.model.setKnobs({ firstTokenMs: 700 });
    hasty.answers('Here I am.');
    phone.say('Hello?');
    expect(await phone.listens()).toBe(FALLBACK);
    expect(await phone.listens()).toBe('Here I am.');
    await phone.hangUp();
    const record = await call.closed();
    expect(record['transcript']).toMatch(
      /Customer: Hello\?\nAgent: Sorry, give me one moment\.\nAgent: Here I am\.$/,
    );
    expect(record['turn_events'].filter(({ type }: { type: string }) => type === 'error')).toEqual([]);
  });

  it('that never begins is given up twice, and then the call', async () => {
    const call = await hasty.call();
    const phone = await call.greeted();
    hasty.model.setKnobs({ fault: 'silent' });
    phone.say('Hello?');
    expect(await phone.listens()).toBe(FALLBACK);
    expect(await phone.listens()).toMatch(APOLOGY);
    expect(await phone.handoff()).toEqual({ reason: 'end' });
    await phone.hangUp();
    const record = await call.closed();
    expect(await call.outcomes()).toEqual(['model-failed']);
    expect(record['turn_events']).toContainEqual(
      expect.objectContaining({
        type: 'error',
        actor: 'platform',
        data: { source: 'model', kind: 'timeout' },
      }),
    );
  });
});

describe('a model that fails', () => {
  it.each([
    ['with too many requests', { status: 429 }],
    ['with a fault of its own', { status: 500 }],
    ['with nothing', { fault: 'empty' as const }],
  ])('%s once is asked again behind an excuse', async (_, knobs) => {
    const call = await talk.call();
    const phone = await call.greeted();
    talk.model.setKnobs({ ...knobs, faultTimes: 1 });
    talk.answers('Here I am.', 'Here I am.');
    phone.say('Hello?');
    expect(await phone.listens()).toBe(FALLBACK);
    expect(await phone.listens()).toBe('Here I am.');
    await phone.hangUp();
    await call.closed();
    expect(await call.outcomes()).toEqual(['customer-ended']);
  });

  it.each(['dropped', 'half-json', 'error-in-stream', 'cut-off'] as const)(
    'in the middle of a sentence (%s): what was heard of it stays',
    async (fault) => {
      const call = await talk.call();
      const phone = await call.greeted();
      talk.model.setKnobs({ fault, faultTimes: 1 });
      talk.answers('We open at nine and close at six.', 'At nine.');
      phone.say('When do you open?');
      const heard = (await phone.listens()).trim();
      expect('We open at nine and close at six.').toContain(heard);
      expect(await phone.listens()).toBe(FALLBACK);
      expect(await phone.listens()).toBe('At nine.');
      expect(talk.model.requests().at(-1)?.body.messages.slice(-3)).toEqual([
        { role: 'user', content: 'When do you open?' },
        { role: 'assistant', content: heard },
        { role: 'user', content: '[go on]' },
      ]);
      await phone.hangUp();
      const record = await call.closed();
      expect(record['transcript'].split('\n').slice(1)).toEqual([
        'Customer: When do you open?',
        `Agent: ${heard}`,
        `Agent: ${FALLBACK}`,
        'Agent: At nine.',
      ]);
      expect(record['turn_events'].filter(({ type }: { type: string }) => type === 'error')).toHaveLength(1);
      expect(await call.outcomes()).toEqual(['customer-ended']);
    },
  );

  it.each([
    ['because its key is wrong', { status: 401 }, 'unauthorized'],
    ['with a line of ten megabytes', { fault: 'long-line' as const }, 'bad-answer'],
  ])('%s is not asked again', async (_, knobs, kind) => {
    const call = await talk.call();
    const phone = await call.greeted();
    talk.model.setKnobs(knobs);
    const before = talk.model.requests().length;
    phone.say('Hello?');
    expect(await phone.listens()).toMatch(APOLOGY);
    await phone.gets('end');
    expect(talk.model.requests()).toHaveLength(before + 1);
    await phone.hangUp();
    const record = await call.closed();
    expect(await call.outcomes()).toEqual(['model-failed']);
    expect(record['turn_events']).toContainEqual(
      expect.objectContaining({ data: { source: 'model', kind } }),
    );
    expect(JSON.stringify(record)).not.toContain('model-key');
  });

  it('twice: the customer who hangs up meanwhile is not blamed', async () => {
    const call = await talk.call();
    const phone = await call.greeted();
    talk.model.setKnobs({ status: 500 });
    phone.say('Hello?');
    await phone.listens();
    expect(await phone.hears()).toMatch(APOLOGY);
    await phone.hangUp();
    await call.closed();
    expect(await call.outcomes()).toEqual(['model-failed']);
  });

  it('by asking for a tool that there is not, or with arguments that are no JSON', async () => {
    const call = await talk.call();
    const phone = await call.greeted();
    talk.answers(
      uses('launch_rocket'),
      { text: '', toolCalls: [{ name: 'end_call', arguments: '{"rea' }] },
      'I cannot do that.',
    );
    phone.say('Launch it!');
    expect(await phone.listens()).toBe('I cannot do that.');
    const messages = talk.model.requests().at(-1)?.body.messages ?? [];
    expect(messages.filter(({ role }) => role === 'tool')).toHaveLength(2);
    await phone.hangUp();
    const record = await eventually(async () => call.closed());
    expect(record['quality_metrics']).toMatchObject({ tool_calls: 2, tool_failures: 2 });
  });
});
