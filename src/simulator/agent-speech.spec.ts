import * as fc from 'fast-check';
import { cutSentences, spokenIn } from './agent-speech.js';

describe('cutSentences', () => {
  it.each([
    ['Hello', false, [], 'Hello'],
    ['Hello', true, ['Hello'], ''],
    ['Hello. How', false, ['Hello.'], ' How'],
    ['One moment.', false, ['One moment.'], ''],
    ['Really?! Yes: now. ', false, ['Really?!', 'Yes:', 'now.'], ' '],
    ['At 10:30 it is 3.50 dollars', false, [], 'At 10:30 it is 3.50 dollars'],
    ['It is 3.', false, [], 'It is 3.'],
    ['It is 3.', true, ['It is 3.'], ''],
    ['Is it 3?', false, ['Is it 3?'], ''],
    ['  ', true, [], ''],
    ['', true, [], ''],
  ])('%j, all of it: %s', (text, isAll, sentences, rest) => {
    expect(cutSentences(text, isAll)).toEqual({ sentences, rest });
  });

  it('loses no word, however the text comes in', () => {
    const word = fc.constantFrom('a', ' b', ' 3.5', '.', ' c?', '!', ' d: ', ' 10:30');
    fc.assert(
      fc.property(fc.array(word), (tokens) => {
        const spoken: string[] = [];
        let text = '';
        for (const token of tokens) {
          const { sentences, rest } = cutSentences(text + token, false);
          spoken.push(...sentences);
          text = rest;
        }
        spoken.push(...cutSentences(text, true).sentences);
        const bare = (words: readonly string[]) => words.join('').replaceAll(/\s/g, '');
        expect(bare(spoken)).toBe(bare(tokens));
      }),
    );
  });
});

describe('spokenIn', () => {
  it.each([
    [0, ''],
    [0.3, ''],
    [0.9, 'Sentence two'],
    [0.95, 'Sentence two'],
    [9, 'Sentence two of three.'],
  ])('in %f seconds: %j', (seconds, heard) => {
    expect(spokenIn('Sentence two of three.', seconds)).toBe(heard);
  });
});
