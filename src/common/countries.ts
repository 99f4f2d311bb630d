import { getCountries } from 'libphonenumber-js/max';

const NAMES = new Intl.DisplayNames('en', { type: 'region' });

/** The countries whose numbering plans are known, by name. */
export const COUNTRIES = getCountries()
  .map((code) => ({ code, name: NAMES.of(code) ?? code }))
  .toSorted((one, other) => one.name.localeCompare(other.name, 'en'));
