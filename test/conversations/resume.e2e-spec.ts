import { v7 } from 'uuid';
import { eventually } from '../support/eventually.js';
import { ConversationDrain } from '../../src/conversations/conversation-drain.service.js';
import { aTalk, GREETING, type Talk } from './talk.js';

let talk: Talk;
beforeEach(async () => {
  talk = await aTalk();
});
afterEach(() => talk.stop());

const entriesWith = async (text: string): Promise<number> =>
  (await talk.service.db.query(`SELECT 1 FROM conversation_entries WHERE data->>'text' = $1`, [text])).length;

const shown = () => talk.model.requests().at(-1)?.body.messages.slice(1);

describe('a socket that is lost', () => {
  it('is taken up again with all that was said', async () => {
    const call = await talk.call();
    const first = await call.greeted();
    talk.answers('We open at nine.');
    first.say('When do you open?');
    await first.listens();
    await first.drop();
    const second = (await call.phone()).setUp();
    expect(await second.listens()).toBe('Sorry, I lost you for a second. I can hear you now.');
    talk.answers('At six.');
    second.say('And when do you close?');
    await second.listens();
    expect(shown()).toEqual([
      { role: 'assistant', content: GREETING },
      { role: 'user', content: 'When do you open?' },
      { role: 'assistant', content: 'We open at nine.' },
      { role: 'user', content: 'And when do you close?' },
    ]);
    await second.drop();
    const record = await call.closed(2);
    expect(await call.outcomes()).toEqual(['dropped', 'dropped']);
    expect(
      record['transcript_formatted'].map(({ turn, text }: { turn: number; text: string }) => [turn, text]),
    ).toEqual([
      [1, GREETING],
      [2, 'When do you open?'],
      [2, 'We open at nine.'],
      [2, 'Sorry, I lost you for a second. I can hear you now.'],
      [3, 'And when do you close?'],
      [3, 'At six.'],
    ]);
  });

  it('while the agent was about to answer, is taken up with the answer', async () => {
    const call = await talk.call();
    const first = await call.greeted();
    talk.model.setKnobs({ firstTokenMs: 4_000 });
    first.say('When do you open?');
    await eventually(async () => talk.model.requests().length > 0);
    await first.drop();
    expect(await eventually(async () => talk.model.requests()[0]?.gaveUp)).toBe(true);
    talk.model.setKnobs({ firstTokenMs: 0 });
    talk.answers('At nine.');
    const second = (await call.phone()).setUp();
    await second.listens();
    expect(await second.listens()).toBe('At nine.');
    await second.hangUp();
    await call.closed(2);
  });

  it('elsewhere than where it is still believed to be open, is taken up with what only that replica knows', async () => {
    const replica = await talk.service.replica();
    const call = await talk.call();
    const first = await call.greeted();
    talk.answers('We open at nine, and close at six.');
    first.say('When do you open?');
    await first.hears();
    first.info('agentSpeaking', 'on').info('tokensPlayed', 'We open at nine,').info('roundTripDelayMs', '80');
    // The carrier has given its socket up; nobody has told the first replica.
    const second = (await call.phone(replica.url)).setUp();
    expect(await first.isClosed()).toMatchObject({ code: 1000 });
    expect(await second.listens()).toContain('I lost you');
    talk.answers('At six.');
    second.say('And when do you close?');
    await second.listens();
    expect(shown()).toEqual([
      { role: 'assistant', content: GREETING },
      { role: 'user', content: 'When do you open?' },
      { role: 'assistant', content: 'We open at nine, …' },
      { role: 'user', content: 'And when do you close?' },
    ]);
    await second.hangUp();
    const record = await call.closed(2);
    expect(await call.outcomes()).toEqual(['dropped', 'customer-ended']);
    expect(record['transcript']).toContain('\nAgent: We open at nine,\nAgent: Sorry, I lost you');
  });

  it('whose replica does not let go of it is taken up without it, and what that one writes later counts for nothing', async () => {
    const call = await talk.call();
    const first = await call.greeted();
    talk.answers('We open at nine.');
    first.say('When do you open?');
    await first.listens();
    await eventually(async () => (await entriesWith('We open at nine.')) === 1);
    // Somebody else's, who lives and hears nothing.
    await talk.service.db.query(`UPDATE relay_sessions SET id = $1, owner = 'deaf'`, [v7()]);
    const second = (await call.phone()).setUp();
    expect(await second.listens()).toContain('I lost you');
    await second.hangUp();
    await call.closed(2);
    expect(await call.outcomes()).toEqual(['dropped', 'customer-ended']);
    expect(await entriesWith('We open at nine.')).toBe(1);
  });

  it('after a transfer that nobody took, goes on without it', async () => {
    const call = await talk.call({
      transferDestinations: [{ name: 'sales', phone: '+13125550177', description: 'Prices' }],
    });
    const first = await call.greeted();
    talk.answers({
      text: 'I am putting you through.',
      toolCalls: [{ name: 'transfer_call', arguments: '{"destination":"sales","reason":"asked"}' }],
    });
    first.say('A person, please.');
    await first.listens();
    await first.gets('end');
    await first.hangUp();
    const second = (await call.phone()).setUp();
    expect(await second.listens()).toContain('nobody is available right now');
    await second.hangUp();
    await call.closed(2);
    expect(await call.outcomes()).toEqual(['transferred', 'customer-ended']);
  });
});

