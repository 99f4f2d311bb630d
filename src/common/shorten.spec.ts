import { shorten } from './shorten.js';

describe('a received value in an answer', () => {
  it.each([
    ['text', 'text'],
    ['x'.repeat(100), 'x'.repeat(100)],
    ['x'.repeat(101), `${'x'.repeat(99)}…`],
    [`${'x'.repeat(98)}😀😀`, `${'x'.repeat(98)}\ufffd…`],
    [12, 12],
    [true, true],
    [null, null],
    [undefined, null],
    [{ a: [1, 2] }, '{"a":[1,2]}'],
    [['x'.repeat(200)], `["${'x'.repeat(97)}…`],
  ])('%j is shown as %j', (value, shown) => {
    expect(shorten(value)).toBe(shown);
  });
});
