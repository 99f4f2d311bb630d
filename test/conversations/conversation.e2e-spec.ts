import type { ServerResponse } from 'node:http';
import { eventually } from '../support/eventually.js';
import { startHttp, stopServers } from '../support/loopback-server.js';
import { aTalk, GREETING, uses, type Talk } from './talk.js';

let talk: Talk;
beforeAll(async () => {
  talk = await aTalk();
});
afterAll(() => talk.stop());

/** What the model was shown with the last request, without the instructions. */
const shown = () => talk.model.requests().at(-1)?.body.messages.slice(1);
const asked = () => talk.model.requests().length;

describe('an agent', () => {
  it('answers what the customer says, and knows what was said', async () => {
    const call = await talk.call({ temperature: 0.3 });
    const phone = await call.greeted();
    talk.answers('We open at **nine**. 😀', 'Until six.');
    phone.say('When do you open?');
    expect(await phone.listens()).toBe('We open at nine.');
    phone.say('And how long?');
    expect(await phone.listens()).toBe('Until six.');
    expect(talk.model.requests().at(-1)?.body.temperature).toBe(0.3);
    expect(shown()).toEqual([
      { role: 'assistant', content: GREETING },
      { role: 'user', content: 'When do you open?' },
      { role: 'assistant', content: 'We open at nine.' },
      { role: 'user', content: 'And how long?' },
    ]);
    await phone.hangUp();
    const record = await call.closed();
    expect(record['transcript']).toBe(
      `Agent: ${GREETING}\nCustomer: When do you open?\nAgent: We open at nine.\nCustomer: And how long?\nAgent: Until six.`,
    );
    expect(await call.outcomes()).toEqual(['customer-ended']);
  });

  it('tells others of each turn, in order', async () => {
    const call = await talk.call();
    const phone = await call.greeted();
    talk.answers('Yes.', 'We open at nine. We close at six.');
    phone.say('Are you there?');
    await phone.listens();
    phone.say('When do you open?');
    await phone.hears();
    phone.info('agentSpeaking', 'on').interrupt('We open at nine.').info('clientSpeaking', 'off');
    await phone.hangUp();
    const told = await eventually(async () => {
      const rows = await talk.service.db.query(
        `SELECT sequence, data FROM events WHERE call_id = $1 AND type = 'conversation.turn_completed' ORDER BY sequence`,
        [call.callId],
      );
      return rows.length === 3 && rows;
    });
    expect(
      told.map(({ sequence, data }: { sequence: number; data: string }) => [sequence, JSON.parse(data).turn]),
    ).toEqual([
      [1, { turn: 1, customer_text: null, agent_text: GREETING, interrupted: false }],
      [2, { turn: 2, customer_text: 'Are you there?', agent_text: 'Yes.', interrupted: false }],
      [
        3,
        {
          turn: 3,
          customer_text: 'When do you open?',
          agent_text: 'We open at nine.',
          interrupted: true,
        },
      ],
    ]);
    await call.closed();
  });

  it('hears keys that are pressed', async () => {
    const call = await talk.call();
    const phone = await call.greeted();
    talk.answers('Thank you.', 'Thanks again.');
    for (const digit of '12#') phone.send({ type: 'dtmf', digit });
    expect(await phone.listens()).toBe('Thank you.');
    expect(shown()?.at(-1)).toEqual({ role: 'user', content: '[keypad] 12' });
    phone.send({ type: 'dtmf', digit: '7' });
    expect(await phone.listens()).toBe('Thanks again.');
    expect(shown()?.at(-1)).toEqual({ role: 'user', content: '[keypad] 7' });
    await phone.hangUp();
    const { turn_events: events } = await call.closed();
    const keys = events.filter(({ type }: { type: string }) => type === 'dtmf');
    expect(keys.map(({ data }: { data: unknown }) => data)).toEqual(
      ['1', '2', '#', '7'].map((digit) => ({ digit })),
    );
  });

  it('hears what a database cannot keep', async () => {
    const call = await talk.call();
    const phone = await call.greeted();
    talk.answers('Pardon?');
    phone.say('What\u0000 is \ud83d this?');
    await phone.listens();
    await phone.hangUp();
    expect((await call.closed())['transcript']).toContain(
      'Customer: What\ufffd is \ufffd this?\nAgent: Pardon?',
    );
  });

  it('is not broken into where it is not to be', async () => {
    const call = await talk.call({ interruptible: false });
    const phone = await call.greeted();
    talk.answers('We open at nine.');
    phone.say('When do you open?');
    await phone.listens();
    const spoken = phone.frames.filter(({ type }) => type === 'text');
    expect(spoken).toEqual(spoken.map(() => expect.objectContaining({ interruptible: false })));
    await phone.hangUp();
    await call.closed();
  });

  it('speaks its language also where no model is asked', async () => {
    const call = await talk.call({ language: 'de-DE', silenceSeconds: 0.3 });
    const phone = await call.greeted();
    expect(await phone.listens()).toBe('Sind Sie noch da?');
    await phone.hangUp();
    const { transcript_formatted: said } = await call.closed();
    expect(said.map(({ language }: { language: string }) => language)).toEqual(['de-DE', 'de-DE']);
  });

  it('keeps of a carrier’s complaint its reason, and none of the words in it', async () => {
    const call = await talk.call();
    const phone = await call.greeted();
    const description = 'Invalid message received, code: 64107, {"token":"Hello Ada"}';
    phone.send({ type: 'error', description });
    talk.answers('At nine.');
    phone.say('When do you open?');
    await phone.listens();
    await phone.hangUp();
    const { turn_events: events } = await call.closed();
    expect(events.filter(({ type }: { type: string }) => type === 'error')).toEqual([
      expect.objectContaining({
        actor: 'carrier',
        data: { source: 'carrier', message: 'Invalid message received' },
      }),
    ]);
  });

  it('without a prompt only greets', async () => {
    const call = await talk.call({ prompt: '' });
    const phone = await call.greeted();
    expect(await phone.handoff()).toEqual({ reason: 'end' });
    await phone.hangUp();
    await call.closed();
    expect(await call.outcomes()).toEqual(['agent-ended']);
  });
});

