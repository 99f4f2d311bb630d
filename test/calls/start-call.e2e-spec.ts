import type { Answer, Client } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { insert } from '../support/records.js';
import { aLine, NUMBERS, OWN_NUMBER, type Line } from './line.js';

let line: Line;

beforeAll(async () => {
  // Nothing here depends on how a call goes on: people pick up late, so that calls stay live for long.
  line = await aLine({ pace: 1 });
});
afterAll(() => line.stop());

/** Everything that a refused request could have left behind. */
async function traces(): Promise<unknown> {
  const [counts] = await line.service.db.query(
    `SELECT (SELECT count(*) FROM calls)::int AS calls, (SELECT count(*) FROM contacts)::int AS contacts,
            (SELECT count(*) FROM events)::int AS events, (SELECT count(*) FROM dial_attempts)::int AS attempts,
            (SELECT count(*) FROM call_notes)::int AS notes, (SELECT count(*) FROM call_details)::int AS details`,
  );
  return { ...counts, dials: line.simulator.ledger().length };
}

const sql = (text: string, values: unknown[] = []) => line.service.db.query(text, values);

/** Sends a request until the service is not too busy to decide, as it asks for. */
async function insistently(send: () => Promise<Answer>): Promise<Answer> {
  const answer = await send();
  return answer.status === 503 ? insistently(send) : answer;
}

/** Ends what is live, so that the next test finds every line free. */
async function hangUpAll(): Promise<void> {
  const live = (await sql(
    `SELECT id FROM calls WHERE status IN ('queued', 'ringing', 'in-progress') AND organization_id = $1`,
    [line.acme.organizationId],
  )) as { id: string }[];
  await Promise.all(live.map(({ id }) => line.acme.post(`/api/calls/${id}/end`)));
  await eventually(async () => {
    const [{ count }] = await sql(
      `SELECT count(*)::int FROM calls WHERE status IN ('queued', 'ringing', 'in-progress')
          AND organization_id = $1`,
      [line.acme.organizationId],
    );
    return count === 0;
  });
}
afterEach(hangUpAll);

const ID = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/);

