import * as fc from 'fast-check';
import { guarded, unguarded } from './csv-guard.js';

describe('a cell for spreadsheets', () => {
  it.each([
    ['=HYPERLINK("http://evil.example";"x")', `'=HYPERLINK("http://evil.example";"x")`],
    ['+1+cmd|calc', `'+1+cmd|calc`],
    ['-2+3', `'-2+3`],
    ['@SUM(A1)', `'@SUM(A1)`],
    ['\t=1', `'\t=1`],
    ['\r=1', `'\r=1`],
    ['＝1', `'＝1`],
    [`'=1`, `''=1`],
    ['+13125550100', '+13125550100'],
    ['+13125550100=1', `'+13125550100=1`],
    ['+1 312 555 0100', `'+1 312 555 0100`],
    [`O'Brien`, `O'Brien`],
    [`'tis`, `'tis`],
    ['Ada', 'Ada'],
    ['', ''],
  ])('%j is written %j', (text, cell) => {
    expect(guarded(text)).toBe(cell);
  });

  const nasty = fc.string({
    unit: fc.constantFrom("'", '=', '+', '-', '@', '\t', '\r', '\n', '＝', '1', '0', 'a', '"', ',', ' '),
  });

  it('is never calculated, unless it is a phone number in E.164', () => {
    fc.assert(
      fc.property(fc.oneof(nasty, fc.string()), (text) => {
        const cell = guarded(text);
        expect(/^[=+\-@\t\r\n＝＋－＠]/.test(cell)).toBe(/^\+[1-9]\d{6,14}$/.test(text));
      }),
    );
  });

  it('is read back as it was, whatever it was', () => {
    fc.assert(
      fc.property(fc.oneof(nasty, fc.string()), (text) => {
        expect(unguarded(guarded(text))).toBe(text);
      }),
    );
  });
});
