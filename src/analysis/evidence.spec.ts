import { provenQuotes } from './evidence.js';

const LINES = [
  { index: 0, speaker: 'agent', text: 'Hi, it’s Ava.' },
  { index: 3, speaker: 'customer', text: 'Please don’t call me again, thanks!' },
];

describe('evidence', () => {
  it.each<[string, string, number, number | null]>([
    ['word for word', 'don’t call me again', 3, 3],
    ['with other marks and cases', "Don't call me AGAIN.", 3, 3],
    ['of another line than named', 'it’s Ava', 3, 0],
    ['of a line that is not there', 'it’s Ava', 99, 0],
    ['that nobody said', 'call me tomorrow', 3, null],
    ['of nothing', ' … ', 3, null],
  ])('a quote %s', (_, quote, transcript_index, expected) => {
    expect(provenQuotes([{ quote, transcript_index }], LINES)).toEqual(
      expected === null ? [] : [{ quote, transcript_index: expected }],
    );
  });
});
