import { payloadFixtures } from '../../test/support/payload-fixtures.js';
import { examplePayload } from './example-payload.js';
import { mapContact } from './map-contact.js';
import { NO_RULES } from './mapping-rules.js';
import { readMappingRules } from './read-mapping-rules.js';

const rule = (source: string, target: string) => ({ source, target, transform: null }) as never;

describe('an example to post', () => {
  it.each(payloadFixtures)('becomes a contact by the rules for $name', ({ mapping }) => {
    const read = readMappingRules(mapping);
    if ('issues' in read) throw new Error(JSON.stringify(read.issues));
    const rules = { ...NO_RULES, ...read.rules };
    const payload = examplePayload(rules.fieldMappings);
    const { phone, trace } = mapContact(rules, payload, { defaultCountry: 'US' });
    expect(phone).toMatchObject({ e164: expect.any(String) });
    expect(trace.filter(({ found }) => !found)).toEqual([]);
  });

  it.each([
    [[rule('phone', 'phone')], { phone: '+13125550142' }],
    [[rule('a[1].tel', 'phone')], { a: ['', { tel: '+13125550142' }] }],
    [[rule('Phone No.', 'phone')], { 'Phone No.': '+13125550142' }],
    [[rule('lead.phone', 'phone'), rule('lead', 'company')], { lead: 'Analytical Engines' }],
    [[rule('a', 'company'), rule('a.b', 'phone')], { a: 'Analytical Engines', 'a.b': '+13125550142' }],
    [[rule('list[999999999]', 'phone')], { list: [], 'list[999999999]': '+13125550142' }],
    [[rule("o['it\\'s']", 'firstName')], { o: { "it's": 'Ada' } }],
    [
      [],
      {
        first_name: 'Ada',
        last_name: 'Lovelace',
        email: 'ada@example.com',
        phone: '+13125550142',
        company: 'Analytical Engines',
      },
    ],
  ])('is made of %j', (rules, expected) => {
    expect(examplePayload(rules)).toEqual(expected);
  });
});
