import { getExampleNumber } from 'libphonenumber-js/max';
import EXAMPLES from 'libphonenumber-js/mobile/examples';
import { countryLabel } from './countries.js';
import { type CountryCode, PHONE_PROBLEMS, type PhoneProblem } from './phone-number.js';

const ITS_COUNTRY = 'its country';

/**
 * Why a text was not taken as a phone number. Where it is no number of its country and named none itself, it says which
 * was taken for it, and what a number of that one looks like.
 */
export function phoneIssue(problem: PhoneProblem, text: string, country: CountryCode): string {
  const words = PHONE_PROBLEMS[problem];
  if (!words.includes(ITS_COUNTRY) || /^\W*(?:\+|00)/.test(text)) return words;
  const example = getExampleNumber(country, EXAMPLES)?.number;
  const named = words.replace(ITS_COUNTRY, `${ITS_COUNTRY}, ${countryLabel(country)}`);
  return example ? `${named}; write it like ${example}` : named;
}
