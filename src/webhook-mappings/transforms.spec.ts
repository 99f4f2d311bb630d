import * as fc from 'fast-check';
import { isTransformName, TransformName, TRANSFORMS } from './transforms.js';

const NAMES = Object.keys(TRANSFORMS) as TransformName[];

describe('a transform', () => {
  it.each<[TransformName, string, string]>([
    ['trim', ' \u00a0Ada\n', 'Ada'],
    ['lowercase', 'ADA@Example.COM', 'ada@example.com'],
    ['lowercase', 'İ', 'i̇'],
    ['uppercase', 'gb', 'GB'],
    ['title_case', 'ada LOVELACE', 'Ada Lovelace'],
    ['phone', '(312) 555-0100', '+13125550100'],
    ['phone', '+44 20 7946 0958', '+442079460958'],
    ['first_name_of', 'Ada Lovelace', 'Ada'],
    ['last_name_of', 'Ada Lovelace', 'Lovelace'],
    ['last_name_of', 'Ada', ''],
    ['date', '01/15/2026', '2026-01-15'],
  ])('%s makes of %j %j', (name, text, value) => {
    expect(TRANSFORMS[name](text, { country: 'US' })).toEqual({ value });
  });

  it.each<[TransformName, string, string]>([
    ['phone', 'call me', 'has letters in it'],
    ['phone', '12', 'has too few digits for its country'],
    ['date', '30/02/2026', 'is not a date that can be read in one way only'],
  ])('%s says of %j that it %s', (name, text, issue) => {
    expect(TRANSFORMS[name](text, { country: 'US' })).toEqual({ issue });
  });

  it('reads numbers and days by the country', () => {
    expect(TRANSFORMS.phone('020 7946 0958', { country: 'GB' })).toEqual({ value: '+442079460958' });
    expect(TRANSFORMS.date('03/04/2026', { country: 'GB' })).toEqual({ value: '2026-04-03' });
  });

  it('is known by its name, and by nothing else', () => {
    expect(NAMES).toEqual([
      'trim',
      'lowercase',
      'uppercase',
      'title_case',
      'phone',
      'first_name_of',
      'last_name_of',
      'date',
    ]);
    expect(NAMES.every(isTransformName)).toBe(true);
    expect(['', 'Trim', 'toString', '__proto__', 'constructor'].some(isTransformName)).toBe(false);
  });

  it('gives text or an issue for any text', () => {
    fc.assert(
      fc.property(fc.constantFrom(...NAMES), fc.string({ unit: 'binary' }), (name, text) => {
        const reading: { value?: string; issue?: string } = TRANSFORMS[name](text, { country: 'US' });
        expect(typeof (reading.value ?? reading.issue)).toBe('string');
      }),
      { numRuns: 300 },
    );
  });
});
