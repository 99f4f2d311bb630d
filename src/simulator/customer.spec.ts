import { interjection, reply } from './customer.js';
import { answerTo } from './customer-answers.js';
import { note, type SpokenLine } from './customer-line.js';
import { personaOf } from './persona.js';

const PERSONA = {
  ...personaOf('+13125550150'),
  name: 'Dana Reyes',
  day: 'Friday',
  time: 'ten',
  choice: 0,
} as const;

/** What the customer answers to each of these lines, one after the other. */
function talk(manner: 'cooperative' | 'asks-for-a-person', ...agent: string[]): string[] {
  const history: SpokenLine[] = [];
  return agent.map((text) => {
    note(history, { who: 'agent', text });
    const next = reply(PERSONA, manner, history, 0);
    if (typeof next === 'string') return next;
    note(history, { who: 'customer', text: next.say });
    return next.say;
  });
}

describe('answerTo', () => {
  it.each([
    ['How are you today?', "I'm doing well, thanks for asking."],
    ['Am I speaking with Dana?', 'Yes, speaking.'],
    ['May I have your full name?', 'My name is Dana Reyes.'],
    ['What is your e-mail address?', /@|at example/],
    ['Would you prefer Tuesday at ten or Wednesday at two?', 'Tuesday at ten works better for me.'],
    [
      'Would Tuesday at ten or Thursday at two suit you for a short demo?',
      'Tuesday at ten works better for me.',
    ],
    ['How many calls do you get on a busy day?', new RegExp(PERSONA.amount)],
    ['Is it for you, or is somebody else asking?', 'Yes, please.'],
    ['What day works best for you?', 'Friday at ten would be good.'],
    ['How many people work with you?', new RegExp(PERSONA.amount)],
    ['How can I help you today?', PERSONA.reason],
    ['Is that right?', "Yes, that's right."],
    ['Do you have a minute?', 'Yes, I have a few minutes.'],
    ['Shall I book it?', 'Yes, please.'],
    ['Are you still there?', "Yes, I'm here."],
    ['What is your phone number?', /number I'm on/],
    ['Hm?', 'Yes, that sounds fine.'],
  ])('%s', (question, answer) => {
    expect(answerTo(question, PERSONA)).toEqual(expect.stringMatching(answer));
  });

  it('takes the other offer, if that is how the person chooses', () => {
    const other = answerTo('Morning or afternoon?', { ...PERSONA, choice: 1 });
    expect(other).toBe('Afternoon works better for me.');
  });
});

describe('reply', () => {
  it('answers, asks one question of its own, thanks and says goodbye once', () => {
    expect(
      talk('cooperative', 'May I have your name?', 'Thanks.', 'It costs ten dollars.', 'Bye!', 'Bye!'),
    ).toEqual([
      'My name is Dana Reyes.',
      `Okay. ${PERSONA.question}`,
      "No, that's all. Thanks for your help. Goodbye!",
      'listens',
      'listens',
    ]);
  });

  it('asks its question with the third answer at the latest', () => {
    const said = talk('cooperative', 'Is it you?', 'Is it far?', 'Is it late?', 'Is it big?');
    expect(said.map((text) => text.includes(PERSONA.question))).toEqual([false, false, true, false]);
  });

  it('returns a goodbye', () => {
    expect(talk('cooperative', 'Have a great day!')).toEqual(['Thank you. Goodbye!']);
  });

  it.each([
    ['One moment, please.', 'listens'],
    ["I'm connecting you now.", 'listens'],
    ['Sorry, I lost you for a second. I can hear you now.', "Yes, I'm still here."],
    ['Do you have a moment?', 'Yes, I have a few minutes.'],
  ])('takes %j as it is meant', (line, answer) => {
    expect(talk('cooperative', line)).toEqual([answer]);
  });

  it('asks for a person twice, and makes do without', () => {
    const said = talk('asks-for-a-person', 'Hello.', 'Why?', 'May I have your name?');
    expect(said[0]).toContain('real person');
    expect(said[1]).toContain('human');
    expect(said[2]).toContain('Dana Reyes');
  });

  it('does not talk for ever', () => {
    const said = talk('cooperative', ...Array.from({ length: 40 }, () => 'Is it so?'));
    expect(said.filter((text) => text !== 'listens').length).toBeLessThan(15);
    expect(said.some((text) => text.includes('Goodbye'))).toBe(true);
  });

  it('asks a silent agent whether it is there, and gives up', () => {
    const after = (silences: number) => reply(PERSONA, 'cooperative', [], silences);
    expect([1, 2].map((silences) => typeof after(silences))).toEqual(['object', 'object']);
    expect(after(3)).toBe('hangs-up');
  });

  it('hangs up when nothing follows the goodbyes', () => {
    const history: SpokenLine[] = [{ who: 'customer', text: 'Goodbye!' }];
    expect(reply(PERSONA, 'cooperative', history, 1)).toBe('hangs-up');
  });
});

describe('interjection', () => {
  it('comes only from those who interrupt, and never into the greeting', () => {
    expect(interjection(PERSONA, 'cooperative', 2)).toBeUndefined();
    expect(interjection(PERSONA, 'interrupts', 1)).toBeUndefined();
    expect(interjection(PERSONA, 'interrupts', 2)?.say).toContain(PERSONA.question);
    expect(interjection(PERSONA, 'interrupts', 3)?.say).toBe('Uh-huh.');
  });
});

describe('personaOf', () => {
  it('makes the same person of the same seed, and another of another', () => {
    expect(personaOf('a')).toEqual(personaOf('a'));
    expect(new Set(['a', 'b', 'c', 'd'].map((seed) => JSON.stringify(personaOf(seed)))).size).toBe(4);
  });
});

describe('note', () => {
  it('joins what the agent says on, and keeps the customer apart', () => {
    const conversation: SpokenLine[] = [];
    for (const text of ['Hello.', 'This is Ava.']) note(conversation, { who: 'agent', text });
    for (const text of ['Hi.', 'I am here.']) note(conversation, { who: 'customer', text });
    expect(conversation.map(({ text }) => text)).toEqual(['Hello. This is Ava.', 'Hi.', 'I am here.']);
  });
});
