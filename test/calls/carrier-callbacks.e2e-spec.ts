import * as fc from 'fast-check';
import type { Answer } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { aCaller, anAgentWith, NUMBERS, OWN_NUMBER, TOKEN, type Caller } from './line.js';
import { aDialledCall, aQuietCarrier, callbackUrl, type Dial, type QuietCarrier } from './quiet-carrier.js';

let carrier: QuietCarrier;
let caller: Caller;

beforeAll(async () => {
  carrier = await aQuietCarrier();
  caller = await aCaller(carrier.url);
  await caller.service.db.query(`UPDATE organizations SET max_concurrent_calls = 1000`);
});
afterAll(async () => {
  await caller.service.stop();
  await carrier.close();
});

const NUMBER = NUMBERS.cooperative;

const dialled = (more?: Record<string, unknown>) => aDialledCall(caller, carrier, more);

const status = (word: string, sequence: number, more: Record<string, string> = {}) => ({
  CallStatus: word,
  SequenceNumber: String(sequence),
  // Sent empty, and signed all the same.
  ToCity: '',
  ...more,
});

/** Everything that a callback could change; the analysis goes on by itself after the call. */
async function record(id: string): Promise<unknown> {
  const [row] = await caller.service.db.query(
    `SELECT to_jsonb(call) AS call, to_jsonb(details) - 'post_call_analysis' AS details,
            (SELECT count(*) FROM call_events WHERE call_id = call.id) AS heard,
            (SELECT jsonb_agg(attempt) FROM dial_attempts attempt WHERE attempt.call_id = call.id) AS attempts,
            (SELECT count(*) FROM events WHERE events.call_id = call.id) AS told
       FROM calls call JOIN call_details details ON details.call_id = call.id WHERE call.id = $1`,
    [id],
  );
  return row;
}

const typesOf = async (id: string) => (await caller.told(id)).map(({ type }) => type);

describe('what the carrier is asked', () => {
  it('is one request, with every address it needs under the attempt’s token', async () => {
    const { id, dial } = await dialled();
    const form = Object.fromEntries(dial.form);
    const base = `${caller.service.url}/api/voice/twilio/${caller.acme.organizationId}/${id}/`;
    expect(form).toMatchObject({
      To: NUMBER,
      From: OWN_NUMBER,
      Timeout: '45',
      TimeLimit: '1800',
      MachineDetection: 'Enable',
      AsyncAmd: 'true',
    });
    for (const address of ['Url', 'StatusCallback', 'AsyncAmdStatusCallback'])
      expect(form[address]).toMatch(new RegExp(`^${base}[\\w-]{32}/\\w+#`));
    expect(carrier.dials.filter((one) => one.form.get('Url')?.includes(id))).toHaveLength(1);
  });
});

