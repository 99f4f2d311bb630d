import { payloadFixtures } from '../../test/support/payload-fixtures.js';
import type { JsonObject } from '../common/json-text.js';
import { readIntakeBody } from './intake-body.adapter.js';
import { mapContact } from './map-contact.js';
import { NO_RULES } from './mapping-rules.js';
import { suggestMappings, targetFor } from './suggest-mappings.js';

/** `source > target > transform`, of each fixture of test/fixtures/payloads. */
const EXPECTED: Record<string, string[]> = {
  typeform: [
    'form_response.answers[field.ref=phone].phone_number > phone',
    'form_response.answers[field.ref=full_name].text > firstName > first_name_of',
    'form_response.answers[field.ref=full_name].text > lastName > last_name_of',
    'form_response.answers[field.ref=email].email > email',
    'form_response.hidden.crm_id > crmId',
  ],
  hubspot: [
    'properties.mobilephone.value > phone',
    'properties.firstname.value > firstName',
    'properties.lastname.value > lastName',
    'properties.email.value > email',
    'properties.company.value > company',
    'properties.hs_country_region_code.value > countryCode',
    'properties.hs_timezone.value > timezone',
    'vid > crmId',
  ],
  'facebook-lead-ads': [
    'field_data[name=phone_number].values[0] > phone',
    'field_data[name=full_name].values[0] > firstName > first_name_of',
    'field_data[name=full_name].values[0] > lastName > last_name_of',
    'field_data[name=email].values[0] > email',
    'id > crmId',
  ],
  webflow: [
    'payload.data.Phone Number > phone',
    'payload.data.First Name > firstName > title_case',
    'payload.data.Last Name > lastName > title_case',
    'payload.data.email > email',
    'payload.data.Company (if any) > company',
  ],
  shopify: [
    'default_address.phone > phone',
    'first_name > firstName',
    'last_name > lastName',
    'email > email',
    'default_address.company > company',
    'default_address.country_code > countryCode',
    'id > crmId',
  ],
  gohighlevel: [
    'phone > phone',
    'first_name > firstName > title_case',
    'last_name > lastName > title_case',
    'email > email',
    'company_name > company',
    'country > countryCode',
    'timezone > timezone',
    'contact_id > crmId',
  ],
  'html-form-urlencoded': [
    'your-phone > phone',
    'your-name > firstName > first_name_of',
    'your-name > lastName > last_name_of',
    'your-email > email',
    'lead[company] > company',
  ],
  'html-form-multipart': [
    'phone > phone',
    'name > firstName > first_name_of',
    'name > lastName > last_name_of',
    'email > email',
  ],
};

const suggested = (payload: JsonObject): string[] =>
  suggestMappings(payload).map(({ source, target, transform }) =>
    [source, target, ...(transform === null ? [] : [transform])].join(' > '),
  );

describe.each(payloadFixtures)('a sample from $name', ({ name, contentType, body }) => {
  it('suggests the rows that its names make obvious', async () => {
    expect(suggested(await readIntakeBody(contentType, body))).toEqual(EXPECTED[name]);
  });

  it('becomes a contact by what it suggests', async () => {
    const payload = await readIntakeBody(contentType, body);
    const rules = { ...NO_RULES, fieldMappings: suggestMappings(payload) };
    const { phone, warnings } = mapContact(rules, payload, {
      defaultCountry: name.startsWith('html') ? 'DE' : 'US',
    });
    expect(phone).toHaveProperty('e164');
    expect(warnings.filter(({ issue }) => issue.endsWith('skipped')).map(({ target }) => target)).toEqual(
      // Dorothy's address is none.
      name === 'webflow' ? ['email'] : [],
    );
  });
});

describe('a suggestion', () => {
  it.each([
    [{ tel: '312 555 0142' }, ['tel > phone']],
    [{ 'What is your first name?': 'Ada' }, ['What is your first name? > firstName']],
    [
      { lead: { name: 'Ada Lovelace' } },
      ['lead.name > firstName > first_name_of', 'lead.name > lastName > last_name_of'],
    ],
    [
      { form: { name: 'Contact us' }, name: 'Ada' },
      ['name > firstName > first_name_of', 'name > lastName > last_name_of'],
    ],
    [{ answers: [{ key: 'mobile', value: '3125550142' }] }, ['answers[key=mobile].value > phone']],
    // What a value is called with what it stands in.
    [{ phones: [{ kind: 'mobile', number: '3125550142' }] }, ['phones[0].number > phone']],
    [{ emails: [{ address: 'ada@example.com' }] }, ['emails[0].address > email']],
    [{ contact: { mobile: { number: '3125550142' } } }, ['contact.mobile.number > phone']],
    [{ organization: { name: 'Analytical Engines' } }, ['organization.name > company']],
    [{ country: { code: 'DE', name: 'Germany' } }, ['country.code > countryCode']],
    [{ house: { number: '12' }, order: { number: '3125550142' }, web: { address: 'ada@example.com' } }, []],
    // An own number that is empty in this sample is still the person's.
    [{ phone: '', user: { phone: '+13125550142' } }, ['phone > phone']],
    [{ country: 'Canada', timezone: 'EST' }, []],
    [{ is_phone: true, phone: false }, []],
    [
      { 'form_fields[email]': 'ada@example.com', form_id: '7', form_name: 'Contact us' },
      ['form_fields[email] > email'],
    ],
    [{ order: { id: 7 }, items: [{ name: 'Roof' }] }, []],
    [{ constructor: 'x', __proto__: null }, []],
  ])('is made of %j', (payload, expected) => {
    expect(suggested(payload as unknown as JsonObject)).toEqual(expected);
  });

  it('reads answers whose names are random by what was asked', () => {
    const field = { ref: '01J9Z', title: 'What is your name?' };
    const answers = [{ type: 'text', text: 'Ada Lovelace', field: { ref: '01J9Z', type: 'short_text' } }];
    expect(suggested({ form_response: { definition: { fields: [field] }, answers } })).toEqual([
      'form_response.answers[field.ref=01J9Z].text > firstName > first_name_of',
      'form_response.answers[field.ref=01J9Z].text > lastName > last_name_of',
    ]);
  });
});

describe('a value that was clicked', () => {
  it.each([
    ['phone', 'phone'],
    ['Roof type', 'variables.roof_type'],
    ["customData['script.version']", 'variables.script_version'],
    ['field_data[name=what_is_your_budget?].values', 'variables.what_is_your_budget'],
    ['form_response.answers[field.ref=interests].choices.labels', 'variables.interests'],
    ['Größe', 'variables.groe'],
    ['2nd line', 'variables.field_2nd_line'],
    ['日本', 'variables.field'],
  ])('%s goes into %s', (source, target) => {
    expect(targetFor(source, suggestMappings({ phone: '+13125550142' }))).toBe(target);
  });
});
