import { callTurnEvents, mergeTurnEvents, type Milestones, type TurnEventPayload } from './turn-events.js';

const START = Date.UTC(2026, 0, 15, 10, 30);
const at = (second: number) => new Date(START + second * 1000);
const unheard = { answeredBy: null };
const machine = (detectedAtMs: number | null) => ({
  answeredBy: { result: 'voicemail' as const, detectedAtMs, at: at(20) },
});
const call: Milestones = {
  callType: 'outbound',
  startedAt: at(0),
  ringingAt: at(2),
  answeredAt: at(5),
  transferredAt: null,
  endedAt: at(36),
  wentToVoicemail: false,
};
const brief = (events: ReturnType<typeof callTurnEvents>) =>
  events.map(({ type, offsetMs }) => [type, offsetMs]);

describe('the events of a call as a whole', () => {
  it('count from the answer', () => {
    expect(brief(callTurnEvents(call, unheard))).toEqual([
      ['call.queued', -5_000],
      ['call.ringing', -3_000],
      ['call.answered', 0],
      ['call.ended', 31_000],
    ]);
  });

  it('count from the start when nobody answered', () => {
    const busy = { ...call, answeredAt: null, endedAt: at(4) };
    expect(brief(callTurnEvents(busy, unheard))).toEqual([
      ['call.queued', 0],
      ['call.ringing', 2_000],
      ['call.ended', 4_000],
    ]);
  });

  it.each([
    ['when the carrier says', machine(3_000), 3_000],
    ['else when it was heard of', machine(null), 15_000],
  ])('place the detection of a machine %s', (_, view, offset) => {
    expect(brief(callTurnEvents(call, view))).toContainEqual(['voicemail.detected', offset]);
  });

  it('say nothing of a person who answered', () => {
    const person = { answeredBy: { result: 'human' as const, detectedAtMs: 2_000, at: at(7) } };
    expect(callTurnEvents(call, person)).toHaveLength(4);
  });
});

describe('a call that came in', () => {
  it('was queued by nobody, and may be transferred', () => {
    const inbound = { ...call, callType: 'inbound' as const, transferredAt: at(20) };
    expect(brief(callTurnEvents(inbound, unheard))).toEqual([
      ['call.ringing', -3_000],
      ['call.answered', 0],
      ['call.transferred', 15_000],
      ['call.ended', 31_000],
    ]);
  });
});

describe('the events of a call and of its conversation', () => {
  const event = (type: string, second: number, actor = 'carrier'): TurnEventPayload => ({
    seq: 99,
    type,
    turn: null,
    actor,
    at: at(second).toISOString(),
    offset_ms: 99,
    data: null,
  });
  const merged = (own: TurnEventPayload[], stored: TurnEventPayload[]) =>
    mergeTurnEvents(own, stored).map(({ seq, type, offset_ms }) => [seq, type, offset_ms]);

  it('stand in one list in the order in which they happened, counted from the answer', () => {
    const own = [event('call.queued', 0), event('call.answered', 5), event('call.ended', 36)];
    const stored = [event('agent.speech_started', 6, 'agent'), event('agent.speech_ended', 9, 'agent')];
    expect(merged(own, stored)).toEqual([
      [1, 'call.queued', -5_000],
      [2, 'call.answered', 0],
      [3, 'agent.speech_started', 1_000],
      [4, 'agent.speech_ended', 4_000],
      [5, 'call.ended', 31_000],
    ]);
  });

  it('are merged again without doubling, and the newest of the call’s own count', () => {
    const own = [event('call.queued', 0), event('call.answered', 4), event('voicemail.detected', 7)];
    const stored = [
      event('call.queued', 0),
      event('call.answered', 5),
      event('voicemail.detected', 8),
      event('voicemail.detected', 6, 'agent'),
    ];
    const once = mergeTurnEvents(own, stored);
    expect(once.map(({ type, at: when }) => [type, when])).toEqual([
      ['call.queued', at(0).toISOString()],
      ['call.answered', at(4).toISOString()],
      ['voicemail.detected', at(6).toISOString()],
      ['voicemail.detected', at(7).toISOString()],
    ]);
    expect(mergeTurnEvents(own, once)).toEqual(once);
  });
});