describe('a callback that is not the carrier’s', () => {
  const ringing = status('ringing', 0);

  it.each<[string, (dial: Dial) => Promise<Answer>]>([
    ['is not signed', (dial) => carrier.post(callbackUrl(dial, 'status'), full(dial), null)],
    [
      'is signed by somebody else',
      (dial) => carrier.post(callbackUrl(dial, 'status'), full(dial), 'guessed'),
    ],
    [
      'was changed on its way',
      (dial) => tampered(dial, callbackUrl(dial, 'status'), { ...full(dial), CallStatus: 'completed' }),
    ],
    [
      'says more than was signed',
      (dial) => tampered(dial, callbackUrl(dial, 'status'), { ...full(dial), X: '' }),
    ],
    [
      'says less than was signed',
      (dial) => tampered(dial, callbackUrl(dial, 'status'), omit(full(dial), 'ToCity')),
    ],
    [
      'was sent elsewhere than it was signed for',
      (dial) => tampered(dial, callbackUrl(dial, 'answer'), full(dial)),
    ],
    [
      'is of another account',
      (dial) => carrier.say(dial, 'status', { ...ringing, AccountSid: `AC${'9'.repeat(32)}` }),
    ],
    ['names no attempt', (dial) => carrier.post(withToken(dial, 'x'.repeat(32)), full(dial))],
    [
      'names no call',
      (dial) => carrier.post(withCall(dial, '01937f5c-2d5e-7c3a-9b51-0a4f7e1c2d3e'), full(dial)),
    ],
    ['names what is no id', (dial) => carrier.post(withCall(dial, 'call'), full(dial))],
  ])('%s: it is refused, in one way, and changes nothing', async (_, send) => {
    const { id, dial } = await dialled();
    await eventually(async () => (await caller.read(id))['enhanced_context'].telephony.carrier_call_id);
    const before = await record(id);
    const answer = await send(dial);
    expect(answer).toMatchObject({
      status: 403,
      body: { error: 'Callback refused', code: 'callback_refused', status: 403, details: [] },
    });
    expect(await record(id)).toEqual(before);
  });

  const full = (dial: Dial) => ({
    AccountSid: dial.form.get('AccountSid') ?? account,
    CallSid: dial.sid,
    ...ringing,
  });
  const account = `AC${'0'.repeat(32)}`;
  const omit = (params: Record<string, string>, name: string) =>
    Object.fromEntries(Object.entries(params).filter(([one]) => one !== name));
  const withToken = (dial: Dial, token: string) =>
    callbackUrl(dial, 'status').replace(/[^/]+\/status$/, `${token}/status`);
  const withCall = (dial: Dial, id: string) =>
    callbackUrl(dial, 'status').replace(/[^/]+(\/[^/]+\/status)$/, `${id}$1`);

  /** Sends something else, or elsewhere, than what the carrier signed. */
  async function tampered(dial: Dial, url: string, params: Record<string, string>): Promise<Answer> {
    const { getExpectedTwilioSignature } = (await import('twilio')).default;
    const signature = getExpectedTwilioSignature(TOKEN, callbackUrl(dial, 'status'), full(dial));
    const response = await fetch(url, {
      method: 'POST',
      body: new URLSearchParams(params),
      headers: { 'x-twilio-signature': signature },
    });
    return { status: response.status, body: await response.json() } as Answer;
  }

  it('of another call does not move this one, though the carrier signed it', async () => {
    const one = await dialled();
    const other = await dialled();
    await carrier.say(one.dial, 'status', status('initiated', 0));
    const before = await record(one.id);
    // The other call's id at this call's address, and the other way round.
    const mixed = await carrier.say(one.dial, 'status', { ...ringing, CallSid: other.dial.sid });
    expect(mixed.status).toBe(403);
    expect(await record(one.id)).toEqual(before);
  });

  it('came true once, is sent again after the call is over, and changes nothing', async () => {
    const { id, dial } = await dialled();
    const signed = [
      status('ringing', 0),
      status('in-progress', 1),
      status('completed', 2, { CallDuration: '7' }),
    ];
    for (const params of signed) await carrier.say(dial, 'status', params);
    const before = await record(id);
    for (const params of signed) expect((await carrier.say(dial, 'status', params)).status).toBe(204);
    expect(await record(id)).toEqual(before);
  });

  it('is not read by any other method', async () => {
    const { dial } = await dialled();
    expect((await fetch(callbackUrl(dial, 'status'))).status).toBe(405);
  });

  it('lacks what makes it one: 400, and nothing is kept', async () => {
    const { id, dial } = await dialled();
    await carrier.say(dial, 'status', status('initiated', 0));
    const before = await record(id);
    const answer = await carrier.say(dial, 'status', { SequenceNumber: '1' });
    expect(answer).toMatchObject({ status: 400, body: { error: 'Invalid CallStatus' } });
    expect(await record(id)).toEqual(before);
  });
});

/** The carrier asks what to do now that a conversation's socket is closed. */
const ended = (dial: Dial, session: string, params: Record<string, string>) =>
  carrier.say(dial, 'relay-ended', { SessionId: session, CallStatus: 'in-progress', ...params });

