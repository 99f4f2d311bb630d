import type { Client } from '../support/client.js';
import { aCall, anAgent } from '../support/records.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let acme: Client;

beforeAll(async () => {
  service = await startService();
});
beforeEach(async () => {
  acme = await service.anOrganization();
});
afterAll(() => service.stop());

const eventTypes = async (client: Client): Promise<string[]> => {
  const rows = await service.db.query(`SELECT type FROM events WHERE organization_id = $1 ORDER BY id`, [
    client.organizationId,
  ]);
  return rows.map(({ type }: { type: string }) => type);
};

describe('contacts', () => {
  it('a phone number is enough to make a contact', async () => {
    const made = await acme.post('/api/contacts', { phone: '(312) 555-0100' });

    expect(made.status).toBe(201);
    expect(made.headers.get('location')).toBe(`/api/contacts/${made.body.id}`);
    expect(made.body).toEqual({
      id: expect.any(String),
      first_name: null,
      last_name: null,
      email: null,
      phone: '+13125550100',
      company: null,
      country_code: null,
      timezone: null,
      crm_id: null,
      crm_source: null,
      tags: [],
      variables: {},
      do_not_call: false,
      source: 'api',
      created_at: expect.any(String),
      updated_at: made.body.created_at,
      last_call_at: null,
      call_count: 0,
    });
    expect((await acme.get(`/api/contacts/${made.body.id}`)).body).toEqual(made.body);
    expect(await eventTypes(acme)).toEqual(['contact.created']);
  });

  it('a number is read as one of the organization’s country where the contact’s has no numbers', async () => {
    const made = await acme.post('/api/contacts', { phone: '(312) 555-0199', country_code: 'AQ' });
    expect(made.body).toMatchObject({ phone: '+13125550199', country_code: 'AQ' });
  });

  it('a number is read as one of the contact’s country', async () => {
    const made = await acme.post('/api/contacts', { phone: '030 1234567', country_code: 'de' });
    expect(made.body).toMatchObject({ phone: '+49301234567', country_code: 'DE' });
  });

  it('a change sets what is given, clears what is null and keeps the rest', async () => {
    const { body: contact } = await acme.post('/api/contacts', {
      phone: '+13125550100',
      first_name: 'Ada',
      company: 'Engines',
      tags: ['vip', 'vip'],
      variables: { plan: 'gold' },
    });

    const changed = await acme.patch(`/api/contacts/${contact.id}`, {
      company: null,
      last_name: 'Lovelace',
      variables: { plan: 'silver' },
    });

    expect(changed.body).toMatchObject({
      first_name: 'Ada',
      last_name: 'Lovelace',
      company: null,
      tags: ['vip'],
      variables: { plan: 'silver' },
    });
    expect(await eventTypes(acme)).toEqual(['contact.created', 'contact.updated']);
  });

  it('a change that says nothing raises no event', async () => {
    const { body: contact } = await acme.post('/api/contacts', { phone: '+13125550100' });
    expect((await acme.patch(`/api/contacts/${contact.id}`, {})).body).toEqual(contact);
    expect(await eventTypes(acme)).toEqual(['contact.created']);
  });

  it('a number has one contact', async () => {
    const { body: first } = await acme.post('/api/contacts', { phone: '+13125550100' });
    const { body: second } = await acme.post('/api/contacts', { phone: '+13125550101' });

    const again = await acme.post('/api/contacts', { phone: '1-312-555-0100' });
    const moved = await acme.patch(`/api/contacts/${second.id}`, { phone: '+13125550100' });

    for (const answer of [again, moved]) {
      expect(answer).toMatchObject({ status: 409, body: { code: 'contact_exists' } });
      expect(answer.headers.get('location')).toBe(`/api/contacts/${first.id}`);
    }
  });

  it('twenty at once for a new number make one contact', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => acme.post('/api/contacts', { phone: '+13125550100' })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
  });

  it('of two editors the second is told that the contact has changed', async () => {
    const { body: contact, headers } = await acme.post('/api/contacts', { phone: '+13125550100' });
    const seen = { 'if-match': headers.get('etag') ?? '' };
    expect((await acme.patch(`/api/contacts/${contact.id}`, { first_name: 'A' }, seen)).status).toBe(200);
    expect((await acme.patch(`/api/contacts/${contact.id}`, { first_name: 'B' }, seen)).status).toBe(412);
  });

  describe('the list', () => {
    const people = [
      {
        phone: '+13125550101',
        first_name: 'Ada',
        last_name: 'Lovelace',
        email: 'ada@engines.example',
        tags: ['vip'],
      },
      {
        phone: '+13125550102',
        first_name: 'Alan',
        last_name: 'Turing',
        company: '100% Enigma',
        tags: ['vip', 'uk'],
      },
      { phone: '+13125550103', first_name: 'Grace_M', last_name: 'Hopper', email: 'Grace@navy.example' },
    ];
    beforeEach(async () => {
      for (const person of people) await acme.post('/api/contacts', person);
    });

    it.each([
      ['everything, newest first', '', ['Grace_M', 'Alan', 'Ada']],
      ['a part of a name', 'search=love', ['Ada']],
      ['two characters that a name begins with', 'search=LO', ['Ada']],
      ['two characters that a first name begins with', 'search=al', ['Alan']],
      ['two characters that a second word begins with', 'search=en', ['Alan']],
      ['not two characters in the middle of a word', 'search=ve', []],
      ['a part of an address in another case', 'search=NAVY', ['Grace_M']],
      ['a part of a company with a percent sign', `search=${encodeURIComponent('0% e')}`, ['Alan']],
      ['an underscore as itself', 'search=e_m', ['Grace_M']],
      ['a percent sign as itself', `search=${encodeURIComponent('%%')}`, []],
      ['a part of a number', 'search=5550102', ['Alan']],
      ['a tag', 'tag=vip', ['Alan', 'Ada']],
      ['a number', 'phone=%2B13125550101', ['Ada']],
      ['a number whose plus became a space', 'phone=+13125550101', ['Ada']],
      ['an address in another case', 'email=grace@navy.example', ['Grace_M']],
      ['several filters together', 'tag=vip&search=turing', ['Alan']],
      ['SQL', `search=${encodeURIComponent(`' OR '1'='1`)}`, []],
      ['a tag that is SQL', `tag=${encodeURIComponent(`vip'}; DROP TABLE contacts; --`)}`, []],
    ])('finds %s', async (_, query, names) => {
      const { body } = await acme.get(`/api/contacts?${query}`);
      expect(body.data.map((contact: { first_name: string }) => contact.first_name)).toEqual(names);
      expect(body.pagination.total).toBe(names.length);
    });

    it('finds a number without a country code in the organization’s country', async () => {
      const globex = await service.anOrganization('Globex');
      await service.db.query(`UPDATE organizations SET default_country = 'GB' WHERE id = $1`, [
        globex.organizationId,
      ]);
      const { body: ada } = await globex.post('/api/contacts', { phone: '020 7946 0958' });
      for (const phone of ['020 7946 0958', '%2B44 20 7946 0958', ' 44 20 7946 0958']) {
        const { body: found } = await globex.get(`/api/contacts?phone=${phone}`);
        expect(found.data.map(({ id }: { id: string }) => id)).toEqual([ada.id]);
      }
    });

    it('pages follow each other', async () => {
      const first = await acme.get('/api/contacts?limit=2');
      const second = await acme.get('/api/contacts?limit=2&offset=2');
      expect(first.body.pagination).toEqual({ total: 3, limit: 2, offset: 0, has_more: true });
      expect(second.body.pagination).toEqual({ total: 3, limit: 2, offset: 2, has_more: false });
      expect(second.body.data).toHaveLength(1);
    });

    it.each([
      ['search=x', 'Invalid search parameter'],
      ['phone=hello', 'Invalid phone parameter'],
      ['email=hello', 'Invalid email parameter'],
      ['tag=', 'Invalid tag parameter'],
      ['tags=vip', 'Unknown parameter tags'],
    ])('%s is refused', async (query, error) => {
      expect(await acme.get(`/api/contacts?${query}`)).toMatchObject({ status: 400, body: { error } });
    });
  });

  it.each([
    ['no phone', {}, 'Invalid phone'],
    ['a phone that is none', { phone: 'call me' }, 'Invalid phone'],
    ['an e-mail address that is none', { phone: '+13125550100', email: 'nobody' }, 'Invalid email'],
    ['a country that is none', { phone: '+13125550100', country_code: 'XX' }, 'Invalid country_code'],
    ['a time zone that is none', { phone: '+13125550100', timezone: 'Mars/Olympus' }, 'Invalid timezone'],
    ['tags that are no list', { phone: '+13125550100', tags: 'vip' }, 'Invalid tags'],
    ['variables that are a list', { phone: '+13125550100', variables: [] }, 'Invalid variables'],
    ['a phone cleared', { phone: null }, 'Invalid phone'],
  ])('%s is refused and makes nothing', async (_, body, error) => {
    expect(await acme.post('/api/contacts', body)).toMatchObject({ status: 400, body: { error } });
    expect((await acme.get('/api/contacts')).body.pagination.total).toBe(0);
  });

  describe('do not call', () => {
    it('is set and lifted by saying so, and both are audited', async () => {
      const { body: contact } = await acme.post('/api/contacts', { phone: '+13125550100' });

      const listed = await acme.patch(`/api/contacts/${contact.id}`, { do_not_call: true });
      const lifted = await acme.patch(`/api/contacts/${contact.id}`, { do_not_call: false });

      expect([listed.body.do_not_call, lifted.body.do_not_call]).toEqual([true, false]);
      expect(await eventTypes(acme)).toEqual([
        'contact.created',
        'contact.opted_out',
        'contact.updated',
        'contact.updated',
      ]);
      const audited = await service.db.query(
        `SELECT action FROM audit_log WHERE organization_id = $1 AND subject_type = 'phone_number' ORDER BY id`,
        [acme.organizationId],
      );
      expect(audited).toEqual([{ action: 'do_not_call.added' }, { action: 'do_not_call.lifted' }]);
    });

    it('takes a reason, of at most 500 characters, for what it forbids', async () => {
      const phone = '+13125550100';
      const made = { phone, do_not_call: true, do_not_call_reason: 'Asked <b>twice</b>' };
      expect((await acme.post('/api/contacts', made)).status).toBe(201);
      const reasons = () =>
        service.db.query(`SELECT reason FROM do_not_call WHERE organization_id = $1`, [acme.organizationId]);
      expect(await reasons()).toEqual([{ reason: 'Asked <b>twice</b>' }]);
      for (const wrong of [
        { do_not_call: true, do_not_call_reason: 'x'.repeat(501) },
        { do_not_call: false, do_not_call_reason: 'Asked' },
        { do_not_call_reason: 'Asked' },
      ]) {
        expect(await acme.post('/api/contacts', { ...wrong, phone: '+13125550101' })).toMatchObject({
          status: 400,
          body: { details: [{ field: 'do_not_call_reason' }] },
        });
      }
    });

    it.each([
      ['deleting', ''],
      ['erasing', '?erase=true'],
    ])('%s the contact does not lift it', async (_, query) => {
      const { body: contact } = await acme.post('/api/contacts', {
        phone: '+13125550100',
        do_not_call: true,
      });
      await acme.delete(`/api/contacts/${contact.id}${query}`);
      const again = await acme.post('/api/contacts', { phone: '+13125550100' });
      expect(again.body.do_not_call).toBe(true);
    });
  });

  it('a deleted contact’s calls stay, with the number that was called and nobody’s name', async () => {
    const { body: contact } = await acme.post('/api/contacts', { phone: '+13125550107', first_name: 'Ada' });
    const agent_id = await anAgent(service, acme.organizationId);
    const call = { agent_id, contact_id: contact.id, phone_number: '+13125550107' };
    const id = await aCall(service, acme.organizationId, call);
    expect((await acme.get(`/api/calls/${id}`)).body).toMatchObject({ contact_id: contact.id });
    await acme.delete(`/api/contacts/${contact.id}`);
    expect((await acme.get(`/api/calls/${id}`)).body).toMatchObject({
      contact_id: null,
      phone_number: '+13125550107',
    });
  });

  it('a deleted contact is gone, and its idempotent creation stays answered', async () => {
    const key = { 'idempotency-key': 'ada' };
    const made = await acme.post('/api/contacts', { phone: '+13125550100' }, key);
    expect((await acme.delete(`/api/contacts/${made.body.id}`)).status).toBe(204);
    expect((await acme.get(`/api/contacts/${made.body.id}`)).body.error).toBe('Contact not found');
    expect((await acme.delete(`/api/contacts/${made.body.id}`)).status).toBe(404);
    expect((await acme.post('/api/contacts', { phone: '+13125550100' }, key)).text).toBe(made.text);
  });
});
