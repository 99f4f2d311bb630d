import { readText } from './response-text.js';

/** A body in pieces, that tells how many of them were taken and whether it was let go. */
function bodyOf(...pieces: (string | number[])[]) {
  const seen = { taken: 0, ended: false };
  async function* read() {
    try {
      for (const piece of pieces) {
        seen.taken += 1;
        yield typeof piece === 'string' ? Buffer.from(piece) : Uint8Array.from(piece);
      }
    } finally {
      seen.ended = true;
    }
  }
  return { seen, body: read() };
}

describe('reading an answer of unknown size', () => {
  it.each([
    ['nothing', [], 4, { body: '', truncated: false }],
    ['less than the limit', ['ab'], 4, { body: 'ab', truncated: false }],
    ['exactly the limit', ['ab', 'cd'], 4, { body: 'abcd', truncated: false }],
    ['one byte more', ['ab', 'cde'], 4, { body: 'abcd', truncated: true }],
    ['a character cut in two', ['abc€'], 4, { body: 'abc', truncated: true }],
    ['a character that came in two pieces', [[0xc3], [0xa9]], 4, { body: 'é', truncated: false }],
    ['bytes that are no UTF-8', [[0x61, 0xff]], 4, { body: 'a\uFFFD', truncated: false }],
    ['NUL', [[0x61, 0, 0x62]], 4, { body: 'a\uFFFDb', truncated: false }],
    ['a limit of nothing', ['ab'], 0, { body: '', truncated: true }],
  ])('%s', async (_what, pieces, limit, expected) => {
    expect(await readText(bodyOf(...pieces).body, limit, 100)).toEqual(expected);
  });

  it('stops reading beyond the read limit and lets the body go', async () => {
    const { body, seen } = bodyOf('aaaa', 'bbbb', 'cccc', 'dddd');
    expect(await readText(body, 4, 6)).toEqual({ body: 'aaaa', truncated: true });
    expect(seen).toEqual({ taken: 2, ended: true });
  });
});
