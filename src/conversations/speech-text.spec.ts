import { array, assert, constantFrom, nat, property, string } from 'fast-check';
import { SpeechText } from './speech-text.js';

const spoken = (tokens: readonly string[]): string => {
  const speech = new SpeechText();
  return tokens.map((token) => speech.push(token)).join('') + speech.end();
};

describe('what a model wrote', () => {
  it.each([
    ['plain words as they are', 'Hi Ada, how are you? 5 < 6.', 'Hi Ada, how are you? 5 6.'],
    ['a leading space that belongs to the token', ' Hello', ' Hello'],
    ['without emphasis', '**Very** *good*, `really` ~~not~~ __so__', 'Very good, really not so'],
    ['snake case as words', 'the first_name', 'the first name'],
    ['a heading without its sign', '# Prices\nFive dollars.', 'Prices. Five dollars.'],
    ['a number sign that means something', 'You are #1', 'You are #1'],
    ['a list as sentences', 'We have:\n- tea\n- coffee\n\n* milk', 'We have: tea. coffee. milk'],
    ['a numbered list with its numbers', '1. Tea\n2. Milk', '1. Tea. 2. Milk'],
    ['a minus that is none of a list', '-5 degrees', '-5 degrees'],
    ['a quote without its sign', '> Yes\nsaid he', 'Yes. said he'],
    ['a rule as nothing', 'One.\n---\nTwo.', 'One. Two.'],
    ['a table as its words', '| a | b |', ' a b'],
    ['a link as its text', 'See [our **page**](https://acme.example/x).', 'See our page.'],
    ['brackets that are no link', 'a [note] b', 'a note b'],
    ['without emoji', 'Great 😀👍🏽! 👨‍👩‍👧 1️⃣ 🇺🇸 ok', 'Great ! 1 ok'],
    ['without tags', 'Wait <break time="1s"/>here</speak>.', 'Wait here.'],
    ['without thoughts', '<think>The user wants <b>x</b> & y.</think>Sure.', 'Sure.'],
    ['without thoughts that never end', 'Sure.<thinking>Or not', 'Sure.'],
    ['an empty thought', '<think/>Yes', 'Yes'],
    ['an ampersand as a word', 'AT&T, R&amp;D, a & b', 'AT and T, R and D, a and b'],
    ['entities as what they stand for', '&quot;Hi&quot;&nbsp;you &#39;x&#39; &lt;b&gt;', '"Hi" you \'x\' b'],
    ['an angle bracket that is no tag', 'a < b > c', 'a b c'],
    ['half an emoji as nothing', '\uD83D', ''],
    ['control characters as nothing', 'a\u0000b\u200Bc', 'abc'],
    ['many spaces as one', 'a  \t b', 'a b'],
    ['other writing systems', 'Guten Tag, Müller. 你好', 'Guten Tag, Müller. 你好'],
    ['nothing', '', ''],
  ])('is said: %s', (_, written, said) => {
    expect(spoken([written])).toBe(said);
  });

  it('with another word for the ampersand', () => {
    const speech = new SpeechText('und');
    expect(speech.push('A & B') + speech.end()).toBe('A und B');
  });

  it('is not held back longer than it may still be markup', () => {
    const speech = new SpeechText();
    expect(speech.push('Hello')).toBe('Hello');
    expect(speech.push(', world!')).toBe(', world!');
    expect(speech.push(' <')).toBe('');
    expect(speech.push('3')).toBe(' 3');
  });

  it('says the same wherever its tokens begin and end', () => {
    const pieces =
      '<think> </think> <b> < > [ ] ]( ) & &amp; ; ** _ # > 1. 😀 👍🏽 word x . | ` --- http://a.b </ /> ! -'.split(
        ' ',
      );
    const piece = constantFrom(...pieces, ' ', '\n', '\n\n', '- ', '# ', '> ');
    assert(
      property(array(piece, { maxLength: 30 }), array(nat(8), { maxLength: 60 }), (pieces, cuts) => {
        const whole = pieces.join('');
        const tokens: string[] = [];
        let from = 0;
        for (const cut of cuts) {
          tokens.push(whole.slice(from, from + cut));
          from += cut;
        }
        tokens.push(whole.slice(from));
        expect(spoken(tokens)).toBe(spoken([whole]));
      }),
    );
  });

  it('never holds what a telephone cannot say', () => {
    assert(
      property(string({ unit: 'binary' }), (text) => {
        expect(spoken([text])).not.toMatch(/[<>*`&\p{Extended_Pictographic}\p{Cc}]/u);
      }),
    );
  });
});
