import type { Answer, Client } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { aMapping, aPhone, type Mapping } from '../support/mappings.js';
import { aCall } from '../support/records.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let acme: Client;
let mapping: Mapping;

beforeAll(async () => {
  service = await startService();
  acme = await service.anOrganization();
  mapping = await aMapping(acme, { static_tags: ['form'] });
});
afterAll(() => service.stop());

const aContact = async (fields: object = {}): Promise<{ id: string; phone: string }> =>
  (await acme.post('/api/contacts', { phone: aPhone(), ...fields })).body;

const merge = (
  stays: { id: string },
  goes: { id: string },
  more: object = {},
  headers = {},
): Promise<Answer> => acme.post(`/api/contacts/${stays.id}/merge`, { contact_id: goes.id, ...more }, headers);

const rows = (query: string, ...values: unknown[]): Promise<Record<string, unknown>[]> =>
  service.db.query(query, values);

describe('merging two contacts', () => {
  it('leaves one, with the calls, intakes, tags, variables and missing fields of both', async () => {
    const stays = await aContact({ first_name: 'Ada', tags: ['vip'], variables: { plan: 'Pro' } });
    const phone = aPhone();
    const posted = await mapping.post({ phone, firstName: 'A.', email: 'ada@example.com' });
    const goes = { id: String(posted.body.contactId) };
    const call = await aCall(service, acme.organizationId, { contact_id: goes.id, phone_number: phone });

    const merged = await merge(stays, goes);

    expect(merged.status).toBe(200);
    expect(merged.body).toMatchObject({
      id: stays.id,
      phone: stays.phone,
      first_name: 'Ada',
      email: 'ada@example.com',
      tags: ['vip', 'form'],
      variables: { plan: 'Pro' },
      call_count: 1,
    });
    expect((await acme.get(`/api/contacts/${goes.id}`)).status).toBe(404);
    expect((await acme.get(`/api/calls/${call}`)).body).toMatchObject({
      contact_id: stays.id,
      phone_number: phone,
    });
    const { body: log } = await acme.get(`${mapping.path}/requests/${String(posted.body.requestId)}`);
    expect(log.contact_id).toBe(stays.id);
    const [event] = await rows(`SELECT type, data::jsonb AS data FROM events ORDER BY id DESC LIMIT 1`);
    expect(event).toEqual({
      type: 'contact.updated',
      data: { contact: merged.body, merged_contact_id: goes.id },
    });
    const [entry] = await rows(`SELECT details FROM audit_log WHERE action = 'contact.merged'`);
    expect(entry).toEqual({ details: { merged_contact_id: goes.id, calls: 1, intakes: 1 } });
  });

  it('takes over what is asked for, the number too: then the own one is given up', async () => {
    const stays = await aContact({ first_name: 'Ada', email: 'old@example.com' });
    const goes = await aContact({ first_name: 'A.', email: 'new@example.com' });
    const { body } = await merge(stays, goes, { take: ['phone', 'email'] });
    expect(body).toMatchObject({ phone: goes.phone, first_name: 'Ada', email: 'new@example.com' });
    const { body: found } = await acme.get(`/api/contacts?phone=${encodeURIComponent(stays.phone)}`);
    expect(found.data).toMatchObject([{ id: stays.id, phone: goes.phone }]);
  });

  it('is refused with itself, with nobody, after a change nobody has seen, and with words that name no field', async () => {
    const [stays, goes] = [await aContact(), await aContact()];
    expect(await merge(stays, stays)).toMatchObject({ status: 400, body: { error: 'Invalid contact_id' } });
    expect(await merge(stays, goes, { take: ['tags'] })).toMatchObject({
      status: 400,
      body: { error: 'Invalid take' },
    });
    const { headers } = await acme.get(`/api/contacts/${stays.id}`);
    await acme.patch(`/api/contacts/${stays.id}`, { first_name: 'Changed' });
    const stale = await merge(stays, goes, {}, { 'if-match': headers.get('etag') ?? '' });
    expect(stale).toMatchObject({ status: 412, body: { code: 'stale_version' } });
    expect((await merge(stays, goes)).status).toBe(200);
    expect(await merge(stays, goes)).toMatchObject({ status: 404, body: { error: 'Contact not found' } });
  });

  it('sent again with its key, is not done again', async () => {
    const [stays, goes] = [await aContact(), await aContact()];
    const key = { 'idempotency-key': `merge-${goes.id}` };
    const [first, second] = [await merge(stays, goes, {}, key), await merge(stays, goes, {}, key)];
    expect(second.text).toBe(first.text);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
  });
});

