import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

/** Area codes and exchanges of the North American plan whose calls cost the caller extra. */
const PREMIUM = /^\+1(900|976|\d{3}976)/;

/**
 * Whether an organization that may call these countries (ISO 3166-1 alpha-2) may call this number (E.164). Refused is
 * what is known to lie elsewhere or to be premium; a made-up number, which lies nowhere, is not.
 */
export function mayCall(number: string, allowedCountries: readonly string[]): boolean {
  const parsed = parsePhoneNumberFromString(number);
  if (PREMIUM.test(number) || parsed?.getType() === 'PREMIUM_RATE') return false;
  return parsed?.country === undefined || allowedCountries.includes(parsed.country);
}