describe('starting a call', () => {
  it('is answered with the contract’s body before the carrier says anything', async () => {
    const answer = await line.start('+15551234567');
    expect(answer).toMatchObject({
      status: 201,
      body: {
        message: 'Call initiated successfully',
        callId: ID,
        agentName: 'Ava',
        contactName: '+15551234567',
        phoneNumber: '+15551234567',
      },
    });
    expect(Object.keys(answer.body)).toHaveLength(5);
    expect(answer.headers.get('location')).toBe(`/api/calls/${String(answer.body['callId'])}`);
    const read = await line.acme.get(answer.headers.get('location') ?? '');
    expect(read.body).toMatchObject({
      id: answer.body['callId'],
      agent_id: line.agentId,
      agent_name: 'Ava',
      phone_number: '+15551234567',
      phone_number_called_from: OWN_NUMBER,
      call_type: 'outbound',
      call_success: null,
      call_duration: null,
      ended_at: null,
      ended_reason: null,
    });
  });

  it('makes a contact that is nothing but its number, once, and tells of it', async () => {
    const first = await line.read(await line.call('+13125550170'));
    const second = await line.read(await line.call('+13125550170'));
    expect(second['contact_id']).toBe(first['contact_id']);
    const { body: contact } = await line.acme.get(`/api/contacts/${first['contact_id']}`);
    expect(contact).toMatchObject({ phone: '+13125550170', first_name: null, source: 'call' });
    const told = await sql(`SELECT type FROM events WHERE contact_id = $1 AND call_id IS NULL`, [contact.id]);
    expect(told).toEqual([{ type: 'contact.created' }]);
  });

  it('waits for a contact that is just being deleted, and goes on with a new one', async () => {
    const phone = '+13125550188';
    const { body: deleted } = await line.acme.post('/api/contacts', { phone });
    const deletion = line.service.db.createQueryRunner();
    await deletion.startTransaction();
    const [{ pid }] = await deletion.query(`SELECT pg_backend_pid() AS pid`);
    await deletion.query(`DELETE FROM contacts WHERE id = $1`, [deleted.id]);

    const starting = insistently(() => line.start(phone));
    await eventually(async () => {
      const waiting = await sql(`SELECT 1 FROM pg_stat_activity WHERE $1 = ANY (pg_blocking_pids(pid))`, [
        pid,
      ]);
      return waiting.length > 0;
    });
    await deletion.commitTransaction();
    await deletion.release();

    const answer = await starting;
    expect(answer.status).toBe(201);
    const call = await line.read(String(answer.body['callId']));
    expect(call['contact_id']).toEqual(ID);
    expect(call['contact_id']).not.toBe(deleted.id);
  });

  it('names a known contact, and keeps what the request gives', async () => {
    await line.acme.post('/api/contacts', {
      phone: '+13125550171',
      first_name: 'Ada',
      last_name: 'Lovelace',
    });
    const answer = await line.start('+13125550171', {
      notes: 'Asked for a demo.',
      variables: { plan: 'Pro' },
      metadata: { deal: '4711' },
    });
    expect(answer.body['contactName']).toBe('Ada Lovelace');
    const call = await line.read(String(answer.body['callId']));
    expect(call).toMatchObject({
      contact_first_name: 'Ada',
      notes: [{ id: ID, body: 'Asked for a demo.', source: 'request', author: null }],
      enhanced_context: { request: { variables: { plan: 'Pro' }, metadata: { deal: '4711' } } },
      turn_events: [{ seq: 1, type: 'call.queued' }],
    });
  });

  it('an empty note is none', async () => {
    const call = await line.read(await line.call(NUMBERS.cooperative, { notes: '' }));
    expect(call['notes']).toEqual([]);
  });

  it('calls from the asked number, else the agent’s, else the default', async () => {
    const { body: other } = await line.acme.post('/api/agents', { name: 'Eva' });
    // An organization's first number becomes its default.
    const setDefault = (isDefault: boolean) =>
      sql(`UPDATE phone_numbers SET is_default = $1 WHERE organization_id = $2`, [
        isDefault,
        line.acme.organizationId,
      ]);
    await setDefault(false);
    const none = await line.start(NUMBERS.cooperative, { agentId: other.id });
    expect(none).toMatchObject({
      status: 409,
      body: { error: 'Agent has no phone number', code: 'agent_without_number' },
    });
    const asked = await line.start(NUMBERS.cooperative, { agentId: other.id, fromNumber: OWN_NUMBER });
    expect(asked.status).toBe(201);
    await setDefault(true);
    const byDefault = await line.start(NUMBERS.cooperative, { agentId: other.id });
    expect(byDefault.status).toBe(201);
  });
});

