import { eventually } from '../support/eventually.js';
import { ACCOUNT, aCaller, OWN_NUMBER, type Caller } from './line.js';
import { aQuietCarrier, type QuietCarrier } from './quiet-carrier.js';

let carrier: QuietCarrier;
let caller: Caller;

beforeAll(async () => {
  carrier = await aQuietCarrier();
  caller = await aCaller(carrier.url);
});
afterAll(async () => {
  await caller.service.stop();
  await carrier.close();
});

const CALLER = '+13125550150';
let calls = 0;
const nextSid = (): string => `CA${String((calls += 1)).padStart(32, 'a')}`;

const address = (path = '', org = caller.acme.organizationId) =>
  `${caller.service.url}/api/voice/twilio/${org}/inbound${path}`;

/** The webhook of a call that comes in, as Twilio sends it. */
const ring = (sid: string, more: Record<string, string> = {}, url = address()) =>
  carrier.post(url, {
    AccountSid: ACCOUNT,
    CallSid: sid,
    CallStatus: 'ringing',
    Direction: 'inbound',
    From: CALLER,
    To: OWN_NUMBER,
    ...more,
  });

const report = (sid: string, status: string, more: Record<string, string> = {}) =>
  carrier.post(address('/status'), {
    AccountSid: ACCOUNT,
    CallSid: sid,
    CallStatus: status,
    SequenceNumber: '0',
    ...more,
  });

async function callsOf(sid: string): Promise<string[]> {
  const rows = (await caller.service.db.query(`SELECT id FROM calls WHERE carrier_call_id = $1`, [sid])) as {
    id: string;
  }[];
  return rows.map(({ id }) => id);
}

async function only(sid: string) {
  const [id, ...others] = await callsOf(sid);
  if (id === undefined || others.length > 0) throw new Error(`${others.length + 1} calls for ${sid}`);
  return { id, call: await caller.read(id) };
}

/** A number of its own, and who answers it. */
async function aNumber(number: string, agent: Record<string, unknown>): Promise<string> {
  const { body } = await caller.acme.post('/api/agents', { name: 'Desk', ...agent });
  await caller.acme.post('/api/phone-numbers', { number, agent_id: body.id });
  return body.id as string;
}

