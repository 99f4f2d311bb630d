import { InvalidRequest } from './app-error.js';
import { phoneIssue } from './phone-issue.js';
import { type CountryCode, normalizePhoneNumber } from './phone-number.js';

/**
 * A number that is looked for, in E.164; one without a country code is read as one of `country`. A `+` that was not
 * escaped arrives as a space. @throws InvalidRequest that names the parameter
 */
export function searchedNumber(name: string, given: string, country: CountryCode): string {
  const text = given.replace(/^ +(?=[1-9])/, '+');
  const number = normalizePhoneNumber(text, country);
  if ('e164' in number) return number.e164;
  throw new InvalidRequest(`Invalid ${name} parameter`, [
    { field: name, in: 'query', issue: phoneIssue(number.problem, text, country), received: given },
  ]);
}
