import { readIntakeBody } from '../../src/webhook-mappings/intake-body.adapter.js';
import { mapContact } from '../../src/webhook-mappings/map-contact.js';
import { NO_RULES } from '../../src/webhook-mappings/mapping-rules.js';
import { mergeContact } from '../../src/webhook-mappings/merge-contact.js';
import { readMappingRules } from '../../src/webhook-mappings/read-mapping-rules.js';
import type { Client } from '../support/client.js';
import { aMapping, aPhone, PLAIN_RULES, postTo } from '../support/mappings.js';
import { payloadFixtures } from '../support/payload-fixtures.js';
import { aCall } from '../support/records.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let acme: Client;

beforeAll(async () => {
  service = await startService();
  acme = await service.anOrganization();
});
afterAll(() => service.stop());

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

const contactWith = async (phone: string) =>
  (await acme.get(`/api/contacts?phone=${encodeURIComponent(phone)}`)).body.data[0];

/** The events about a contact, oldest first. */
const eventsOf = async (contactId: string): Promise<{ type: string; data: Record<string, unknown> }[]> => {
  const events = await service.db.query(
    `SELECT type, data FROM events WHERE contact_id = $1 ORDER BY created_at, id`,
    [contactId],
  );
  return events.map(({ type, data }: { type: string; data: string }) => ({ type, data: JSON.parse(data) }));
};

describe('posting to a mapping', () => {
  it('makes a contact, and says what was made of the payload', async () => {
    const mapping = await aMapping(acme, {
      static_values: [{ target: 'crmSource', value: 'website' }],
      static_tags: ['lead'],
    });
    const phone = aPhone();
    const answer = await mapping.post({ firstName: 'Ada', phone, email: 'no address', shoe: { size: 42 } });

    expect(answer.status).toBe(201);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(answer.body).toEqual({
      message: 'Contact created successfully',
      status: 'created',
      contactId: expect.stringMatching(UUID),
      mapId: mapping.id,
      requestId: expect.stringMatching(UUID),
      contact: {
        id: answer.body.contactId,
        firstName: 'Ada',
        lastName: null,
        email: null,
        phone,
        company: null,
        countryCode: null,
        timezone: null,
        crmId: null,
        crmSource: 'website',
        tags: ['lead'],
        variables: {},
        doNotCall: false,
        source: 'intake',
        createdAt: expect.stringMatching(INSTANT),
        updatedAt: answer.body.contact.createdAt,
      },
      applied: { mapped: ['firstName', 'phone'], static: ['crmSource'], tags: ['lead'] },
      unmapped: ['shoe.size'],
      warnings: [
        {
          target: 'email',
          source: 'email',
          issue: 'is not an e-mail address; skipped',
          received: 'no address',
        },
      ],
    });
    expect(Object.keys(answer.body)).toEqual([
      'message',
      'status',
      'contactId',
      'mapId',
      'requestId',
      'contact',
      'applied',
      'unmapped',
      'warnings',
    ]);
    const stored = await contactWith(phone);
    expect(stored).toMatchObject({
      id: answer.body.contactId,
      first_name: 'Ada',
      crm_source: 'website',
      source: 'intake',
    });
    expect(await eventsOf(stored.id)).toEqual([{ type: 'contact.created', data: { contact: stored } }]);
  });

  it('a second post about the same number changes the contact, a third one nothing', async () => {
    const mapping = await aMapping(acme);
    const phone = aPhone();
    const created = await mapping.post({ firstName: 'Ada', phone });
    const updated = await mapping.post({ firstName: 'Grace', phone, email: 'ada@example.com' });
    expect(updated).toMatchObject({
      status: 200,
      body: {
        message: 'Contact updated successfully',
        status: 'updated',
        contactId: created.body.contactId,
        contact: { firstName: 'Ada', email: 'ada@example.com' },
      },
    });
    const unchanged = await mapping.post({ firstName: 'Grace', phone, email: 'eve@example.com' });
    expect(unchanged).toMatchObject({
      status: 200,
      body: { status: 'unchanged', contact: updated.body.contact },
    });
    const events = await eventsOf(created.body.contactId);
    expect(events.map(({ type }) => type)).toEqual(['contact.created', 'contact.updated']);
    expect(events[1]?.data).toEqual({ contact: await contactWith(phone) });
  });

  it.each([
    ['a national number', '(312) 555-0101', '+13125550101'],
    ['an international one', '0044 20 7946 0958', '+442079460958'],
    ['digits', 3125550102, '+13125550102'],
  ])('reads %s as E.164', async (_, phone, e164) => {
    const mapping = await aMapping(acme);
    expect((await mapping.post({ phone })).body.contact.phone).toBe(e164);
  });

  it('reads a number by the country that was posted', async () => {
    const mapping = await aMapping(acme, {
      field_mappings: [...PLAIN_RULES.field_mappings, { source: 'country', target: 'countryCode' }],
    });
    const answer = await mapping.post({ phone: '020 7946 0123', country: 'gb' });
    expect(answer.body.contact).toMatchObject({ phone: '+442079460123', countryCode: 'GB' });
  });

  it('reads a number by the country of the organization', async () => {
    const globex = await service.anOrganization('Globex');
    await service.db.query(`UPDATE organizations SET default_country = 'GB' WHERE id = $1`, [
      globex.organizationId,
    ]);
    const mapping = await aMapping(globex);
    expect((await mapping.post({ phone: '020 7946 0123' })).body.contact.phone).toBe('+442079460123');
  });

  it('a number on the do-not-call list stays there', async () => {
    const mapping = await aMapping(acme, { on_duplicate: 'overwrite' });
    const phone = aPhone();
    const { body: contact } = await acme.post('/api/contacts', { phone, do_not_call: true });
    const answer = await mapping.post({ firstName: 'Ada', phone });
    expect(answer.body.contact.doNotCall).toBe(true);
    expect((await acme.get(`/api/contacts/${contact.id}`)).body.do_not_call).toBe(true);
    await acme.delete(`/api/contacts/${contact.id}`);
    expect((await mapping.post({ firstName: 'Ada', phone })).body).toMatchObject({
      status: 'created',
      contact: { doNotCall: true },
    });
  });

  it('the contact in an event is the contact of the API, calls included', async () => {
    const mapping = await aMapping(acme, { on_duplicate: 'overwrite' });
    const phone = aPhone();
    const { contactId } = (await mapping.post({ phone })).body;
    await aCall(service, acme.organizationId, {
      contact_id: contactId,
      started_at: '2026-01-15T10:30:00.25Z',
    });
    await mapping.post({ phone, firstName: 'Zoë "Zed" O’Neil\\', email: 'zed@example.com' });
    const shown = (await acme.get(`/api/contacts/${contactId}`)).body;
    expect(shown).toMatchObject({ call_count: 1, last_call_at: '2026-01-15T10:30:00.250Z' });
    const [, updated] = await eventsOf(contactId);
    expect(updated?.data).toEqual({ contact: shown });
    expect(Object.keys(updated?.data['contact'] as object)).toEqual(Object.keys(shown));
  });
});