describe('a number that was given up', () => {
  it('leads intakes, searches, new contacts and calls to the contact that stayed', async () => {
    const stays = await aContact({ first_name: 'Ada' });
    const goes = await aContact();
    await merge(stays, goes);

    const posted = await mapping.post({ phone: goes.phone, email: 'ada@example.com' });
    expect(posted).toMatchObject({ status: 200, body: { status: 'updated', contactId: stays.id } });

    const digits = goes.phone.slice(-8);
    expect((await acme.get(`/api/contacts?search=${digits}`)).body.data).toMatchObject([{ id: stays.id }]);

    const again = await acme.post('/api/contacts', { phone: goes.phone });
    expect(again).toMatchObject({ status: 409, body: { code: 'contact_exists' } });
    expect(again.headers.get('location')).toBe(`/api/contacts/${stays.id}`);

    const { body: agent } = await acme.post('/api/agents', { name: 'Ava' });
    await acme.post('/api/phone-numbers', { number: '+13125559999', agent_id: agent.id });
    const started = await acme.post('/api/agents/call', { agentId: agent.id, phoneNumber: goes.phone });
    expect(started).toMatchObject({ status: 201, body: { contactName: 'Ada', phoneNumber: goes.phone } });
    expect((await acme.get(`/api/calls/${started.body.callId}`)).body).toMatchObject({
      contact_id: stays.id,
      phone_number: goes.phone,
    });
    await acme.post(`/api/calls/${started.body.callId}/end`);
  });

  it('goes on leading through merges of the contact that stayed', async () => {
    const [first, second, third] = [await aContact(), await aContact(), await aContact()];
    await merge(second, first);
    await merge(third, second);
    for (const { phone } of [first, second, third])
      expect((await mapping.post({ phone })).body.contactId).toBe(third.id);
  });

  it('becomes the contact’s own again, and the one it had takes its place', async () => {
    const [stays, goes] = [await aContact(), await aContact()];
    await merge(stays, goes);
    const { body } = await acme.patch(`/api/contacts/${stays.id}`, { phone: goes.phone });
    expect(body.phone).toBe(goes.phone);
    expect((await mapping.post({ phone: stays.phone })).body.contactId).toBe(stays.id);
  });

  it('is free when the contact is deleted', async () => {
    const [stays, goes] = [await aContact(), await aContact()];
    await merge(stays, goes);
    await acme.delete(`/api/contacts/${stays.id}`);
    expect((await acme.post('/api/contacts', { phone: goes.phone })).status).toBe(201);
  });

  it('stays on the do-not-call list', async () => {
    const [stays, goes] = [await aContact(), await aContact({ do_not_call: true })];
    await merge(stays, goes);
    const { body: agent } = await acme.post('/api/agents', { name: 'Ava' });
    const refused = await acme.post('/api/agents/call', { agentId: agent.id, phoneNumber: goes.phone });
    expect(refused).toMatchObject({ status: 403, body: { code: 'recipient_blocked' } });
  });

  it('posted together with the other number, loses neither post', async () => {
    const [stays, goes] = [await aContact(), await aContact()];
    await merge(stays, goes);
    const both = await aMapping(acme, {
      field_mappings: ['phone', 'a', 'b'].map((source) => ({
        source,
        target: source === 'phone' ? source : `variables.${source}`,
      })),
    });
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        both.post(index % 2 ? { phone: stays.phone, a: index } : { phone: goes.phone, b: index }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const { body } = await acme.get(`/api/contacts/${stays.id}`);
    expect(Object.keys(body.variables).toSorted()).toEqual(['a', 'b']);
  });

  it('posted with all its numbers at once takes each post, however many there are', async () => {
    const stays = await aContact();
    const phones = [stays.phone];
    while (phones.length < 12) {
      const goes = await aContact();
      await merge(stays, goes);
      phones.push(goes.phone);
    }
    const answers = await Promise.all(phones.map((phone) => mapping.post({ phone })));
    expect(answers.map(({ status }) => status)).toEqual(phones.map(() => 200));
  });
});

describe('erasing a contact that others were merged into', () => {
  it('forgets their calls, numbers and addresses too', async () => {
    const stays = await aContact({ email: 'stays@example.com' });
    const goes = await aContact({ email: 'goes@example.com' });
    await aCall(service, acme.organizationId, { phone_number: goes.phone, contact_id: null });
    const unmapped = await aMapping(acme, { field_mappings: [{ source: 'tel', target: 'phone' }] });
    await unmapped.post({ note: 'write to goes@example.com' });
    await merge(stays, goes);

    expect((await acme.delete(`/api/contacts/${stays.id}?erase=true`)).status).toBe(204);

    for (const [table, column] of [
      ['calls', 'phone_number'],
      ['merged_contacts', 'number'],
      ['contacts', 'phone'],
    ])
      expect(await rows(`SELECT FROM ${table} WHERE ${column} = $1`, goes.phone)).toEqual([]);
    expect(await rows(`SELECT FROM intake_requests WHERE payload LIKE '%goes@example.com%'`)).toEqual([]);
  });
});

describe('at the same time', () => {
  it('two merges of the same two contacts, each into the other, leave one of them', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [one, other] = [await aContact(), await aContact()];
      const answers = await Promise.all([merge(one, other), merge(other, one)]);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(answers.filter(({ status }) => status === 404)).toHaveLength(1);
      const left = await rows(
        `SELECT id FROM contacts WHERE organization_id = $1 AND phone = ANY($2)`,
        acme.organizationId,
        [one.phone, other.phone],
      );
      expect(left).toHaveLength(1);
    }
  });

  it('an intake for the number that goes makes no second contact, whenever it comes', async () => {
    for (let round = 0; round < 15; round += 1) {
      const [stays, goes] = [await aContact(), await aContact()];
      const posts = Array.from({ length: 6 }, (_, index) =>
        mapping.post({ phone: index % 2 ? goes.phone : stays.phone, firstName: `Name ${index}` }),
      );
      const [merged, ...posted] = await Promise.all([merge(stays, goes), ...posts]);
      expect([merged, ...posted].map(({ status }) => status)).toEqual([200, ...posts.map(() => 200)]);
      const last = await Promise.all([
        mapping.post({ phone: goes.phone }),
        mapping.post({ phone: stays.phone }),
      ]);
      expect(last.map(({ body }) => body.contactId)).toEqual([stays.id, stays.id]);
    }
  });

  it('an intake that waits for the merge at the contact’s row ends at the one that stayed', async () => {
    const [stays, goes] = [await aContact(), await aContact()];
    const holder = service.db.createQueryRunner();
    await holder.startTransaction();
    await holder.query(`SELECT FROM contacts WHERE id = $1 FOR UPDATE`, [goes.id]);
    const merging = merge(stays, goes);
    const posting = eventually(async () => isWaiting(1)).then(() => mapping.post({ phone: goes.phone }));
    await eventually(async () => isWaiting(2));
    await holder.commitTransaction();
    await holder.release();
    const [merged, posted] = await Promise.all([merging, posting]);
    expect(merged.status).toBe(200);
    expect(posted).toMatchObject({ status: 200, body: { contactId: stays.id } });
  });
});

/** Whether so many statements wait for a lock. */
async function isWaiting(count: number): Promise<boolean> {
  const waiting = await rows(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return waiting.length >= count;
}
