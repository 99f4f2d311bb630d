import { callTurnEvents } from './turn-events.js';

const START = Date.UTC(2026, 0, 15, 10, 30);
const at = (second: number) => new Date(START + second * 1000);
const unheard = { answeredBy: null };
const machine = (detectedAtMs: number | null) => ({
  answeredBy: { result: 'voicemail' as const, detectedAtMs, at: at(20) },
});
const call = { startedAt: at(0), ringingAt: at(2), answeredAt: at(5), endedAt: at(36) };
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