describe('a call that may not be started', () => {
  const refused = async (
    answer: Promise<Answer>,
    before: unknown,
    expected: { status: number; error: string; code: string },
  ) => {
    const { status, ...body } = expected;
    expect(await answer).toMatchObject({ status, body: { ...body, status } });
    expect(await traces()).toEqual(before);
  };

  it.each<[string, Record<string, unknown>, string]>([
    ['no agent', { agentId: undefined }, 'Invalid agentId'],
    ['an agent id that is none', { agentId: 'ava' }, 'Invalid agentId'],
    ['no number', { phoneNumber: undefined }, 'Invalid phoneNumber'],
    ['a number without its plus', { phoneNumber: '15551234567' }, 'Invalid phoneNumber'],
    ['a number with spaces', { phoneNumber: '+1 555 123 4567' }, 'Invalid phoneNumber'],
    ['a number of nine digits', { phoneNumber: '+1555123456' }, 'Invalid phoneNumber'],
    ['a number in other digits', { phoneNumber: '+1５５５１２３４５６７' }, 'Invalid phoneNumber'],
    ['a British number', { phoneNumber: '+442071838750' }, 'Invalid phoneNumber'],
    ['a number that is a number', { phoneNumber: 15551234567 }, 'Invalid phoneNumber'],
    ['two numbers', { phoneNumber: ['+15551234567', '+15551234568'] }, 'Invalid phoneNumber'],
    ['notes that are too long', { notes: 'x'.repeat(5_001) }, 'Invalid notes'],
    ['notes that are no text', { notes: 7 }, 'Invalid notes'],
    ['variables that are a list', { variables: [] }, 'Invalid variables'],
    ['metadata that are too large', { metadata: { x: 'x'.repeat(17_000) } }, 'Invalid metadata'],
    ['a calling number that is none', { fromNumber: '555' }, 'Invalid fromNumber'],
    ['a calling number of somebody else', { fromNumber: '+13125550100' }, 'Invalid fromNumber'],
    ['a misspelt option', { note: 'Hello' }, 'Unknown field note'],
    [
      'a time to call, which is not offered yet',
      { scheduledAt: '2027-01-01T00:00:00Z' },
      'Unknown field scheduledAt',
    ],
    [
      'SQL in every field',
      { notes: 7, agentId: "' OR 1=1 --", phoneNumber: "'; DROP TABLE calls" },
      'Invalid agentId',
    ],
  ])('%s is refused, and leaves nothing behind', async (_, body, error) => {
    const before = await traces();
    await refused(line.start(NUMBERS.cooperative, body), before, {
      status: 400,
      error,
      code: 'invalid_request',
    });
  });

  it('all that is wrong is named at once', async () => {
    const { body } = await line.start('1', { agentId: 'x', notes: 7, colour: 'red' });
    expect(body).toMatchObject({
      error: 'Invalid agentId',
      details: [{ field: 'agentId' }, { field: 'phoneNumber' }, { field: 'notes' }, { field: 'colour' }],
    });
  });

  it('an agent that does not exist, or is another organization’s', async () => {
    const globex = await line.service.anOrganization('Globex');
    const { body: foreign } = await globex.post('/api/agents', { name: 'Max' });
    const before = await traces();
    for (const agentId of [foreign.id as string, '01937f5c-2d5e-7c3a-9b51-0a4f7e1c2d3e']) {
      await refused(line.start(NUMBERS.cooperative, { agentId }), before, {
        status: 404,
        error: 'Agent not found',
        code: 'agent_not_found',
      });
    }
  });

  it('an agent that is switched off', async () => {
    const { body: agent } = await line.acme.post('/api/agents', { name: 'Max', status: 'inactive' });
    await refused(line.start(NUMBERS.cooperative, { agentId: agent.id }), await traces(), {
      status: 409,
      error: 'Agent is not active',
      code: 'agent_inactive',
    });
  });

  it.each([
    ['Jamaica', '+18765551234'],
    ['a premium number', '+19005551234'],
  ])('a destination outside: %s', async (_, number) => {
    await refused(line.start(number), await traces(), {
      status: 403,
      error: 'Destination not allowed',
      code: 'destination_not_allowed',
    });
  });

  it('a number on the do-not-call list, even if its contact is deleted', async () => {
    const { body: contact } = await line.acme.post('/api/contacts', {
      phone: '+13125550172',
      do_not_call: true,
    });
    await line.acme.delete(`/api/contacts/${contact.id}`);
    await refused(line.start('+13125550172'), await traces(), {
      status: 403,
      error: 'Contact is on the do-not-call list',
      code: 'recipient_blocked',
    });
  });

  it('an unknown number, where only contacts are called', async () => {
    const strict = await line.service.anOrganization('Strict');
    await sql(`UPDATE organizations SET require_existing_contact = true WHERE id = $1`, [
      strict.organizationId,
    ]);
    const { body: agent } = await strict.post('/api/agents', { name: 'Ava' });
    await strict.post('/api/phone-numbers', { number: OWN_NUMBER, agent_id: agent.id });
    const request = { agentId: agent.id, phoneNumber: '+13125550173' };
    await refused(strict.post('/api/agents/call', request), await traces(), {
      status: 404,
      error: 'Contact not found',
      code: 'contact_not_found',
    });
    await strict.post('/api/contacts', { phone: '+13125550173' });
    expect((await strict.post('/api/agents/call', request)).status).toBe(201);
  });

  it('a key that may only read', async () => {
    const { body: key } = await line.acme.post('/api/api-keys', { name: 'Reader', scopes: ['calls:read'] });
    const before = await traces();
    const answer = line.acme
      .with({ apiKey: key.key })
      .post('/api/agents/call', { agentId: line.agentId, phoneNumber: NUMBERS.cooperative });
    await refused(answer, before, { status: 403, error: 'Insufficient scope', code: 'insufficient_scope' });
  });
});

