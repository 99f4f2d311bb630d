import type { CountryCode, PhoneProblem } from './phone-number.js';
import { phoneIssue } from './phone-issue.js';

describe('why a number is refused', () => {
  it.each<[PhoneProblem, string, CountryCode, string]>([
    [
      'too_short',
      '312',
      'US',
      'has too few digits for its country, United States (US); write it like +12015550123',
    ],
    [
      'wrong_form',
      '(012) 555-0100',
      'DE',
      'cannot be a number of its country, Germany (DE); write it like +4915123456789',
    ],
    ['too_short', '+49 30', 'US', 'has too few digits for its country'],
    ['too_long', '(0049) 30 123456789012345', 'US', 'has too many digits for its country'],
    ['letters', 'call me', 'US', 'has letters in it'],
  ])('%s of %j in %s', (problem, text, country, words) => {
    expect(phoneIssue(problem, text, country)).toBe(words);
  });
});
