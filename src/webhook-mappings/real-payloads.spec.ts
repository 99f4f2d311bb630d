import { payloadFixtures } from '../../test/support/payload-fixtures.js';
import { readIntakeBody } from './intake-body.adapter.js';
import { mapContact, MappedContact } from './map-contact.js';
import { Warning } from './mapping-findings.js';
import { MappingRules, NO_RULES, requiresPhone } from './mapping-rules.js';
import { mergeContact } from './merge-contact.js';
import { leavesOf } from './payload-leaves.js';
import { readMappingRules } from './read-mapping-rules.js';
import { parseSourcePath, resolveSource } from './source-path.js';

const NOBODY = {
  firstName: null,
  lastName: null,
  email: null,
  company: null,
  countryCode: null,
  timezone: null,
  crmId: null,
  crmSource: null,
};

interface Expected {
  phone: string;
  source: string;
  fields: Partial<typeof NOBODY> | Record<string, string>;
  variables: object;
  tags: string[];
  warnings?: Warning[];
  /** Some of what no rule reads. */
  unmapped: string[];
}

/** What each fixture of test/fixtures/payloads is to become under the rules beside it. */
const EXPECTED: Record<string, Expected> = {
  typeform: {
    phone: '+13125550111',
    source: 'form_response.answers[field.ref=phone].phone_number',
    fields: {
      firstName: 'Grace',
      lastName: 'Brewster Hopper',
      email: 'grace@example.com',
      crmId: 'L-20481',
      crmSource: 'typeform',
    },
    variables: { interests: ['Roof panels', 'Battery'], move_in: '2026-03-01', owner: true },
    tags: ['solar', 'form'],
    unmapped: [
      'form_response.hidden.utm_source',
      'form_response.answers[field.ref=interests].choices.refs[0]',
    ],
  },
  hubspot: {
    phone: '+442079460958',
    source: 'properties.mobilephone.value',
    fields: {
      firstName: 'Alan',
      lastName: 'Turing',
      email: 'alan.turing@example.co.uk',
      company: 'Bombe Ltd',
      countryCode: 'GB',
      timezone: 'Europe/London',
      crmId: '70451',
      crmSource: 'hubspot',
    },
    variables: { became_lead_at: '2026-01-15T10:22:49.000Z' },
    tags: ['hubspot'],
    unmapped: ['properties.lifecyclestage.value', 'associated-company.properties.domain.value'],
  },
  'facebook-lead-ads': {
    phone: '+13125550123',
    source: 'field_data[name=phone_number].values[0]',
    fields: {
      firstName: 'Katherine',
      lastName: 'Johnson',
      email: 'katherine@example.org',
      crmId: '8421907734561209',
      crmSource: 'facebook',
    },
    variables: { budget: ['$5,000 - $10,000'], call_times: ['morning', 'evening'], page_id: 104772985600318 },
    tags: ['facebook', 'kitchens'],
    unmapped: ['campaign_name'],
  },
  webflow: {
    phone: '+13125550134',
    source: 'payload.data.Phone Number',
    fields: {
      firstName: 'Dorothy',
      lastName: 'Vaughan',
      company: 'West Area Computing',
      crmId: '6968c1b7e2d94a0f5c8b3d21',
      crmSource: 'webflow',
    },
    variables: { submitted_at: '2026-01-15T10:30:00.000Z' },
    tags: ['website'],
    warnings: [
      {
        target: 'email',
        source: 'payload.data.email',
        issue: 'is not an e-mail address; skipped',
        received: 'dorothy@example',
      },
    ],
    unmapped: ['triggerType', 'payload.schema[0].fieldName'],
  },
  shopify: {
    phone: '+16135550142',
    source: 'default_address.phone',
    fields: {
      firstName: 'Mary',
      lastName: 'Jackson',
      email: 'mary.jackson@example.com',
      company: 'Wind Tunnel Goods',
      countryCode: 'CA',
      timezone: 'America/Toronto',
      crmId: '7419220361483',
      crmSource: 'shopify',
    },
    variables: { customer_since: '2026-01-15T10:30:00.000Z', total_spent: '0.00', orders_count: 0 },
    tags: ['customer'],
    warnings: [
      {
        target: 'phone',
        source: 'default_address.phone',
        issue: 'was stored without its extension 7',
        received: '(613) 555-0142 ext. 7',
      },
    ],
    unmapped: ['note', 'addresses[0].phone', 'default_address.city'],
  },
  gohighlevel: {
    phone: '+15551234567',
    source: 'phone',
    fields: {
      firstName: 'Annie',
      lastName: "Easley-O'Neil",
      email: 'annie.easley@example.com',
      company: 'Centaur Rockets',
      countryCode: 'US',
      timezone: 'America/Chicago',
      crmId: 'sxX7wyHbhFdRXh302LNR',
      crmSource: 'gohighlevel',
    },
    variables: { roof_type: 'flat', monthly_bill: '180.50', script_version: '7' },
    tags: ['ghl', 'hot'],
    warnings: [
      {
        target: 'phone',
        source: 'phone',
        issue: 'is a possible number, but none that is given out to anybody',
        received: '+15551234567',
      },
    ],
    unmapped: ['full_name', 'user.phone', 'customData.agent'],
  },
  'html-form-urlencoded': {
    phone: '+49301234567',
    source: 'your-phone',
    fields: {
      firstName: 'Zoë',
      lastName: 'Müller',
      email: 'zoe@example.de',
      company: 'Müller & Söhne',
      countryCode: 'DE',
    },
    variables: { topic: 'support', preferred_day: '2026-02-15' },
    tags: ['website'],
    unmapped: ['consent'],
  },
  'html-form-multipart': {
    phone: '+34912345678',
    source: 'phone',
    fields: { firstName: 'José', lastName: 'Ángel Núñez', email: 'jose@example.es', countryCode: 'ES' },
    variables: { message: 'Line one\r\nLine two' },
    tags: ['website'],
    unmapped: [],
  },
};

describe.each(payloadFixtures)('a lead from $name', ({ name, contentType, body, mapping }) => {
  const expected = EXPECTED[name] as Expected;

  async function take(): Promise<{ rules: MappingRules; mapped: MappedContact }> {
    const read = readMappingRules(mapping);
    if ('issues' in read) throw new Error(JSON.stringify(read.issues));
    const rules = { ...NO_RULES, ...read.rules };
    const payload = await readIntakeBody(contentType, body);
    return { rules, mapped: mapContact(rules, payload, { defaultCountry: 'US' }) };
  }

  it('becomes the contact that its mapping describes', async () => {
    const { rules, mapped } = await take();
    expect(requiresPhone(rules)).toEqual([]);
    expect(mapped.phone).toMatchObject({ e164: expected.phone, source: expected.source });
    expect(mergeContact(null, mapped.draft, rules.onDuplicate)).toEqual({
      status: 'created',
      contact: {
        fields: { ...NOBODY, ...expected.fields },
        variables: expected.variables,
        tags: expected.tags,
      },
    });
  });

  it('is told of in full: what was skipped, what was left over', async () => {
    const { mapped } = await take();
    expect(mapped.warnings).toEqual(expected.warnings ?? []);
    expect(mapped.unmapped).toEqual(expect.arrayContaining(expected.unmapped));
  });

  it('offers every value it holds by a source that reads it', async () => {
    const payload = await readIntakeBody(contentType, body);
    const leaves = [...leavesOf(payload)];
    expect(leaves.length).toBeGreaterThan(3);
    for (const { path, value } of leaves)
      expect(resolveSource(parseSourcePath(path), payload)).toMatchObject({ found: true, value });
  });
});
