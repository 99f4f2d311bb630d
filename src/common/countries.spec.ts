import { COUNTRIES, countryChoices, countryLabel } from './countries.js';
import { isCountryCode } from './phone-number.js';

describe('countries', () => {
  it('are those whose numbers can be read, each with a name of its own, by name', () => {
    expect(COUNTRIES).toContainEqual({ code: 'US', name: 'United States' });
    expect(COUNTRIES).toContainEqual({ code: 'XK', name: 'Kosovo' });
    expect(COUNTRIES.every(({ code, name }) => isCountryCode(code) && name !== code)).toBe(true);
    const names = COUNTRIES.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect([names[0], names.at(-1)]).toEqual(['Afghanistan', 'Zimbabwe']);
    expect(names.indexOf('Åland Islands')).toBeLessThan(names.indexOf('Albania'));
  });

  it('are named with their codes, and what is none stays as it is', () => {
    expect(['DE', 'ZZ', 'de'].map(countryLabel)).toEqual(['Germany (DE)', 'ZZ', 'de']);
  });

  it('are offered by name, with what was chosen before even where that is none', () => {
    expect(countryChoices((code) => code === 'US', ['ZZ', 'DE']).map(({ value }) => value)).toEqual([
      'DE',
      'US',
      'ZZ',
    ]);
  });
});