describe('a service that stops', () => {
  const drain = () => talk.service.app.get(ConversationDrain, { strict: false });

  it('finishes the turn, closes the socket, and another replica goes on', async () => {
    const replica = await talk.service.replica();
    const peers = async (): Promise<boolean> =>
      (await talk.service.db.query(`SELECT 1 FROM replicas`)).length === 2;
    await eventually(peers);
    const call = await talk.call();
    const first = await call.greeted();
    talk.answers('We open at nine.');
    first.say('When do you open?');
    await first.hears();
    await drain().begin();
    expect(first.closed).toBeNull();
    first.play('We open at nine.');
    expect(await first.isClosed()).toMatchObject({ code: 1001 });
    expect(await call.outcomes()).toEqual(['drained']);
    await expect(call.phone()).rejects.toThrow('503');

    const second = (await call.phone(replica.url)).setUp();
    talk.answers('At six.');
    second.say('And when do you close?');
    expect(await second.listens()).toBe('At six.');
    expect(shown()?.[1]).toEqual({ role: 'user', content: 'When do you open?' });
    expect(second.frames.filter(({ token }) => String(token).includes('lost you'))).toEqual([]);
    await second.hangUp();
    const record = await call.closed(2);
    expect(record['transcript'].split('\n')).toHaveLength(5);
  });

  it('and is the only one, goes on until it says goodbye', async () => {
    const call = await talk.call();
    const phone = await call.greeted();
    await drain().begin();
    talk.answers('We open at nine.');
    phone.say('When do you open?');
    expect(await phone.listens()).toBe('We open at nine.');
    const finished = drain().finish();
    expect(await phone.listens()).toBe('Thank you. Goodbye.');
    await phone.gets('end');
    await phone.hangUp();
    await finished;
    await call.closed();
    expect(await call.outcomes()).toEqual(['agent-ended']);
  });

  it('at once, hands over what is in the middle of a sentence', async () => {
    const call = await talk.call();
    const phone = (await call.phone()).setUp();
    phone.info('agentSpeaking', 'on').info('tokensPlayed', 'Hello,');
    await eventually(async () => (await talk.service.db.query(`SELECT 1 FROM relay_sessions`)).length === 1);
    phone.info('roundTripDelayMs', '80');
    await talk.service.app.close();
    expect(await phone.isClosed()).toMatchObject({ code: 1001 });
    const rows = await talk.service.db.query(
      `SELECT session.outcome, details.transcript FROM relay_sessions session
         JOIN call_details details ON details.call_id = session.call_id`,
    );
    expect(rows).toEqual([{ outcome: 'drained', transcript: 'Agent: Hello,' }]);
  });
});

describe('a process that is gone', () => {
  it('leaves what was said until the last turn, and another one makes the record of it', async () => {
    const call = await talk.call();
    const phone = await call.greeted();
    talk.answers('We open at nine.');
    phone.say('When do you open?');
    await phone.listens();
    await eventually(async () => (await entriesWith('We open at nine.')) === 1);
    // Nobody renews the lease of this owner any more.
    await talk.service.db.query(
      `UPDATE relay_sessions SET owner = 'gone', lease_until = now() - interval '1 second'`,
    );
    const record = await call.closed();
    expect(await call.outcomes()).toEqual(['lost']);
    expect(record['transcript']).toBe(
      `Agent: ${GREETING}\nCustomer: When do you open?\nAgent: We open at nine.`,
    );
    expect(record['quality_metrics']).toMatchObject({ turn_count: 2, estimated: false });
    talk.answers('Yes.');
    phone.say('Are you there?').play(await phone.hears());
    expect(await phone.isClosed()).toMatchObject({ code: 1000 });
    expect(await call.read()).toMatchObject({ transcript: record['transcript'] });
  });
});
