import * as fc from 'fast-check';
import { CountryCode } from '../common/phone-number.js';
import { isoDate } from './iso-date.js';

describe('a date', () => {
  it.each([
    ['2026-01-15', '2026-01-15'],
    [' 2026-01-15 ', '2026-01-15'],
    ['20260115', '2026-01-15'],
    ['2026/1/5', '2026-01-05'],
    ['2026.01.15', '2026-01-15'],
    ['15.1.2026', '2026-01-15'],
    ['15/01/2026', '2026-01-15'],
    ['01/15/2026', '2026-01-15'],
    ['1-15-2026', '2026-01-15'],
    ['05/05/2026', '2026-05-05'],
    ['15 January 2026', '2026-01-15'],
    ['15 Jan 2026', '2026-01-15'],
    ['15th Jan, 2026', '2026-01-15'],
    ['January 15, 2026', '2026-01-15'],
    ['JAN. 15 2026', '2026-01-15'],
    ['Sept 1st, 2026', '2026-09-01'],
    ['2024-02-29', '2024-02-29'],
    ['2026-01-15T10:30:00Z', '2026-01-15T10:30:00.000Z'],
    ['2026-01-15T10:30:00.123456Z', '2026-01-15T10:30:00.123Z'],
    ['2026-01-15T05:30:00-05:00', '2026-01-15T10:30:00.000Z'],
    ['2026-01-15T10:30:00+0000', '2026-01-15T10:30:00.000Z'],
    ['2026-01-15 23:30+02', '2026-01-15T21:30:00.000Z'],
    ['2026-01-15 10:30:00 UTC', '2026-01-15T10:30:00.000Z'],
    ['2026-01-15T10:30', '2026-01-15T10:30:00'],
    ['2026-01-15 10:30:05', '2026-01-15T10:30:05'],
    ['1768472569', '2026-01-15T10:22:49.000Z'],
    ['1768472569000', '2026-01-15T10:22:49.000Z'],
  ])('%s is %s', (text, expected) => {
    expect(isoDate(text, 'US')).toBe(expected);
  });

  it.each<[string, CountryCode, string | null]>([
    ['03/04/2026', 'US', '2026-03-04'],
    ['03/04/2026', 'PH', '2026-03-04'],
    ['03/04/2026', 'GB', '2026-04-03'],
    ['03-04-2026', 'NL', '2026-04-03'],
    ['03/04/2026', 'CA', null],
    ['03/14/2026', 'CA', '2026-03-14'],
    ['04/04/2026', 'CA', '2026-04-04'],
    ['03.04.2026', 'US', '2026-04-03'],
  ])('%s in %s is %s', (text, country, expected) => {
    expect(isoDate(text, country)).toBe(expected);
  });

  it.each([
    '',
    'tomorrow',
    'now',
    'infinity',
    '2026',
    '2026-01',
    '2026-13-01',
    '2026-00-10',
    '2026-02-30',
    '2023-02-29',
    '2026-1-5',
    '31.04.2026',
    '30/02/2026',
    '15/01/26',
    '0000-01-01',
    '0050-01-01',
    '20261301',
    '15 Foo 2026',
    '15 Janu4ry 2026',
    'January 32, 2026',
    'Marchember 1, 2026',
    '2026-01-15T24:00:00Z',
    '2026-01-15T10:61Z',
    '2026-01-15T10:30:61Z',
    '2026-01-15T10:30:00+99:00',
    '2026-02-30T10:30:00Z',
    '2026-01-15T10:30:00Zulu',
    '12345',
    '17684725690',
    '9'.repeat(100_000),
    `2026-01-15${' '.repeat(100)}x`,
  ])('%j is none', (text) => {
    expect(isoDate(text, 'US')).toBeNull();
  });

  it('that is given is one that JavaScript reads as the same day', () => {
    const shape = fc.constantFrom(
      (y: string, m: string, d: string) => `${y}-${m}-${d}`,
      (y: string, m: string, d: string) => `${d}.${m}.${y}`,
      (y: string, m: string, d: string) => `${y}${m}${d}`,
    );
    const day = fc.date({ min: new Date('1000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(day, shape, (date, write) => {
        const iso = date.toISOString().slice(0, 10);
        const [y = '', m = '', d = ''] = iso.split('-');
        expect(isoDate(write(y, m, d), 'DE')).toBe(iso);
      }),
    );
  });

  it('is a date or nothing for any text', () => {
    const digits = fc.stringMatching(/^[0-9/.:TZ +-]{0,30}$/);
    fc.assert(
      fc.property(fc.oneof(fc.string(), digits), (text) => {
        const date = isoDate(text, 'US');
        if (date !== null) expect(new Date(date).getTime()).not.toBeNaN();
      }),
      { numRuns: 1_000 },
    );
  });
});
