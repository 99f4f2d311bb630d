import { formatApiKey } from './api-key-format.js';
import { shorten } from './shorten.js';

const KEY = formatApiKey('live', '01937f5c-2d5e-7c3a-9b51-0a4f7e1c2d3e', new Uint8Array(32).fill(7));

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
    [`key ${KEY}`, 'key vap_live_[redacted]'],
    [{ note: `${'x'.repeat(60)}${KEY}` }, `{"note":"${'x'.repeat(60)}vap_live_[redacted]"}`],
  ])('%j is shown as %j', (value, shown) => {
    expect(shorten(value)).toBe(shown);
  });
});