describe('a call that comes in', () => {
  it('is answered by the agent of the number that was called, and is a contact’s', async () => {
    const sid = nextSid();
    const { status, text, headers } = await ring(sid);
    const { id, call } = await only(sid);
    const org = caller.acme.organizationId;

    expect(status).toBe(200);
    expect(headers.get('content-type')).toContain('text/xml');
    expect(text).toMatch(
      new RegExp(
        `<Connect action="[^"]+/${org}/${id}/[^/"]{43}/relay-ended#rc=2&amp;rp=[^"]+" method="POST">`,
      ),
    );
    expect(text).toMatch(
      new RegExp(
        `<ConversationRelay url="ws://127.0.0.1:\\d+/voice/relay/${org}/${id}/[^/"]{43}" welcomeGreeting="`,
      ),
    );
    expect(call).toMatchObject({
      status: 'ringing',
      call_type: 'inbound',
      agent_id: caller.agentId,
      phone_number: CALLER,
      phone_number_called_from: CALLER,
      enhanced_context: {
        contact: { phone: CALLER },
        request: null,
        telephony: { called_number: OWN_NUMBER, calling_number: CALLER, carrier_call_id: sid },
      },
    });
    expect((call['turn_events'] as { type: string }[]).map(({ type }) => type)).toEqual(['call.ringing']);
    expect((await caller.told(id)).map(({ type }) => type)).toEqual(['call.ringing']);
  });

  it('from somebody who is known is that contact’s, and makes no second one', async () => {
    const phone = '+13125550162';
    const { body: ada } = await caller.acme.post('/api/contacts', { phone, first_name: 'Ada' });
    const [first, second] = [nextSid(), nextSid()];
    await ring(first, { From: phone });
    await ring(second, { From: phone });
    for (const sid of [first, second]) {
      const { call } = await only(sid);
      expect(call).toMatchObject({ contact_id: ada.id, contact_first_name: 'Ada', phone_number: phone });
    }
    const { body: found } = await caller.acme.get(`/api/contacts?phone=${encodeURIComponent(phone)}`);
    expect(found.data.map(({ id }: { id: string }) => id)).toEqual([ada.id]);
  });

  it('is one call, however often and from however many sides the carrier asks', async () => {
    const sid = nextSid();
    const replica = await caller.service.replica();
    const other = address().replace(caller.service.url, replica.url);
    // Each replica of this test has an address of its own; behind a load balancer they share one.
    const answers = await Promise.all([ring(sid), ring(sid), ring(sid, {}, other), ring(sid)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(answers[1]?.text).toBe(answers[0]?.text);
    const { id } = await only(sid);
    expect((await caller.told(id)).map(({ type }) => type)).toEqual(['call.ringing']);
  });

  it.each([
    ['withheld', 'anonymous'],
    ['withheld in digits', '+266696687'],
    ['no telephone', 'sip:ada@example.com'],
    ['too short to be called', '+15551'],
  ])('from a number that is %s has no contact', async (_, from) => {
    const sid = nextSid();
    await ring(sid, { From: from });
    const { call } = await only(sid);
    expect(call).toMatchObject({
      contact_id: null,
      phone_number: null,
      phone_number_called_from: null,
      enhanced_context: { contact: null, memory: null },
    });
  });

  it('is taken from somebody whom the organization may not call', async () => {
    const phone = '+13125550161';
    await caller.acme.post('/api/contacts', { phone, do_not_call: true });
    const sid = nextSid();
    expect((await ring(sid, { From: phone })).text).toContain('<ConversationRelay');
    expect((await only(sid)).call['status']).toBe('ringing');
  });

  it.each([
    ['to a number that nobody has', '+13125550998'],
    ['to what is no number', 'sip:desk@example.com'],
  ])('%s is turned away, and leaves nothing behind', async (_, to) => {
    const sid = nextSid();
    expect((await ring(sid, { To: to })).text).toContain('<Reject reason="rejected"/>');
    expect(await callsOf(sid)).toEqual([]);
  });

  it('to a number of another organization is turned away', async () => {
    const other = await caller.service.anOrganization('Other');
    const sid = nextSid();
    const answer = await ring(sid, {}, address('', other.organizationId));
    expect(answer.text).toContain('<Reject');
    expect(await callsOf(sid)).toEqual([]);
  });

  it('to an agent that is switched off hears so, and is recorded', async () => {
    const number = '+13125550171';
    await aNumber(number, { status: 'inactive', language: 'en-GB' });
    const sid = nextSid();
    const { text } = await ring(sid, { To: number });
    expect(text).toMatch(/<Say language="en-GB">Thank you for calling[^<]+<\/Say><Hangup\/>/);
    expect((await ring(sid, { To: number })).text).toBe(text);
    const { id, call } = await only(sid);
    expect(call).toMatchObject({
      status: 'failed',
      ended_reason: 'agent-not-available',
      call_duration: 0,
      enhanced_context: { ended: { by: 'platform', category: 'agent', retryable: false } },
    });
    expect((await caller.told(id)).map(({ type }) => type)).toEqual(['call.ringing', 'call.ended']);
    await report(sid, 'completed', { CallDuration: '6' });
    expect((await only(sid)).call).toMatchObject({ status: 'failed', ended_reason: 'agent-not-available' });
  });

  it('beyond what the organization may have at once hears the busy tone, and is recorded', async () => {
    const number = '+13125550172';
    await aNumber(number, {});
    const org = caller.acme.organizationId;
    await caller.service.db.query(`UPDATE organizations SET max_concurrent_calls = 0 WHERE id = $1`, [org]);
    const sid = nextSid();
    const { text } = await ring(sid, { To: number });
    await caller.service.db.query(`UPDATE organizations SET max_concurrent_calls = 1000 WHERE id = $1`, [
      org,
    ]);
    expect(text).toContain('<Reject reason="busy"/>');
    expect((await only(sid)).call).toMatchObject({
      status: 'failed',
      ended_reason: 'concurrency-limit-reached',
      enhanced_context: { ended: { retryable: true } },
    });
  });

  it.each([
    ['an unsigned webhook', null],
    ['a webhook signed by somebody else', 'another-token'],
  ])('%s is refused, and rings nobody', async (_, token) => {
    const sid = nextSid();
    const params = { AccountSid: ACCOUNT, CallSid: sid, From: CALLER, To: OWN_NUMBER };
    expect((await carrier.post(address(), params, token)).status).toBe(403);
    expect(await callsOf(sid)).toEqual([]);
  });

  it.each(['nobody', '01937f5c-2d5e-7c3a-9b51-0a4f7e1c2d3e'])(
    'for an organization that does not exist (%s) is turned away',
    async (org) => {
      const answer = await ring(nextSid(), {}, address('', org));
      expect(answer.status === 403 || answer.text.includes('<Reject')).toBe(true);
    },
  );
});

describe('the end of a call that came in', () => {
  it('is the customer’s when the conversation never began', async () => {
    const sid = nextSid();
    await ring(sid);
    await report(sid, 'no-answer');
    const { call } = await only(sid);
    expect(call).toMatchObject({
      status: 'completed',
      ended_reason: 'customer-ended-call',
      call_duration: 0,
    });
  });

  it('is found in the carrier’s books when the carrier does not report it', async () => {
    const sid = nextSid();
    await ring(sid);
    const { id } = await only(sid);
    carrier.books.set(sid, { status: 'completed', duration: '12' });
    await caller.service.db.query(
      `UPDATE calls SET ringing_at = ringing_at - interval '3 minutes', watch_at = now()
                                    WHERE id = $1`,
      [id],
    );
    expect(await caller.until(id)).toMatchObject({ status: 'completed', call_duration: 12 });
  });

  it('of a call that is not known changes nothing', async () => {
    const sid = nextSid();
    expect((await report(sid, 'completed')).status).toBe(204);
    expect(await callsOf(sid)).toEqual([]);
  });

  it('may be asked for by an operator, and the carrier hangs up', async () => {
    const sid = nextSid();
    await ring(sid);
    const { id } = await only(sid);
    carrier.books.set(sid, { status: 'in-progress' });
    expect((await caller.acme.post(`/api/calls/${id}/end`)).status).toBe(202);
    await eventually(() => Promise.resolve(carrier.orders.includes(`completed ${sid}`)), 20);
    await report(sid, 'completed', { CallDuration: '4' });
    expect((await only(sid)).call).toMatchObject({ status: 'completed', ended_reason: 'manually-ended' });
  });
});

describe('the address of a call that came in', () => {
  it('cannot be guessed, and belongs to one call', async () => {
    const [one, two] = [nextSid(), nextSid()];
    const [first] = [await ring(one), await ring(two)];
    const ended = /action="([^"#]+)/.exec(first?.text ?? '')?.[1] ?? '';
    const params = {
      AccountSid: ACCOUNT,
      SessionId: 'VX1',
      SessionStatus: 'ended',
      CallStatus: 'in-progress',
    };
    expect((await carrier.post(ended, { ...params, CallSid: two })).status).toBe(403);
    const wrong = ended.replace(/[^/]{43}\/relay-ended/, `${'A'.repeat(43)}/relay-ended`);
    expect((await carrier.post(wrong, { ...params, CallSid: one })).status).toBe(403);
    const { text } = await carrier.post(ended, { ...params, CallSid: one });
    expect(text).toContain('<Response><Hangup/></Response>');
    expect((await only(one)).call['status']).toBe('in-progress');
  });
});
