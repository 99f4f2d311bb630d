import { ThoughtFilter } from './thought-filter.js';

function said(pieces: readonly string[]): string {
  const filter = new ThoughtFilter();
  return pieces.map((piece) => filter.push(piece)).join('') + filter.end();
}

describe('what is said of a text with thoughts in it', () => {
  it.each([
    ['plain text', 'Hello there.', 'Hello there.'],
    ['a thought first', '<think>The customer greets.</think>\n\nHello!', 'Hello!'],
    ['a thought in the middle', 'Well, <thinking>hm</thinking>yes.', 'Well, yes.'],
    ['two thoughts', '<think>a</think>One <think>b</think>two', 'One two'],
    ['a thought in capitals', '<THINK>secret</THINK>Yes', 'Yes'],
    ['a thought that never ends', 'Yes. <think>and so on', 'Yes. '],
    ['an end without a beginning', 'plan</think>Hello', 'planHello'],
    ['a comparison', 'If a < b and b <c, fine.', 'If a < b and b <c, fine.'],
    ['something like a tag', 'Use <thin> paper <thi', 'Use <thin> paper <thi'],
  ])('%s, in one piece or letter by letter', (_, text, expected) => {
    expect(said([text])).toBe(expected);
    expect(said(text.split(''))).toBe(expected);
  });

  it('holds nothing back that cannot be a tag', () => {
    expect(new ThoughtFilter().push('Hello <b')).toBe('Hello <b');
  });
});
