import { aLine, anAgentWith, NUMBERS, OWN_NUMBER, type Line } from './line.js';

let line: Line;
/** An agent who knows a person, and one who gives up soon when nobody speaks. */
let agent: Promise<string>;
let impatient: Promise<string>;

beforeAll(async () => {
  line = await aLine();
  impatient = anAgentWith(line, { silenceSeconds: 1 });
  agent = anAgentWith(line, {
    tools: ['end_call', 'transfer_call'],
    transferDestinations: [{ name: 'sales', phone: '+13125550170', description: 'A person' }],
  });
});
afterAll(() => line.stop());

const INSTANT = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

/** What becomes of a call to each kind of number, and what others are told of it between `queued` and `ended`. */
const OUTCOMES = {
  cooperative: {
    status: 'completed',
    reason: 'agent-ended-call',
    ended: { by: 'agent', category: null, retryable: false, sip_code: 200 },
    answered: 'human',
    events: ['call.ringing', 'call.answered'],
  },
  hangsUp: {
    status: 'completed',
    reason: 'customer-ended-call',
    ended: { by: 'customer', category: null, retryable: false, sip_code: 200 },
    events: ['call.ringing', 'call.answered'],
  },
  asksForAPerson: {
    status: 'completed',
    reason: 'call-transferred',
    ended: { by: 'agent', category: null, retryable: false, sip_code: 200 },
    answered: 'human',
    events: ['call.ringing', 'call.answered', 'call.transferred', 'task.completed'],
  },
  voicemail: {
    status: 'completed',
    reason: 'voicemail',
    ended: { by: 'agent', category: null, retryable: true, sip_code: 200 },
    answered: 'voicemail',
    events: ['call.ringing', 'call.answered', 'call.voicemail_detected'],
  },
  silence: {
    status: 'completed',
    reason: 'silence-timed-out',
    ended: { by: 'agent', category: null, retryable: true, sip_code: 200 },
    answered: 'unknown',
    events: ['call.ringing', 'call.answered'],
  },
  busy: {
    status: 'busy',
    reason: 'customer-busy',
    ended: { by: 'customer', category: 'customer', retryable: true, sip_code: 486 },
    events: ['call.ringing'],
  },
  noAnswer: {
    status: 'no-answer',
    reason: 'customer-did-not-answer',
    ended: { by: 'customer', category: 'customer', retryable: true, sip_code: 487 },
    events: ['call.ringing'],
  },
  failed: {
    status: 'failed',
    reason: 'invalid-destination',
    ended: { by: 'carrier', category: 'destination', retryable: false, sip_code: 404 },
    events: [],
  },
} as const;

describe('a call that was started', () => {
  it.each(Object.entries(OUTCOMES))('to a number that is %s', async (kind, outcome) => {
    const agentId = await (kind === 'silence' ? impatient : agent);
    const id = await line.call(NUMBERS[kind as keyof typeof OUTCOMES], { agentId, fromNumber: OWN_NUMBER });
    const call = await line.over(id);

    const isConnected = outcome.status === 'completed';
    expect(call).toMatchObject({
      status: outcome.status,
      ended_reason: outcome.reason,
      call_success: isConnected ? null : false,
      went_to_voicemail: kind === 'voicemail',
      call_duration: isConnected ? expect.any(Number) : 0,
      ended_at: INSTANT,
      phone_number_called_from: OWN_NUMBER,
      // Of a connected call it comes after the end.
      post_call_analysis: { status: isConnected ? expect.any(String) : 'skipped' },
      enhanced_context: {
        ...('answered' in outcome && { answered_by: { result: outcome.answered, method: 'carrier' } }),
        ended: { ...outcome.ended, carrier_code: outcome.status, message: null },
        telephony: { carrier: 'simulator', carrier_call_id: line.dials(id)[0]?.callSid },
      },
    });
    expect(line.dials(id)).toHaveLength(1);
    // What was said, and what is concluded from it, is told at its own pace.
    const apart = new Set(['conversation.turn_completed', 'call.analyzed']);
    const told = (await line.told(id)).filter(({ type }) => !apart.has(type));
    expect(told.map(({ type }) => type).toSorted()).toEqual(
      ['call.queued', ...outcome.events, 'call.ended'].toSorted(),
    );
    // What a tool did has no number among the call's events.
    const all = (await line.told(id)).filter(({ type }) => type !== 'task.completed');
    expect(all.map(({ sequence }) => sequence)).toEqual(all.map((_, index) => index + 1));
  });

  it('a call is told of as reading it shows it, at the first and at the last', async () => {
    const id = await line.call(NUMBERS.busy);
    await line.over(id);
    const told = await line.told(id);
    const { body } = await line.acme.get(`/api/calls/${id}`);

    expect(told.find(({ type }) => type === 'call.ended')?.data).toEqual({ call: body });
    expect(told[0]?.data.call).toEqual({
      ...body,
      status: 'queued',
      call_success: null,
      call_duration: null,
      ended_at: null,
      ended_reason: null,
    });
  });

  it('keeps when each thing happened, counted from the answer', async () => {
    const id = await line.call(NUMBERS.cooperative);
    const call = await line.over(id);
    const all = call['turn_events'] as { seq: number; type: string; at: string; offset_ms: number }[];
    const events = all.filter(({ type }) => type.startsWith('call.'));
    expect(all.map(({ seq }) => seq)).toEqual(all.map((_, index) => index + 1));
    const { created_at, dialed_at, ringing_at, answered_at } = call['enhanced_context'].timing;

    expect(events.map(({ type }) => type)).toEqual([
      'call.queued',
      'call.ringing',
      'call.answered',
      'call.ended',
    ]);
    expect(events.map(({ at }) => at)).toEqual([
      call['started_at'],
      ringing_at,
      answered_at,
      call['ended_at'],
    ]);
    expect(events.find(({ type }) => type === 'call.answered')?.offset_ms).toBe(0);
    const inOrder: string[] = [created_at, dialed_at, ringing_at, answered_at, call['ended_at']];
    expect(inOrder).toEqual(inOrder.toSorted((a, b) => a.localeCompare(b)));
  });
});
