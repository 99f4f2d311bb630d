import { CALL_TIMINGS } from './call-timings.js';
import { CALL_STATUSES, isFinal } from './call-status.js';
import { NOTHING_HEARD, type LastWord } from './carrier-view.js';
import type { RelayOutcome } from './relay-outcome.js';
import { NO_RELAY } from './relay-view.js';
import { nextLook, nextSearch, overdueAt, type WatchedCall } from './watch-plan.js';

const START = Date.UTC(2026, 0, 15, 10, 30);
const at = (second: number) => new Date(START + second * 1000);
const limits = { ringTimeoutSeconds: 45, maxDurationSeconds: 1_800, record: false };

const call = (more: Partial<WatchedCall>): WatchedCall => ({
  status: 'queued',
  dialedAt: at(0),
  ringingAt: null,
  answeredAt: null,
  endRequestedAt: null,
  ...more,
});

describe('when the watchdog looks at a call', () => {
  it.each<[string, Partial<WatchedCall>, Date | null]>([
    ['not dialled yet: never, the dialler does', { dialedAt: null }, null],
    ['ten minutes at the carrier', {}, at(600)],
    ['two minutes of ringing', { status: 'ringing', ringingAt: at(5) }, at(125)],
    ['its longest length and two minutes', { status: 'in-progress', answeredAt: at(9) }, at(9 + 1_800 + 120)],
    [
      'as soon as somebody wants to end it',
      { status: 'in-progress', answeredAt: at(9), endRequestedAt: at(20) },
      at(20),
    ],
  ])('%s', (_, more, due) => {
    expect(overdueAt(call(more), limits, CALL_TIMINGS)).toEqual(due);
    expect(nextLook(call(more), limits, NOTHING_HEARD, CALL_TIMINGS)).toEqual(due);
  });

  it('an agent that lets it ring for longer is not interrupted', () => {
    const patient = { ...limits, ringTimeoutSeconds: 300 };
    const due = overdueAt(call({ status: 'ringing', ringingAt: at(0) }), patient, CALL_TIMINGS);
    expect(due).toEqual(at(320));
  });

  it.each(CALL_STATUSES.filter(isFinal))('never once it is %s', (status) => {
    const over = call({ status, answeredAt: at(9), endRequestedAt: at(10) });
    expect(overdueAt(over, limits, CALL_TIMINGS)).toBeNull();
    expect(nextLook(over, limits, NOTHING_HEARD, CALL_TIMINGS)).toBeNull();
  });

  it('when a last word has waited long enough', () => {
    const ending = { status: 'busy', receivedAt: at(7) } as LastWord;
    const view = { ...NOTHING_HEARD, ending, isComplete: false };
    expect(nextLook(call({}), limits, view, CALL_TIMINGS)).toEqual(at(10));
  });
});

describe('after a conversation', () => {
  const talking = call({ status: 'in-progress', answeredAt: at(9) });
  const relay = (outcome: RelayOutcome) => ({ ...NO_RELAY, openedAt: at(9), closedAt: at(40), outcome });

  it.each<[RelayOutcome, Date]>([
    ['agent-ended', at(45)],
    ['customer-ended', at(45)],
    ['dropped', at(100)],
    ['drained', at(100)],
    ['lost', at(100)],
    ['transferred', at(9 + 1_800 + 120)],
  ])('%s: the carrier is asked for its last word', (outcome, due) => {
    expect(overdueAt({ ...talking, relay: relay(outcome) }, limits, CALL_TIMINGS)).toEqual(due);
  });

  it('not while it goes on', () => {
    const open = { ...NO_RELAY, openedAt: at(9), openUntil: at(60) };
    expect(overdueAt({ ...talking, relay: open }, limits, CALL_TIMINGS)).toEqual(at(9 + 1_800 + 120));
  });
});

describe('a recording', () => {
  const over = call({ status: 'completed', answeredAt: at(9), endedAt: at(40) });
  const recorded = { ...limits, record: true };
  const recording = { id: 'RE1', durationSeconds: 31, channels: 2 };

  it('of which nothing was heard a minute after the call is asked for', () => {
    expect(nextLook(over, recorded, NOTHING_HEARD, CALL_TIMINGS)).toEqual(at(100));
  });

  it.each([
    ['that is there', over, recorded, { ...NOTHING_HEARD, recording }],
    ['that will never be', over, recorded, { ...NOTHING_HEARD, isRecordingAbsent: true }],
    ['that nobody wanted', over, limits, NOTHING_HEARD],
    ['of a call that nobody answered', { ...over, answeredAt: null }, recorded, NOTHING_HEARD],
  ])('%s is not asked for', (_, watched, config, view) => {
    expect(nextLook(watched, config, view, CALL_TIMINGS)).toBeNull();
  });
});

describe('when a lost dial is searched for', () => {
  it.each([
    [0, 5],
    [4, 5],
    [5, 15],
    [20, 60],
    [61, 300],
    [301, 600],
    [700, 600],
  ])('%i s after it was sent: at %i s', (age, next) => {
    expect(nextSearch(at(0), at(age), CALL_TIMINGS)).toEqual(at(next));
  });
});