describe('what real systems post', () => {
  // What each of these becomes is written out in real-payloads.spec.ts; here it has to arrive.
  it.each(payloadFixtures)('$name becomes a contact, and is kept as it came', async (fixture) => {
    const globex = await service.anOrganization(fixture.name);
    const mapping = await aMapping(globex, fixture.mapping);
    const answer = await postTo(mapping.url, fixture.body, { 'content-type': fixture.contentType });

    const read = readMappingRules(fixture.mapping);
    const rules = 'rules' in read ? { ...NO_RULES, ...read.rules } : NO_RULES;
    const payload = await readIntakeBody(fixture.contentType, fixture.body);
    const { draft, phone, warnings, unmapped } = mapContact(rules, payload, { defaultCountry: 'US' });
    const { fields, variables, tags } = mergeContact(null, draft, rules.onDuplicate).contact;
    expect(answer).toMatchObject({
      status: 201,
      body: { warnings, unmapped, contact: { ...fields, tags, phone: 'e164' in phone && phone.e164 } },
    });
    expect(answer.body.contact.variables).toEqual(variables);

    const [line] = (await globex.get(`${mapping.path}/requests`)).body.data;
    expect(line).toMatchObject({ outcome: 'created', payload: fixture.body.toString() });
    const again = await globex.post(`${mapping.path}/requests/${line.id}/replay`);
    expect(again).toMatchObject({ status: 200, body: { status: 'unchanged', contact: answer.body.contact } });
  });
});
