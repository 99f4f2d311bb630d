import { getCountries } from 'libphonenumber-js/max';

const NAMES = new Intl.DisplayNames('en', { type: 'region' });

/** The countries whose numbering plans are known, by name. */
export const COUNTRIES = getCountries()
  .map((code) => ({ code, name: NAMES.of(code) ?? code }))
  .toSorted((one, other) => one.name.localeCompare(other.name, 'en'));

/** `Germany (DE)`; what is none of them stays as it is. */
export function countryLabel(code: string): string {
  const country = COUNTRIES.find((one) => one.code === code);
  return country ? `${country.name} (${code})` : code;
}

const CHOICES: readonly { value: string; label: string }[] = COUNTRIES.map(({ code }) => ({
  value: code,
  label: countryLabel(code),
}));

/** These countries to choose from, by name; at the end what is none and was chosen before. */
export const countryChoices = (isOffered: (code: string) => boolean, chosen: readonly string[] = []) => [
  ...CHOICES.filter(({ value }) => isOffered(value) || chosen.includes(value)),
  ...chosen
    .filter((code) => !CHOICES.some(({ value }) => value === code))
    .map((code) => ({ value: code, label: code })),
];