describe('what is said to who answers', () => {
  it('is the greeting, with what is known of the contact and of the call, as text', async () => {
    const { body: agent } = await caller.acme.post('/api/agents', {
      name: 'Eva',
      greeting: 'Hi {{first_name}}, is <{{plan}}> & {{unknown}}you?',
      language: 'en-GB',
      voice: 'Polly.Amy',
    });
    const contact = { phone: '+13125550160', first_name: 'Ada', variables: { plan: 'Basic' } };
    await caller.acme.post('/api/contacts', contact);
    const more = { agentId: agent.id, fromNumber: OWN_NUMBER, variables: { plan: '"Pro"' } };
    const { dial } = await dialled({ phoneNumber: '+13125550160', ...more });
    const answer = await carrier.say(dial, 'answer', { CallStatus: 'in-progress' });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toContain('text/xml');
    expect(answer.text).toContain(
      'welcomeGreeting="Hi Ada, is &lt;&quot;Pro&quot;> &amp; you?" language="en-GB" ttsProvider="Amazon" voice="Amy"',
    );
  });

  it('comes with the words to expect, and cannot be broken into where the agent says so', async () => {
    const { body: agent } = await caller.acme.post('/api/agents', {
      name: 'Eva',
      hints: ['Acme', 'Widget'],
      interruptible: false,
    });
    const { dial } = await dialled({ agentId: agent.id, fromNumber: OWN_NUMBER });
    const { text } = await carrier.say(dial, 'answer');
    expect(text).toContain('hints="Acme, Widget"');
    expect(text).toContain('interruptible="none" welcomeGreetingInterruptible="none"');
  });

  it('is what the agent was told when the call was placed, whatever it is told now', async () => {
    const { body: agent } = await caller.acme.post('/api/agents', { name: 'Eva', greeting: 'First.' });
    const { dial } = await dialled({ agentId: agent.id, fromNumber: OWN_NUMBER });
    await caller.acme.patch(`/api/agents/${agent.id}`, { greeting: 'Second.' });
    expect((await carrier.say(dial, 'answer')).text).toContain('"First."');
  });

  it('the question itself shows that the call was answered', async () => {
    const { id, dial } = await dialled();
    await carrier.say(dial, 'answer');
    expect((await caller.read(id))['status']).toBe('in-progress');
    expect(await typesOf(id)).toEqual(['call.queued', 'call.answered']);
  });

  it('is asked for twice and answered twice', async () => {
    const { dial } = await dialled();
    const first = await carrier.say(dial, 'answer');
    expect((await carrier.say(dial, 'answer')).text).toBe(first.text);
  });

  it('a conversation that we ended is hung up', async () => {
    const { dial } = await dialled();
    await carrier.say(dial, 'answer');
    expect((await ended(dial, 'VX1', { SessionStatus: 'ended' })).text).toContain(
      '<Response><Hangup/></Response>',
    );
  });

  it('a socket that could not be opened is tried once more, greeting included, and then there is an apology', async () => {
    const { id, dial } = await dialled();
    const { text: first } = await carrier.say(dial, 'answer');
    const failed = { SessionStatus: 'failed', ErrorCode: '64102' };
    expect((await ended(dial, 'VX1', failed)).text).toBe(first);
    expect((await ended(dial, 'VX1', failed)).text).toBe(first);
    expect((await ended(dial, 'VX2', failed)).text).toMatch(/<Say[^>]*>I am sorry, [^<]+<\/Say><Hangup\/>/);
    await carrier.say(dial, 'status', status('completed', 3, { CallDuration: '9' }));
    expect(await caller.read(id)).toMatchObject({ status: 'failed', ended_reason: 'connection-lost' });
  });

  it('a transfer goes to a number that the agent lists, and to no other', async () => {
    const listed = { name: 'sales', phone: '+13125550142', description: 'Buying' };
    const agentId = await anAgentWith(caller, { transferDestinations: [listed] });
    const { id, dial } = await dialled({ agentId, fromNumber: OWN_NUMBER });
    await carrier.say(dial, 'answer');
    const handOver = (session: string, destination: string) =>
      ended(dial, session, {
        SessionStatus: 'ended',
        HandoffData: JSON.stringify({ reason: 'transfer', destination }),
      });
    expect((await handOver('VX1', '+19005550100')).text).toContain('<ConversationRelay');
    const { text } = await handOver('VX2', 'sales');
    expect(text).toMatch(/<Dial action="[^"]+\/transfer-ended#[^"]+"[^>]*><Number>\+13125550142<\/Number>/);
    expect(text).toContain(`callerId="${OWN_NUMBER}"`);
    const asked = (params: Record<string, string>) =>
      carrier.say(dial, 'transfer-ended', { CallStatus: 'in-progress', ...params });
    const nobody = await asked({ DialCallStatus: 'no-answer', DialCallSid: 'CA8' });
    expect(nobody.text).toContain('<ConversationRelay');
    const talked = {
      DialCallStatus: 'completed',
      DialBridged: 'true',
      DialCallDuration: '7',
      DialCallSid: 'CA9',
    };
    expect((await asked(talked)).text).toContain('<Hangup/>');
    expect((await asked(talked)).text).toContain('<Hangup/>');
    const told = await typesOf(id);
    // The first try, which nobody took, is told apart from the numbered events of the call.
    expect(told.filter((type) => type !== 'task.failed')).toEqual([
      'call.queued',
      'call.answered',
      'call.transferred',
    ]);
    expect(told).toHaveLength(4);
  });

  describe('a transfer among the actions of its call', () => {
    const listed = { name: 'sales', phone: '+13125550142', description: 'Buying' };
    async function aTransfer() {
      const agentId = await anAgentWith(caller, { transferDestinations: [listed] });
      const { id, dial } = await dialled({ agentId, fromNumber: OWN_NUMBER });
      await carrier.say(dial, 'answer');
      const handOver = (session: string) =>
        ended(dial, session, {
          SessionStatus: 'ended',
          HandoffData: JSON.stringify({ reason: 'transfer', destination: 'sales' }),
        });
      const over = (params: Record<string, string>) =>
        carrier.say(dial, 'transfer-ended', { CallStatus: 'in-progress', ...params });
      return { id, dial, handOver, over };
    }

    it('has its outcome, once, however often the carrier asks', async () => {
      const { id, handOver, over } = await aTransfer();
      await handOver('VX1');
      await handOver('VX1');
      expect((await caller.read(id))['action_summary']).toMatchObject({ total: 1, pending: 1 });
      await over({ DialCallStatus: 'no-answer', DialCallSid: 'CA8' });
      await handOver('VX2');
      const talked = { DialCallStatus: 'completed', DialBridged: 'true', DialCallDuration: '7' };
      await over({ ...talked, DialCallSid: 'CA9' });
      await over({ ...talked, DialCallSid: 'CA9' });

      const call = await caller.read(id);
      expect(call['action_executions']).toMatchObject([
        {
          name: 'sales',
          type: 'transfer',
          trigger: 'in_call',
          status: 'failed',
          attempt: 1,
          request: { destination: 'sales', phone: '+13125550142' },
          response: { connected: false, carrier_status: 'no-answer', talk_seconds: null },
          error: 'Nobody took the call: no-answer',
          duration_ms: expect.any(Number),
        },
        {
          name: 'sales',
          status: 'succeeded',
          response: { connected: true, carrier_status: 'completed', talk_seconds: 7 },
          error: null,
        },
      ]);
      expect(call['action_summary']).toMatchObject({
        total: 2,
        succeeded: 1,
        failed: 1,
        pending: 0,
        by_type: { transfer: 2 },
      });
    });

    it('is over when its call is, also if the carrier never told', async () => {
      const { id, dial, handOver } = await aTransfer();
      await handOver('VX1');
      await carrier.say(dial, 'status', status('completed', 1, { CallDuration: '2' }));
      expect((await caller.until(id))['action_executions']).toMatchObject([
        { type: 'transfer', status: 'failed', response: null, error: expect.stringContaining('ended') },
      ]);
    });
  });

  it('a call that is over is hung up', async () => {
    const { dial } = await dialled();
    await carrier.say(dial, 'status', status('failed', 0));
    expect((await carrier.say(dial, 'answer')).text).toContain('<Response><Hangup/></Response>');
  });
});

