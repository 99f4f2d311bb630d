import { eventually } from '../support/eventually.js';
import { aTalk, GREETING, uses, type Talk } from './talk.js';

/** Lines on which little is said: by the carrier, or by the customer. */
let talk: Talk;
beforeAll(async () => {
  // A word takes 0.4 seconds where nobody tells when it was spoken.
  talk = await aTalk({ playoutGrace: 100, closing: 100 });
});
afterAll(() => talk.stop());

describe('a carrier that does not tell what it plays', () => {
  const turnsTold = async (callId: string): Promise<number> =>
    (
      await talk.service.db.query(
        `SELECT 1 FROM events WHERE call_id = $1 AND type = 'conversation.turn_completed'`,
        [callId],
      )
    ).length;

  it('is taken to have said it all once that much time has gone by: the call ends behind the goodbye', async () => {
    const call = await talk.call();
    const phone = (await call.phone()).setUp();
    talk.answers('At nine.', uses('end_call', { reason: 'said all' }, 'Goodbye.'));
    // What comes before a turn is over belongs to it.
    await eventually(async () => (await turnsTold(call.callId)) === 1);
    phone.prompt('When do you open?');
    expect(await phone.hears()).toBe('At nine.');
    await eventually(async () => (await turnsTold(call.callId)) === 2);
    phone.prompt('That is all.');
    expect(await phone.handoff()).toEqual({ reason: 'end' });
    const record = await call.closed();
    expect(record['transcript']).toBe(
      `Agent: ${GREETING}\nCustomer: When do you open?\nAgent: At nine.\nCustomer: That is all.\nAgent: Goodbye.`,
    );
    expect(record['transcript_formatted'].at(-1)).toMatchObject({ start_ms: null, end_ms: null });
    expect(record['quality_metrics']).toMatchObject({ estimated: true, silence_ms: null });
    expect(await call.outcomes()).toEqual(['agent-ended']);
  });

  it('and does not close the socket after the end has it closed by us', async () => {
    const call = await talk.call({ prompt: ' ' });
    const phone = await call.greeted();
    await phone.gets('end');
    expect(await phone.isClosed()).toEqual({ code: 1000, reason: '' });
    await call.closed();
    expect(await call.outcomes()).toEqual(['agent-ended']);
  });

  it('opens the socket before it has answered our request to dial: the call is known by its token', async () => {
    const call = await talk.call({}, { carrier_call_id: null });
    const phone = await call.greeted();
    talk.answers('At nine.');
    phone.say('When do you open?');
    expect(await phone.listens()).toBe('At nine.');
    await phone.hangUp();
    await call.closed();
  });
});

describe('a customer of whom no words come', () => {
  it('is not asked after while the voice is heard, nor before the agent’s patience is over', async () => {
    const speaking = await talk.call({ silenceSeconds: 0.5 });
    const speaker = (await speaking.greeted()).info('clientSpeaking', 'on');
    const patient = await (await talk.call({ silenceSeconds: 60 })).greeted();
    // Somebody else, who is silent from now on, tells the time.
    const phone = await (await talk.call({ silenceSeconds: 0.5 })).greeted();
    expect(await phone.listens()).toBe('Are you still there?');
    expect(await phone.listens()).toContain('hang up now');
    expect([speaker.frames, patient.frames]).toEqual([[], []]);
    talk.answers('At nine.');
    speaker.info('clientSpeaking', 'off').prompt('So, to cut a long story short, when do you open?');
    expect(await speaker.listens()).toBe('At nine.');
    for (const one of [speaker, patient, phone]) await one.hangUp();
  });

  it('is asked after once more when the voice was heard after the first time', async () => {
    const call = await talk.call({ silenceSeconds: 0.5 });
    const phone = await call.greeted();
    expect(await phone.listens()).toBe('Are you still there?');
    phone.info('clientSpeaking', 'on').info('clientSpeaking', 'off');
    expect(await phone.listens()).toBe('Are you still there?');
    expect(await phone.listens()).toContain('hang up now');
    await phone.gets('end');
    await phone.hangUp();
    const { turn_events: events } = await call.closed();
    expect(
      events
        .filter(({ type }: { type: string }) => type === 'silence')
        .map(({ data }: { data: unknown }) => data),
    ).toEqual([{ asked: true }, { asked: true }, { asked: false }]);
  });
});

describe('the longest duration', () => {
  it('counts from the answer, not from the socket: on one that comes late the agent takes its leave at once', async () => {
    const answeredAt = new Date(Date.now() - 300_000);
    const call = await talk.call({ maxDurationSeconds: 300 }, { answered_at: answeredAt });
    const phone = await call.greeted();
    expect(await phone.listens()).toContain('we have to stop here');
    await phone.gets('end');
    await phone.hangUp();
    await call.closed();
    expect(await call.outcomes()).toEqual(['max-duration']);
  });
});

describe('a model that uses tools for ever', () => {
  it('is stopped, and the agent apologizes', async () => {
    const call = await talk.call();
    const phone = await call.greeted();
    const before = talk.model.requests().length;
    talk.answers(...Array.from({ length: 12 }, () => uses('launch_rocket')));
    phone.say('Launch it!');
    expect(await phone.listens()).toContain('something is not working');
    await phone.gets('end');
    expect(talk.model.requests().length - before).toBe(6);
    await eventually(async () => phone.closed);
    await call.closed();
    expect(await call.outcomes()).toEqual(['model-failed']);
  });
});
