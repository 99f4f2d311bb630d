import { v7 } from 'uuid';
import { startService, type TestService } from '../support/service.js';
import type { Client } from '../support/client.js';
import { aMapping } from '../support/mappings.js';

let service: TestService;
let acme: Client;

beforeAll(async () => {
  service = await startService();
  acme = await service.anOrganization();
});
afterAll(() => service.stop());

const CANARY = 'Canary7f3a';
const PHONE = '+13125550142';
const PERSONAL = JSON.stringify({ said: CANARY, number: PHONE });

/** Tables that keep a number on purpose: nobody must be called again because they were forgotten. */
const KEEPS_NUMBERS = new Set(['do_not_call', 'audit_log']);

/** A call with the contact whose every text and JSON speaks of the person. */
async function aCallWith(contactId: string, status: string): Promise<string> {
  const { body: agent } = await acme.post('/api/agents', { name: 'Ava' });
  const call = v7();
  const insert = (table: string, row: Record<string, unknown>) =>
    service.db.query(
      `INSERT INTO ${table} (${Object.keys(row).join(', ')})
       VALUES (${Object.keys(row)
         .map((_, index) => `$${index + 1}`)
         .join(', ')})`,
      Object.values(row),
    );
  const own = { organization_id: acme.organizationId };
  await insert('calls', {
    ...own,
    id: call,
    agent_id: agent.id,
    agent_version: 1,
    contact_id: contactId,
    call_type: 'outbound',
    status,
    phone_number: PHONE,
    platform_number: '+13125550199',
    call_duration: 61,
    started_at: new Date(),
    carrier: 'simulator',
  });
  await insert('call_details', {
    ...own,
    call_id: call,
    variables: PERSONAL,
    metadata: PERSONAL,
    transcript: `Customer: ${CANARY}`,
    transcript_formatted: `[${PERSONAL}]`,
    post_call_analysis: PERSONAL,
    call_description: CANARY,
    custom_analysis: PERSONAL,
    structured_data_results: PERSONAL,
    turn_events: `[${PERSONAL}]`,
    interruptions: `[${PERSONAL}]`,
    tool_usage: `[${PERSONAL}]`,
    memory: PERSONAL,
    ended: JSON.stringify({ by: 'customer', message: CANARY }),
  });
  await insert('conversation_entries', { ...own, call_id: call, seq: 1, kind: 'utterance', data: PERSONAL });
  await insert('call_notes', {
    ...own,
    id: v7(),
    call_id: call,
    body: CANARY,
    source: 'api',
    author: CANARY,
  });
  await insert('action_executions', {
    ...own,
    id: v7(),
    call_id: call,
    name: 'tag',
    type: 'tag',
    trigger: 'manual',
    status: 'succeeded',
    request: PERSONAL,
    response: PERSONAL,
    error: CANARY,
  });
  await insert('call_events', {
    ...own,
    id: v7(),
    call_id: call,
    kind: 'status',
    dedupe_key: 'x',
    payload: PERSONAL,
  });
  await insert('events', {
    ...own,
    id: v7(),
    type: 'call.ended',
    call_id: call,
    sequence: 1,
    data: PERSONAL,
  });
  return call;
}

/** Every row of every table, as text, but for the tables that keep numbers on purpose. */
async function dump(): Promise<string> {
  const tables = await service.db.query(`SELECT table_name AS name FROM information_schema.tables
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`);
  const texts = await Promise.all(
    tables
      .filter(({ name }: { name: string }) => !KEEPS_NUMBERS.has(name))
      .map(async ({ name }: { name: string }) => {
        const rows = await service.db.query(`SELECT t::text AS row FROM "${name}" t`);
        return rows.map(({ row }: { row: string }) => `${name}: ${row}`).join('\n');
      }),
  );
  return texts.join('\n');
}

