import { ResponseText } from './response-text.js';

const bytesOf = (piece: string | number[]): Uint8Array =>
  typeof piece === 'string' ? Buffer.from(piece) : Uint8Array.from(piece);

describe('reading an answer of unknown size', () => {
  it.each([
    ['nothing', [], 4, { text: '', truncated: false }],
    ['less than the limit', ['ab'], 4, { text: 'ab', truncated: false }],
    ['exactly the limit', ['ab', 'cd'], 4, { text: 'abcd', truncated: false }],
    ['one byte more', ['ab', 'cde'], 4, { text: 'abcd', truncated: true }],
    ['a character cut in two', ['abc€'], 4, { text: 'abc', truncated: true }],
    ['a character that came in two pieces', [[0xc3], [0xa9]], 4, { text: 'é', truncated: false }],
    ['a character that ended too early', [[0x61, 0xc3]], 4, { text: 'a\uFFFD', truncated: false }],
    ['bytes that are no UTF-8', [[0x61, 0xff]], 4, { text: 'a\uFFFD', truncated: false }],
    ['NUL', [[0x61, 0, 0x62]], 4, { text: 'a\uFFFDb', truncated: false }],
    ['a limit of nothing', ['ab'], 0, { text: '', truncated: true }],
  ])('%s', (_what, pieces, limit, expected) => {
    const read = new ResponseText(limit, 100);
    for (const piece of pieces) read.add(bytesOf(piece));
    expect({ text: read.text, truncated: read.truncated }).toEqual(expected);
  });

  it('wants no more beyond the read limit', () => {
    const read = new ResponseText(4, 6);
    expect(['aaaa', 'bb', 'c'].map((piece) => read.add(bytesOf(piece)))).toEqual([true, true, false]);
    expect(read.text).toBe('aaaa');
  });
});