describe('a customer who breaks in', () => {
  afterEach(() => talk.model.setKnobs({ tokensPerSecond: 0 }));

  it('ends the model’s answer, and only what was heard counts', async () => {
    const call = await talk.call();
    const phone = await call.greeted();
    talk.model.setKnobs({ tokensPerSecond: 20 });
    talk.answers(`We open at nine. ${'And then we have much more to tell you. '.repeat(30)}`);
    phone.say('When do you open?');
    await eventually(async () => phone.frames.some(({ token }) => String(token).includes('And')));
    phone.info('agentSpeaking', 'on').interrupt('We open at nine.');
    await eventually(async () => talk.model.requests().at(-1)?.gaveUp);
    const sent = phone.frames.length;
    talk.model.setKnobs({ tokensPerSecond: 0 });
    talk.answers('On Sundays we are closed.');
    phone.info('clientSpeaking', 'off').prompt('And on Sundays?');
    await eventually(async () => phone.frames.slice(sent).some(({ last }) => last === true));
    expect(
      phone.frames
        .slice(sent)
        .map(({ token }) => token)
        .join(''),
    ).toBe('On Sundays we are closed.');
    expect(shown()).toEqual([
      { role: 'assistant', content: GREETING },
      { role: 'user', content: 'When do you open?' },
      { role: 'assistant', content: 'We open at nine. …' },
      { role: 'user', content: 'And on Sundays?' },
    ]);
    phone.play('On Sundays we are closed.');
    await phone.hangUp();
    const record = await call.closed();
    expect(record['transcript'].split('\n').slice(1, 4)).toEqual([
      'Customer: When do you open?',
      'Agent: We open at nine.',
      'Customer: And on Sundays?',
    ]);
    expect(record['transcript_formatted'][2]).toMatchObject({
      interrupted: true,
      text_unspoken: expect.stringMatching(/^And/),
    });
    expect(record['interruptions']).toEqual([
      expect.objectContaining({
        id: 'int_1',
        turn: 2,
        by: 'customer',
        kind: 'barge-in',
        agent_text_spoken: 'We open at nine.',
        customer_text: 'And on Sundays?',
        agent_resumed: false,
      }),
    ]);
  });

  it('only to agree is heard, and the agent goes on', async () => {
    const call = await talk.call();
    const phone = await call.greeted();
    talk.answers('We open at nine. We close at six.');
    phone.say('When do you open?');
    await phone.hears();
    const before = asked();
    phone
      .info('agentSpeaking', 'on')
      .interrupt('We open at nine.')
      .info('clientSpeaking', 'off')
      .prompt('Mm-hm.');
    expect(await phone.listens()).toBe('We close at six.');
    expect(asked()).toBe(before);
    await phone.hangUp();
    const record = await call.closed();
    expect(record['interruptions']).toEqual([
      expect.objectContaining({ kind: 'backchannel', customer_text: 'Mm-hm.', agent_resumed: true }),
    ]);
    expect(record['transcript']).toContain('Customer: Mm-hm.\nAgent: We close at six.');
  });

  it.each([
    ['only to agree', 'Mm-hm.'],
    ['with a noise', null],
  ])('%s while the model still writes has the agent go on', async (_, words) => {
    const call = await talk.call();
    const phone = await call.greeted();
    talk.model.setKnobs({ tokensPerSecond: 20 });
    talk.answers(`We open at nine. ${'And then we have much more to tell you. '.repeat(30)}`);
    phone.say('When do you open?');
    await eventually(async () => phone.frames.some(({ token }) => String(token).includes('And')));
    const first = talk.model.requests().at(-1);
    talk.answers('We close at six.');
    phone.info('agentSpeaking', 'on').interrupt('We open at nine.');
    await eventually(async () => first?.gaveUp);
    phone.info('clientSpeaking', 'off');
    if (words) phone.prompt(words);
    const sent = () => phone.frames.map(({ token }) => token).join('');
    await eventually(async () => sent().endsWith('We close at six.'));
    expect(shown()?.slice(-2)).toEqual([
      { role: 'assistant', content: 'We open at nine. …' },
      { role: 'user', content: '[go on]' },
    ]);
    phone.play('We close at six.');
    await phone.hangUp();
    const said = [words && `Customer: ${words}`, 'Agent: We close at six.'].filter(Boolean);
    expect((await call.closed())['transcript'].split('\n').slice(2)).toEqual([
      'Agent: We open at nine.',
      ...said,
    ]);
  });

  it('with a noise does not stop the agent for long', async () => {
    const call = await talk.call();
    const phone = await call.greeted();
    talk.answers('We open at nine. We close at six.');
    phone.say('When do you open?');
    await phone.hears();
    phone.info('agentSpeaking', 'on').interrupt('We open').info('clientSpeaking', 'off');
    expect(await phone.listens()).toBe('at nine. We close at six.');
    await phone.hangUp();
    expect((await call.closed())['interruptions']).toEqual([
      expect.objectContaining({ kind: 'false', customer_text: null, agent_resumed: true }),
    ]);
  });

  it('with many words has the agent silent until they are said', async () => {
    const [call, other] = [await talk.call(), await talk.call()];
    const [phone, noisy] = [await call.greeted(), await other.greeted()];
    talk.answers(
      'We open at nine. We close at six.',
      'We open at nine. We close at six.',
      'On Sundays we are closed.',
    );
    for (const one of [phone, noisy]) {
      one.say('When do you open?');
      await one.hears();
      one.info('agentSpeaking', 'on').interrupt('We open at nine.');
    }
    // A noise that began later was waited for long enough.
    noisy.info('clientSpeaking', 'off');
    expect(await noisy.listens()).toBe('We close at six.');
    await noisy.hangUp();
    phone.info('clientSpeaking', 'off').prompt('Wait, I work all week, so what I need to know is Sundays.');
    expect(await phone.listens()).toBe('On Sundays we are closed.');
    await phone.hangUp();
    expect((await call.closed())['interruptions']).toEqual([
      expect.objectContaining({ kind: 'barge-in', by: 'customer', agent_resumed: false }),
    ]);
  });

  it('while the agent thinks, and then says nothing, gets the answer all the same', async () => {
    const call = await talk.call();
    const phone = await call.greeted();
    talk.model.setKnobs({ firstTokenMs: 3_000 });
    const first = asked() + 1;
    phone.say('When do you open?');
    await eventually(async () => asked() === first);
    talk.model.setKnobs({ firstTokenMs: 0 });
    talk.answers('At nine.');
    phone.info('clientSpeaking', 'on');
    phone.send({ type: 'interrupt', utteranceUntilInterrupt: '', durationUntilInterruptMs: 0 });
    phone.info('clientSpeaking', 'off');
    expect(await phone.listens()).toBe('At nine.');
    await phone.hangUp();
    expect((await call.closed())['interruptions']).toEqual([]);
  });

  it('stands among the events as well, the agent’s overlaps like the customer’s', async () => {
    const call = await talk.call();
    const phone = await call.greeted();
    talk.answers('We open at nine. We close at six.', 'On Sundays we are closed.');
    phone.say('When do you open?');
    await phone.hears();
    phone.info('agentSpeaking', 'on').interrupt('We open at nine.').info('clientSpeaking', 'off');
    phone.prompt('And on Sundays?').info('clientSpeaking', 'on');
    const answer = await phone.hears();
    phone.info('agentSpeaking', 'on').info('tokensPlayed', answer);
    // What happens in the same millisecond does not overlap.
    const heardAt = Date.now();
    await eventually(async () => Date.now() > heardAt + 5);
    phone.info('agentSpeaking', 'off').info('clientSpeaking', 'off').prompt('I see.');
    await phone.hears();
    await phone.hangUp();
    const { interruptions, turn_events: events } = await call.closed();
    expect(interruptions).toMatchObject([
      { turn: 2, by: 'customer', kind: 'barge-in' },
      { turn: 3, by: 'agent', kind: 'overlap', agent_text_spoken: 'On Sundays we are closed.' },
    ]);
    type Row = Record<string, unknown>;
    expect(events.filter(({ type }: Row) => type === 'interruption')).toEqual(
      interruptions.map(({ turn, by, kind, at, offset_ms }: Row) => ({
        seq: expect.any(Number),
        type: 'interruption',
        turn,
        actor: by,
        at,
        offset_ms,
        data: { kind },
      })),
    );
    expect(events.map(({ seq }: Row) => seq)).toEqual(events.map((_: Row, index: number) => index + 1));
  });

  it('before the goodbye is over is listened to', async () => {
    const call = await talk.call();
    const phone = await call.greeted();
    talk.answers(uses('end_call', { reason: 'said all' }, 'Thank you for calling. Goodbye.'));
    phone.say('That is all.');
    await phone.hears();
    phone.info('agentSpeaking', 'on').interrupt('Thank you');
    talk.answers('Of course, what is it?');
    phone.info('clientSpeaking', 'off').prompt('Wait, one more thing!');
    expect(await phone.listens()).toBe('Of course, what is it?');
    expect(phone.frames.some(({ type }) => type === 'end')).toBe(false);
    await phone.hangUp();
    await call.closed();
    expect(await call.outcomes()).toEqual(['customer-ended']);
  });
});

