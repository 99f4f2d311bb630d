import { CharSource, scanJson } from './json-scan.js';

/** A text that counts how often it is read. */
function counted(text: string): CharSource & { reads: number } {
  return {
    reads: 0,
    length: text.length,
    charCodeAt(index) {
      this.reads += 1;
      return text.charCodeAt(index);
    },
  };
}

describe('the scan before parsing', () => {
  it.each([
    ['1', 0],
    ['{}', 1],
    ['{"a":[{"b":1}]}', 3],
    ['[[],[[]],[]]', 3],
    ['{"[[[[":"{{{{\\"["}', 1],
    ['{"a\\\\":[]}', 2],
  ])('%s is open %i deep at its deepest', (text, depth) => {
    expect(scanJson(text).depth).toBe(depth);
  });

  it.each([
    [String.raw`"\u0000"`, 'nul'],
    [String.raw`"\\u0000"`, null],
    [String.raw`"\\\u0000"`, 'nul'],
    [String.raw`{"\u0000":1}`, 'nul'],
    [String.raw`"\ud83d\ude00"`, null],
    [String.raw`"\uD83D\uDE00"`, null],
    [String.raw`"\ud83d"`, 'lone_surrogate'],
    [String.raw`"\ude00"`, 'lone_surrogate'],
    [String.raw`"\ud83dx\ude00"`, 'lone_surrogate'],
    [String.raw`"\ud83d\ud83d\ude00"`, 'lone_surrogate'],
    [String.raw`"\ud83d\n"`, 'lone_surrogate'],
    [String.raw`"\u00e9 \u0041"`, null],
    [String.raw`"\u00zz"`, null],
    ['"\ud83d\ude00"', null],
  ])('%s holds bad text: %s', (text, badText) => {
    expect(scanJson(text).badText).toBe(badText);
  });

  it.each([
    ['123456789012345', false],
    ['1234567890123456', true],
    ['[-12345678901234]', false],
    ['0.1234567890123456', true],
    ['1e5', true],
    ['1E5', true],
    ['{"1234567890123456":"1e5"}', false],
    ['[true,false,null]', false],
  ])('%s may hold a number that a double changes: %s', (text, hasLongNumber) => {
    expect(scanJson(text).hasLongNumber).toBe(hasLongNumber);
  });

  it.each([
    ['opening brackets', '['],
    ['quotes', '"'],
    ['backslashes in a string', '\\'],
    ['escaped high surrogates', String.raw`\ud83d`],
    ['digits', '9'],
    ['exponents', '1e'],
    ['unfinished escapes', String.raw`\u`],
  ])('a body of %s takes twice the steps for twice the length', (_what, piece) => {
    const steps = [5_000, 10_000].map((times) => {
      const text = counted(`"${piece.repeat(times)}`);
      scanJson(text);
      return text.reads;
    });
    const [once = 0, twice = 0] = steps;
    expect(twice).toBeLessThan(once * 2.1);
    expect(once).toBeLessThan(5_000 * piece.length * 4);
  });
});