describe('what a call’s record makes of it', () => {
  it('a carrier’s busy after the answer is a failure, in the carrier’s own word', async () => {
    const { id, dial } = await dialled();
    await carrier.say(dial, 'status', status('in-progress', 0));
    await carrier.say(dial, 'status', status('busy', 1, { CallDuration: '2', SipResponseCode: '486' }));
    expect(await caller.read(id)).toMatchObject({
      status: 'failed',
      ended_reason: 'unknown-error',
      call_success: false,
      call_duration: 2,
      enhanced_context: {
        ended: { by: 'carrier', category: 'application', carrier_code: 'busy', sip_code: 486 },
      },
    });
  });

  it('busy with earlier callbacks missing waits for them, but not for ever', async () => {
    const { id, dial } = await dialled();
    await carrier.say(dial, 'status', status('busy', 3));
    expect((await caller.read(id))['status']).toBe('queued');
    expect(await caller.until(id)).toMatchObject({ status: 'busy', ended_reason: 'customer-busy' });
  });

  it('what comes after the end fills in what was missing, and is told', async () => {
    const { id, dial } = await dialled();
    await carrier.say(
      dial,
      'status',
      status('completed', 3, { CallDuration: '31', AnsweredBy: 'machine_start' }),
    );
    const ended = await caller.read(id);
    await carrier.say(dial, 'voicemail', { AnsweredBy: 'machine_start', MachineDetectionDuration: '3100' });
    await carrier.say(dial, 'status', status('in-progress', 2));
    await carrier.say(dial, 'status', status('ringing', 1));
    await carrier.say(dial, 'recording', {
      RecordingSid: 'RE1',
      RecordingStatus: 'completed',
      RecordingDuration: '31',
      RecordingChannels: '2',
    });
    const filled = await caller.read(id);
    expect(ended).toMatchObject({ status: 'completed', ended_reason: 'voicemail', went_to_voicemail: true });
    expect(filled).toMatchObject({
      ended_at: ended['ended_at'],
      ended_reason: 'voicemail',
      call_duration: 31,
      recording_url: expect.stringContaining('/recordings/'),
      enhanced_context: {
        answered_by: { result: 'voicemail', detected_at_ms: 3100 },
        timing: { ringing_at: expect.any(String), answered_at: expect.any(String) },
        recording: { available: true, channels: 2, duration_ms: 31_000 },
      },
    });
    const turns = filled['turn_events'] as { type: string }[];
    expect(turns.map(({ type }) => type).toSorted((a, b) => a.localeCompare(b))).toEqual([
      'call.answered',
      'call.ended',
      'call.queued',
      'call.ringing',
      'voicemail.detected',
    ]);
    expect(await typesOf(id)).toEqual([
      'call.queued',
      'call.voicemail_detected',
      'call.ended',
      'call.answered',
      'call.ringing',
      'call.recording_ready',
    ]);
  });
});