describe('while a tool is asked, a customer who', () => {
  afterEach(stopServers);

  /** The agent has asked another system, which has not answered yet. */
  async function booking() {
    const asked: ServerResponse[] = [];
    const port = await startHttp((_, response) => void asked.push(response));
    const call = await talk.call({
      httpTools: [
        {
          name: 'book',
          description: 'Books a day',
          url: `http://127.0.0.1:${port}/`,
          parameters: { type: 'object', properties: { day: { type: 'string' } } },
          timeoutSeconds: 20,
        },
      ],
    });
    const phone = await call.greeted();
    talk.answers(uses('book', { day: 'Mon' }, 'One moment, please.'));
    phone.say('Monday, please.');
    await phone.hears();
    await eventually(async () => asked.length === 1);
    return { asked, call, phone };
  }

  it('hangs up leaves in the record that it was called off', async () => {
    const { call, phone } = await booking();
    await phone.hangUp();
    const record = await call.closed();
    expect(record['tool_usage']).toEqual([
      expect.objectContaining({ name: 'book', status: 'unresolved', result: null }),
    ]);
    const events = record['turn_events'].map(({ type }: { type: string }) => type);
    expect(events.filter((type: string) => type.startsWith('tool.'))).toEqual([
      'tool.started',
      'tool.failed',
    ]);
  });

  it('breaks in has it asked no second time, though the model wants it again', async () => {
    const { asked, call, phone } = await booking();
    const before = talk.model.requests().length;
    talk.answers(uses('book', { day: 'Mon' }), 'It is booked.');
    phone.info('agentSpeaking', 'on').interrupt('One moment').info('clientSpeaking', 'off');
    phone.prompt('Monday, I mean.');
    await eventually(async () => talk.model.requests().length > before);
    asked[0]?.end('{"booked":true}');
    expect(await phone.listens()).toBe('It is booked.');
    await phone.hangUp();
    const record = await call.closed();
    expect(asked).toHaveLength(1);
    expect(record['action_executions']).toEqual([
      expect.objectContaining({ name: 'book', status: 'succeeded', attempt: 1 }),
    ]);
    expect(record['tool_usage'][0]).toMatchObject({ name: 'book', status: 'unresolved' });
    expect(record['transcript']).toContain(
      'Agent: One moment\nCustomer: Monday, I mean.\nAgent: It is booked.',
    );
  });
});