describe('erasing a contact', () => {
  it('leaves nothing personal anywhere, and keeps the call’s bare facts', async () => {
    const { body: contact } = await acme.post(
      '/api/contacts',
      {
        phone: PHONE,
        first_name: CANARY,
        last_name: CANARY,
        email: `${CANARY}@example.com`,
        company: CANARY,
        crm_id: CANARY,
        tags: [CANARY],
        variables: { note: CANARY },
        do_not_call: true,
        do_not_call_reason: CANARY,
      },
      { 'idempotency-key': 'make-canary' },
    );
    const call = await aCallWith(contact.id, 'completed');
    expect(await dump()).toContain(CANARY);

    expect((await acme.delete(`/api/contacts/${contact.id}?erase=true`)).status).toBe(204);

    expect(await service.db.query(`SELECT number, reason FROM do_not_call`)).toEqual([
      { number: PHONE, reason: null },
    ]);
    const left = (await dump())
      .split('\n')
      .filter((row) => row.includes(CANARY) || row.includes(PHONE.slice(2)));
    expect(left).toEqual([]);
    const [row] = await service.db.query(
      `SELECT status, call_duration, contact_id FROM calls WHERE id = $1`,
      [call],
    );
    expect(row).toEqual({ status: 'completed', call_duration: 61, contact_id: null });
    const [audited] = await service.db.query(
      `SELECT action, details FROM audit_log WHERE action = 'contact.erased'`,
    );
    expect(audited).toEqual({ action: 'contact.erased', details: { calls: 1 } });
  });

  it('a request that made the contact is still not repeated', async () => {
    const again = await acme.post(
      '/api/contacts',
      {
        phone: PHONE,
        first_name: CANARY,
        last_name: CANARY,
        email: `${CANARY}@example.com`,
        company: CANARY,
        crm_id: CANARY,
        tags: [CANARY],
        variables: { note: CANARY },
        do_not_call: true,
        do_not_call_reason: CANARY,
      },
      { 'idempotency-key': 'make-canary' },
    );
    expect(again).toMatchObject({ status: 201, text: '' });
    expect((await acme.get('/api/contacts')).body.pagination.total).toBe(0);
  });

  it('finds the person in requests that were refused, however the number was written', async () => {
    const field_mappings = [{ source: 'mobile', target: 'phone' }];
    const mapping = await aMapping(acme, { field_mappings });
    for (const payload of [
      { tel: '(312) 555-0147', name: CANARY },
      { from: `${CANARY} <${CANARY.toUpperCase()}@example.com>` },
    ])
      expect((await mapping.post(payload)).status).toBe(400);
    const other = { tel: '(312) 555-0148', name: 'Somebody else' };
    await mapping.post(other);
    const email = `${CANARY}@example.com`;
    const { body: contact } = await acme.post('/api/contacts', { phone: '+13125550147', email });

    expect((await acme.delete(`/api/contacts/${contact.id}?erase=true`)).status).toBe(204);

    const texts = await dump();
    expect(texts).not.toMatch(new RegExp(`${CANARY}|555-?0147`, 'i'));
    expect(texts).toContain(other.name);
  });

  it('finds what was kept of the person when an earlier contact was merely deleted', async () => {
    const mapping = await aMapping(acme, {
      field_mappings: [
        { source: 'mobile', target: 'phone' },
        { source: 'name', target: 'firstName' },
      ],
    });
    const number = '+13125550149';
    const posted = { mobile: number, name: CANARY };
    const { body: first } = await mapping.post(posted, { 'idempotency-key': 'posted-canary' });
    const { body: made } = await acme.post(
      '/api/contacts',
      { phone: '+13125550151', first_name: CANARY },
      { 'idempotency-key': 'made-canary' },
    );
    await acme.post(`/api/contacts/${first.contactId}/merge`, { contact_id: made.id });
    expect((await acme.delete(`/api/contacts/${first.contactId}`)).status).toBe(204);
    expect(await dump()).toContain(CANARY);

    const { body: again } = await acme.post('/api/contacts', { phone: '+13125550151' });
    expect((await acme.delete(`/api/contacts/${again.id}?erase=true`)).status).toBe(204);

    expect(await dump()).not.toMatch(new RegExp(`${CANARY}|555-?01(49|51)`, 'i'));
    const repeated = await acme.post(
      '/api/contacts',
      { phone: '+13125550151', first_name: CANARY },
      { 'idempotency-key': 'made-canary' },
    );
    expect(repeated).toMatchObject({ status: 201, text: '' });
  });

  it('waits until the contact’s call is over', async () => {
    const { body: contact } = await acme.post('/api/contacts', { phone: '+13125550143' });
    const call = await aCallWith(contact.id, 'in-progress');
    expect(await acme.delete(`/api/contacts/${contact.id}?erase=true`)).toMatchObject({
      status: 409,
      body: { code: 'contact_in_call' },
    });
    await service.db.query(`UPDATE calls SET status = 'completed' WHERE id = $1`, [call]);
    expect((await acme.delete(`/api/contacts/${contact.id}?erase=true`)).status).toBe(204);
  });

  it('several hundred calls are forgotten with it', async () => {
    const { body: contact } = await acme.post('/api/contacts', { phone: '+13125550144' });
    const call = await aCallWith(contact.id, 'completed');
    await service.db.query(
      `INSERT INTO calls (organization_id, id, agent_id, agent_version, contact_id, call_type, status, phone_number,
              platform_number, started_at, carrier)
       SELECT organization_id, gen_random_uuid(), agent_id, 1, contact_id, 'outbound', 'completed', '+13125550144',
              platform_number, started_at, carrier FROM calls, generate_series(1, 450) WHERE id = $1`,
      [call],
    );
    expect((await acme.delete(`/api/contacts/${contact.id}?erase=true`)).status).toBe(204);
    expect(await dump()).not.toContain('3125550144');
  });
});