describe('any delivery of the same callbacks', () => {
  const STORY = {
    initiated: ['status', status('initiated', 0)],
    ringing: ['status', status('ringing', 1)],
    'in-progress': ['status', status('in-progress', 2)],
    voicemail: ['voicemail', { AnsweredBy: 'machine_start', MachineDetectionDuration: '2000' }],
  } as const;
  const LAST = { CallDuration: '9', SipResponseCode: '200', AnsweredBy: 'machine_start' };
  const told = Object.keys(STORY) as (keyof typeof STORY)[];

  it('leads to the same record and tells the same events, whichever process hears which', async () => {
    const replica = await caller.service.replica();
    const settle = async (id: string) => {
      const {
        status: final,
        ended_reason,
        call_duration,
        call_success,
        went_to_voicemail,
      } = await caller.until(id);
      const { enhanced_context: context } = await caller.read(id);
      const timing = Object.entries(context.timing).map(([name, at]) => [name, at !== null]);
      const events = (await typesOf(id)).toSorted((a, b) => a.localeCompare(b));
      const { answered_by, ended } = context;
      const outcome = { final, ended_reason, call_duration, call_success, went_to_voicemail };
      return { ...outcome, answered_by, ended, timing, events };
    };
    const live = async (last: string, order: readonly string[], together: boolean) => {
      const { id, dial } = await dialled();
      const other = { ...dial, form: new URLSearchParams(dial.form) };
      const send = async (what: string) => {
        const [kind, params] =
          what === 'last' ? (['status', status(last, 3, LAST)] as const) : STORY[what as keyof typeof STORY];
        expect((await carrier.say(other, kind, params)).status).toBe(204);
      };
      if (together) await Promise.all(order.map(send));
      else for (const what of order) await send(what);
      return settle(id);
    };
    expect(replica.url).not.toBe(caller.service.url);
    const inOrder = new Map<string, unknown>();
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('completed', 'busy', 'no-answer', 'failed', 'canceled'),
        fc.shuffledSubarray([...told, 'last'], { minLength: told.length + 1 }),
        fc.array(fc.constantFrom(...told, 'last'), { maxLength: 4 }),
        fc.boolean(),
        async (last, order, again, together) => {
          if (!inOrder.has(last)) inOrder.set(last, await live(last, [...told, 'last'], false));
          expect(await live(last, [...order, ...again], together)).toEqual(inOrder.get(last));
        },
      ),
      { numRuns: 25 },
    );
  });
});