describe('keys that the agent presses', () => {
  it('come after what it said before, are no words, and the conversation goes on', async () => {
    const call = await talk.call({ tools: ['send_dtmf'] });
    const phone = await call.greeted();
    talk.answers(uses('send_dtmf', { digits: '1w2#' }, 'I am choosing sales.'), 'Now we wait.');
    phone.say('Press one for sales.');
    expect(await phone.hears()).toBe('I am choosing sales.');
    expect(await phone.hears()).toBe('Now we wait.');
    const sent = phone.frames.filter(({ type, token }) => type === 'sendDigits' || token !== '');
    expect(sent.map(({ token, digits }) => digits ?? token).join('|')).toMatch(/sales\.\|1w2#\|.*Now/);
    expect(await phone.gets('sendDigits')).toEqual({ type: 'sendDigits', digits: '1w2#' });
    phone.play('I am choosing sales.').play('Now we wait.');
    await phone.hangUp();
    const record = await call.closed();
    expect(record['transcript']).toMatch(/Agent: I am choosing sales\.\nAgent: Now we wait\.$/);
    expect(record['tool_usage']).toEqual([
      expect.objectContaining({ name: 'send_dtmf', status: 'succeeded', arguments: { digits: '1w2#' } }),
    ]);
    expect(await call.outcomes()).toEqual(['customer-ended']);
  });
});

describe('a customer who wants no more calls', () => {
  afterEach(() => talk.model.setKnobs({ tokensPerSecond: 0 }));

  /** The agent has put the number on the list, and begins a long goodbye. */
  async function optingOut() {
    const call = await talk.call({ tools: ['opt_out', 'end_call'] });
    const phone = await call.greeted();
    talk.model.setKnobs({ tokensPerSecond: 20 });
    talk.answers(uses('opt_out', { reason: 'no more calls' }), 'We will not call you again. '.repeat(30));
    phone.say('Stop calling me.');
    await eventually(async () => phone.frames.some(({ token }) => String(token).includes('We')));
    return { call, phone };
  }

  const breakIn = async (phone: Awaited<ReturnType<typeof optingOut>>['phone']) => {
    phone.info('agentSpeaking', 'on').interrupt('We');
    await eventually(async () => talk.model.requests().at(-1)?.gaveUp);
    talk.model.setKnobs({ tokensPerSecond: 0 });
    return phone.frames.length;
  };
  const hearsAfter = (phone: Awaited<ReturnType<typeof optingOut>>['phone'], sent: number) =>
    eventually(async () => phone.frames.slice(sent).some(({ last }) => last === true));

  it('and hangs up during the goodbye has opted out all the same', async () => {
    const { call, phone } = await optingOut();
    await phone.hangUp();
    await call.closed();
    expect(await call.outcomes()).toEqual(['opted-out']);
  });

  it('and hangs up while the number is being put on the list has opted out all the same', async () => {
    const lock = talk.service.db.createQueryRunner();
    await lock.startTransaction();
    await lock.query(`LOCK TABLE do_not_call IN EXCLUSIVE MODE`);
    const call = await talk.call({ tools: ['opt_out'] }, { phone_number: '+13125550163' });
    const phone = await call.greeted();
    talk.answers(uses('opt_out', { reason: 'no more calls' }));
    phone.say('Stop calling me.');
    await eventually(async () => {
      const waiting = `SELECT 1 FROM pg_locks WHERE relation = 'do_not_call'::regclass AND NOT granted`;
      return (await talk.service.db.query(waiting)).length > 0;
    });
    await phone.hangUp();
    await lock.commitTransaction();
    await lock.release();
    const record = await call.closed();
    expect(await call.outcomes()).toEqual(['opted-out']);
    expect(record['tool_usage']).toEqual([expect.objectContaining({ name: 'opt_out', status: 'succeeded' })]);
  });

  it('and breaks into the goodbye is answered, and then the call ends', async () => {
    const { call, phone } = await optingOut();
    const sent = await breakIn(phone);
    talk.answers('Never again. Goodbye.');
    phone.info('clientSpeaking', 'off').prompt('And my mother neither!');
    await hearsAfter(phone, sent);
    phone.play('Never again. Goodbye.');
    expect(await phone.handoff()).toEqual({ reason: 'end' });
    await phone.hangUp();
    await call.closed();
    expect(await call.outcomes()).toEqual(['opted-out']);
  });

  it('has opted out also when the model fails at the goodbye', async () => {
    const call = await talk.call({ tools: ['opt_out', 'end_call'] });
    const phone = await call.greeted();
    talk.answers(uses('opt_out', { reason: 'no more calls' }), '', '');
    phone.say('Stop calling me.');
    expect(await phone.listens()).toContain('one moment');
    expect(await phone.listens()).toContain('Goodbye');
    await phone.gets('end');
    await phone.hangUp();
    await call.closed();
    expect(await call.outcomes()).toEqual(['opted-out']);
  });

  it('and whose line is lost has opted out on the next one too', async () => {
    const { call, phone } = await optingOut();
    await phone.drop();
    await call.closed();
    talk.model.setKnobs({ tokensPerSecond: 0 });
    talk.answers('Goodbye, then.');
    const again = (await call.phone()).setUp();
    expect(await again.listens()).toContain('lost you');
    expect(await again.listens()).toBe('Goodbye, then.');
    expect(await again.handoff()).toEqual({ reason: 'end' });
    await again.hangUp();
    await call.closed(2);
    expect((await call.outcomes()).at(-1)).toBe('opted-out');
  });
});

describe('a customer who pauses', () => {
  it('before the goodbye was heard is listened to', async () => {
    const call = await talk.call();
    const phone = await call.greeted();
    talk.answers(uses('end_call', { reason: 'said all' }, 'Goodbye.'));
    phone.say('That is all.');
    await phone.hears();
    talk.answers('Of course, what is it?');
    phone.say('Or no, one more thing.');
    expect(await phone.hears()).toBe('Of course, what is it?');
    phone
      .info('agentSpeaking', 'on')
      .info('tokensPlayed', 'Goodbye.')
      .info('tokensPlayed', 'Of course, what is it?');
    phone.info('agentSpeaking', 'off');
    talk.answers('Gladly.');
    phone.say('Send me the prices.');
    expect(await phone.listens()).toBe('Gladly.');
    expect(phone.frames.some(({ type }) => type === 'end')).toBe(false);
    await phone.hangUp();
    await call.closed();
  });

  it('says one thing in two parts, and gets one answer', async () => {
    const call = await talk.call();
    const phone = await call.greeted();
    talk.model.setKnobs({ firstTokenMs: 3_000 });
    phone.say('I would like');
    const first = asked() + 1;
    await eventually(async () => asked() === first);
    talk.model.setKnobs({ firstTokenMs: 0 });
    talk.answers('For two, gladly.');
    phone.say('a table for two.');
    expect(await phone.listens()).toBe('For two, gladly.');
    expect(talk.model.requests().at(-2)?.gaveUp).toBe(true);
    expect(shown()?.at(-1)).toEqual({ role: 'user', content: 'I would like a table for two.' });
    await phone.hangUp();
    const record = await call.closed();
    expect(record['transcript']).toBe(
      `Agent: ${GREETING}\nCustomer: I would like a table for two.\nAgent: For two, gladly.`,
    );
    expect(record['transcript_formatted'].map(({ turn }: { turn: number }) => turn)).toEqual([1, 2, 2]);
  });
});

describe('the end', () => {
  it('in the middle of a sentence leaves what was heard of it', async () => {
    const call = await talk.call();
    const phone = (await call.phone()).setUp();
    phone.info('agentSpeaking', 'on').info('tokensPlayed', 'Hello, this').info('agentSpeaking', 'off');
    await phone.hangUp();
    const record = await call.closed();
    expect(record['transcript_formatted']).toEqual([
      expect.objectContaining({ text: 'Hello, this', interrupted: true, text_unspoken: 'is Ava.', turn: 1 }),
    ]);
    expect(record['interruptions']).toEqual([]);
    expect(await call.outcomes()).toEqual(['customer-ended']);
  });

  it('waits until the last words were heard', async () => {
    const call = await talk.call();
    const phone = await call.greeted();
    talk.model.setKnobs({ splitArguments: 2 });
    talk.answers(uses('end_call', { reason: 'everything is said' }, 'Goodbye, Ada.'));
    phone.say('Bye.');
    expect(await phone.hears()).toBe('Goodbye, Ada.');
    phone.info('agentSpeaking', 'on').info('tokensPlayed', 'Goodbye,');
    phone.info('roundTripDelayMs', '80');
    await phone.gets('text');
    expect(phone.frames.some(({ type }) => type === 'end')).toBe(false);
    phone.info('tokensPlayed', ' Ada.').info('agentSpeaking', 'off');
    expect(await phone.handoff()).toEqual({ reason: 'end' });
    await phone.hangUp();
    const record = await call.closed();
    expect(await call.outcomes()).toEqual(['agent-ended']);
    expect(record['tool_usage']).toEqual([
      expect.objectContaining({ name: 'end_call', arguments: { reason: 'everything is said' }, turn: 2 }),
    ]);
    expect(record['transcript_formatted'].at(-1)).toMatchObject({
      tool_call_ids: [record['tool_usage'][0].tool_call_id],
    });
  });

  it('comes with a transfer to one of the agent’s destinations', async () => {
    const call = await talk.call({
      transferDestinations: [{ name: 'sales', phone: '+13125550177', description: 'Prices' }],
    });
    const phone = await call.greeted();
    talk.answers(uses('transfer_call', { destination: 'sales', reason: 'asked' }));
    phone.say('A person, please.');
    expect(await phone.listens()).toBe('One moment, I am connecting you.');
    expect(await phone.handoff()).toEqual({ reason: 'transfer', destination: 'sales' });
    await phone.hangUp();
    await call.closed();
    expect(await call.outcomes()).toEqual(['transferred']);
  });

  it('comes at once when somebody ends the call', async () => {
    const call = await talk.call();
    const phone = await call.greeted();
    await talk.acme.post(`/api/calls/${call.callId}/end`);
    expect(await phone.handoff()).toEqual({ reason: 'end' });
    await phone.hangUp();
    await call.closed();
  });

  it('comes after two silences', async () => {
    const call = await talk.call({ silenceSeconds: 0.3 });
    const phone = await call.greeted();
    expect(await phone.listens()).toBe('Are you still there?');
    expect(await phone.listens()).toContain('hang up now');
    expect(await phone.handoff()).toEqual({ reason: 'end' });
    await phone.hangUp();
    const { turn_events: events } = await call.closed();
    expect(events.filter(({ type }: { type: string }) => type === 'silence')).toHaveLength(2);
    expect(await call.outcomes()).toEqual(['silence']);
  });

  it('comes politely before the longest duration', async () => {
    const call = await talk.call({ maxDurationSeconds: 1 });
    const phone = await call.greeted();
    expect(await phone.listens()).toContain('we have to stop here');
    await phone.gets('end');
    await phone.hangUp();
    await call.closed();
    expect(await call.outcomes()).toEqual(['max-duration']);
  });
});

describe('a machine that answers', () => {
  it('is left the message, which nothing interrupts', async () => {
    const call = await talk.call({
      voicemail: { action: 'leave_message', message: 'Please call {{company}} back.' },
    });
    await talk.service.db.query(
      `UPDATE call_details SET variables = '{"company": "Acme"}' WHERE call_id = $1`,
      [call.callId],
    );
    const phone = await call.greeted();
    phone.say('Hi, you have reached Ada. Please leave a message after the beep.');
    expect(await phone.hears()).toBe('Please call Acme back.');
    expect(phone.frames.at(-1)).toMatchObject({ type: 'text', interruptible: false });
    phone.play('Please call Acme back.');
    expect(await phone.handoff()).toEqual({ reason: 'end' });
    await phone.hangUp();
    const record = await call.closed();
    expect(await call.outcomes()).toEqual(['voicemail']);
    expect(record).toMatchObject({
      went_to_voicemail: true,
      enhanced_context: { answered_by: { result: 'voicemail', method: 'transcript' } },
    });
    expect(record['turn_events'].map(({ type }: { type: string }) => type)).toContain('voicemail.detected');
  });

  it('is hung up on, when the carrier says so', async () => {
    const call = await talk.call({ voicemail: { action: 'hang_up' } });
    const phone = (await call.phone()).setUp();
    await talk.service.db.query(`UPDATE calls SET went_to_voicemail = true WHERE id = $1`, [call.callId]);
    await phone.gets('end');
    expect(phone.frames.filter(({ type }) => type === 'text')).toEqual([]);
    await phone.hangUp();
    await call.closed();
    expect(await call.outcomes()).toEqual(['voicemail']);
  });
});