describe('how many calls may be live', () => {
  it('ten at once, however many ask, and on whichever replica', async () => {
    const replica = await line.service.replica();
    const start = (client: Client) =>
      client.post('/api/agents/call', { agentId: line.agentId, phoneNumber: NUMBERS.cooperative });
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        insistently(() => start(index % 2 === 0 ? line.acme : line.acme.with({ url: replica.url }))),
      ),
    );
    const accepted = answers.filter((answer) => answer.status === 201);
    const refused = answers.filter((answer) => answer.status === 429);
    expect([accepted.length, refused.length]).toEqual([10, 20]);
    for (const answer of refused) {
      expect(answer.body).toMatchObject({
        error: 'Concurrent call limit reached',
        code: 'concurrency_limit_reached',
      });
      expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
    }
    const ids = accepted.map((answer) => answer.body.callId as string);
    await eventually(async () => ids.every((id) => line.dials(id).length > 0));
    expect(ids.map((id) => line.dials(id).length)).toEqual(ids.map(() => 1));
  });

  it('a place is free again as soon as a call is over', async () => {
    await sql(`UPDATE organizations SET max_concurrent_calls = 1 WHERE id = $1`, [line.acme.organizationId]);
    const id = await line.call(NUMBERS.cooperative);
    expect((await line.start(NUMBERS.cooperative)).status).toBe(429);
    await line.acme.post(`/api/calls/${id}/end`);
    await line.until(id);
    expect((await line.start(NUMBERS.cooperative)).status).toBe(201);
    await sql(`UPDATE organizations SET max_concurrent_calls = 10 WHERE id = $1`, [line.acme.organizationId]);
  });

  it('an inbound call takes a place too', async () => {
    await sql(`UPDATE organizations SET max_concurrent_calls = 1 WHERE id = $1`, [line.acme.organizationId]);
    await insert(line.service, 'calls', {
      organization_id: line.acme.organizationId,
      id: '01937f5c-2d5e-7c3a-9b51-0a4f7e1c2d3e',
      agent_id: line.agentId,
      agent_version: 1,
      call_type: 'inbound',
      status: 'in-progress',
      platform_number: OWN_NUMBER,
      carrier: 'simulator',
      started_at: new Date(),
    });
    expect((await line.start(NUMBERS.cooperative)).status).toBe(429);
    await sql(`UPDATE calls SET status = 'completed' WHERE call_type = 'inbound'`);
    await sql(`UPDATE organizations SET max_concurrent_calls = 10 WHERE id = $1`, [line.acme.organizationId]);
  });
});

describe('the same request sent again', () => {
  it('two hundred at once with one key start one call, dialled once', async () => {
    const key = { 'idempotency-key': 'double-click' };
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => line.start(NUMBERS.cooperative, { notes: 'once' }, key)),
    );
    const later = await insistently(() => line.start(NUMBERS.cooperative, { notes: 'once' }, key));
    const accepted = [...answers, later].filter(({ status }) => status === 201);
    const [first, ...replays] = accepted.toSorted(
      (a, b) => Number(a.headers.has('idempotent-replayed')) - Number(b.headers.has('idempotent-replayed')),
    );
    expect(first?.headers.has('idempotent-replayed')).toBe(false);
    for (const replay of replays) {
      expect(replay.headers.get('idempotent-replayed')).toBe('true');
      expect(replay.headers.get('location')).toBe(first?.headers.get('location'));
      expect(replay.text).toBe(first?.text);
    }
    const codes = answers.filter(({ status }) => status !== 201).map(({ body }) => body['code']);
    for (const code of codes) expect(['idempotency_in_progress', 'database_unavailable']).toContain(code);

    const id = String(first?.body['callId']);
    await eventually(async () => line.dials(id).length > 0);
    expect(line.dials(id)).toHaveLength(1);
    expect((await line.read(id))['notes']).toHaveLength(1);
    const [{ count }] = await sql(`SELECT count(*)::int FROM call_notes WHERE body = 'once'`);
    expect(count).toBe(1);
  });

  it('another number under the same key is refused and not called', async () => {
    const key = { 'idempotency-key': 'one-number' };
    await line.start(NUMBERS.cooperative, {}, key);
    const before = await traces();
    expect(await line.start(NUMBERS.busy, {}, key)).toMatchObject({
      status: 422,
      body: { error: 'Idempotency key reused with a different request' },
    });
    expect(await traces()).toMatchObject({ calls: (before as { calls: number }).calls });
  });

  it('what was refused may be tried again under the same key', async () => {
    const key = { 'idempotency-key': 'try-again' };
    await sql(`UPDATE organizations SET max_concurrent_calls = 0 WHERE id = $1`, [line.acme.organizationId]);
    expect((await line.start(NUMBERS.cooperative, {}, key)).status).toBe(429);
    await sql(`UPDATE organizations SET max_concurrent_calls = 10 WHERE id = $1`, [line.acme.organizationId]);
    expect((await line.start(NUMBERS.cooperative, {}, key)).status).toBe(201);
  });
});
