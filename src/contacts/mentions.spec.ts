import type { JsonValue } from '../common/json-text.js';
import { mentionsIn, mentionsOf } from './mentions.js';

describe('what a payload mentions', () => {
  it.each<[string, JsonValue, string[]]>([
    ['a number in E.164', { phone: '+13125550100' }, ['5550100']],
    ['a number as people write it', { phone: '(312) 555-0100' }, ['5550100']],
    ['a number without its area code', 'call 555 0100, please', ['5550100']],
    ['a number that is a JSON number', { phone: 13125550100 }, ['5550100']],
    ['a number with its country in front', { phone: '0049 (0)30 / 123 45 67' }, ['1234567']],
    ['an address in capitals', { mail: 'Ada <ADA@Example.com>' }, ['ada@example.com']],
    ['an address that is a name', { 'ada@example.com': true }, ['ada@example.com']],
    ['what is deep inside', { a: [{ b: ['x', { c: 'ada@example.com' }] }] }, ['ada@example.com']],
    ['each once', ['555-0100', '555.0100'], ['5550100']],
    ['an address at the end of a sentence', 'It is ada@example.com.', ['ada@example.com']],
    ['two in one text', '555-0100 or ada@example.com', ['5550100', 'ada@example.com']],
    ['nothing in short numbers', { age: 42, zip: '60601', year: 2026 }, []],
    ['nothing in nothing', null, []],
  ])('%s', (_, payload, mentions) => {
    expect(mentionsIn(payload)).toEqual(mentions);
  });

  it('is what the contact is looked up by', () => {
    expect(mentionsOf(['+13125550100'], ['Ada@Example.com'])).toEqual(['5550100', 'ada@example.com']);
    expect(mentionsOf(['+6421234567'], [])).toEqual(['1234567']);
  });

  // In quadratic time these would take minutes, and the test would never end.
  it.each([['1'], ['1 '], ['a@'], ['(-)'], ['1-('], ['@']])('is found in a body full of %j', (sign) => {
    expect(mentionsIn(sign.repeat(262_144 / sign.length)).length).toBeLessThan(2);
  });
});
