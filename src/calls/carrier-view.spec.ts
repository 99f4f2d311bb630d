import type { CarrierFact, StatusFact } from './carrier-facts.js';
import { carrierView, NOTHING_HEARD } from './carrier-view.js';

const at = (second: number) => new Date(Date.UTC(2026, 0, 15, 10, 30, second));
const told = (second: number) => ({ at: at(second), receivedAt: at(second) });

const status = (
  status: StatusFact['status'],
  second: number,
  more: Partial<StatusFact> = {},
): StatusFact => ({
  kind: 'status',
  status,
  word: String(status),
  sequence: null,
  durationSeconds: null,
  obstacle: null,
  sipCode: null,
  errorCode: null,
  errorMessage: null,
  answeredBy: null,
  recordingId: null,
  ...told(second),
  ...more,
});
const answer = (second: number): CarrierFact => ({ kind: 'answer', ...told(second) });
const detection = (answeredBy: 'human' | 'voicemail' | 'unknown', second = 4): CarrierFact => ({
  kind: 'voicemail',
  answeredBy,
  decidedAfterMs: 2200,
  ...told(second),
});

describe('what the carrier’s words add up to', () => {
  it('nothing', () => {
    expect(carrierView([])).toEqual(NOTHING_HEARD);
  });

  it.each<[string, CarrierFact[], string]>([
    ['dialling has begun', [status('queued', 1)], 'queued'],
    ['it rings', [status('queued', 1), status('ringing', 2)], 'ringing'],
    ['it rings, and only then is told to be dialled', [status('ringing', 2), status('queued', 1)], 'ringing'],
    ['it was answered', [status('in-progress', 3), status('ringing', 2)], 'in-progress'],
    ['the carrier asks what to say', [status('ringing', 2), answer(3)], 'in-progress'],
    ['a word nobody knows', [status(null, 1)], 'queued'],
  ])('%s', (_, facts, progress) => {
    expect(carrierView(facts)).toMatchObject({ progress, ending: null });
  });

  it('the first sign of each stage dates it', () => {
    const facts = [status('in-progress', 6), answer(5), status('ringing', 3), status('ringing', 2)];
    expect(carrierView(facts)).toMatchObject({ ringingAt: at(2), answeredAt: at(5) });
  });

  it('what came late is not dated after what followed it', () => {
    const facts = [status('completed', 9), status('in-progress', 12), status('ringing', 11)];
    expect(carrierView(facts)).toMatchObject({ ringingAt: at(9), answeredAt: at(9) });
  });

  it.each<[string, CarrierFact[], boolean]>([
    ['an answer', [answer(1)], true],
    ['completed', [status('completed', 5)], true],
    ['a length', [status('failed', 5, { durationSeconds: 3 })], true],
    ['nothing of it', [status('busy', 5, { durationSeconds: 0 })], false],
  ])('that somebody picked up is known from %s', (_, facts, isAnswered) => {
    expect(carrierView(facts).isAnswered).toBe(isAnswered);
  });

  it.each<[string, number[], boolean]>([
    ['all before it have come', [0, 1], true],
    ['one before it is missing', [1], false],
    ['one before it came twice, another not', [0, 0], false],
    ['all are missing', [], false],
    ['later ones have come as well', [0, 1, 3], true],
  ])('the last word is complete if %s', (_, sequences, isComplete) => {
    const facts = sequences.map((sequence) => status('ringing', 1, { sequence }));
    expect(carrierView([...facts, status('busy', 5, { sequence: 2 })]).isComplete).toBe(isComplete);
  });

  it('a last word without a number is complete', () => {
    expect(carrierView([status('busy', 5)]).isComplete).toBe(true);
  });

  it('a callback is taken before the carrier’s books', () => {
    const callback = status('busy', 5, { sequence: 2, sipCode: 486 });
    expect(carrierView([status('busy', 6), callback]).ending).toBe(callback);
    expect(carrierView([callback, status('busy', 6)]).ending).toBe(callback);
  });

  it.each<[string, CarrierFact[], unknown]>([
    ['its detection', [detection('human')], { result: 'human', detectedAtMs: 2200, at: at(4) }],
    [
      'its end',
      [status('completed', 9, { answeredBy: 'voicemail' })],
      { result: 'voicemail', detectedAtMs: null, at: at(9) },
    ],
    [
      'both',
      [status('completed', 9, { answeredBy: 'voicemail' }), detection('voicemail')],
      { result: 'voicemail', detectedAtMs: 2200, at: at(4) },
    ],
    [
      'both, which disagree',
      [detection('unknown'), status('completed', 9, { answeredBy: 'voicemail' })],
      { result: 'voicemail', detectedAtMs: 2200, at: at(4) },
    ],
  ])('who answered is known from %s', (_, facts, answeredBy) => {
    expect(carrierView(facts).answeredBy).toEqual(answeredBy);
  });

  it('a recording is known once it is ready', () => {
    const recording = (recordingId: string | null): CarrierFact => ({
      kind: 'recording',
      isAbsent: false,
      recordingId,
      durationSeconds: 31,
      channels: 2,
      ...told(9),
    });
    expect(carrierView([recording(null)]).recording).toBeNull();
    expect(carrierView([recording(null), recording('RE1')]).recording).toEqual({
      id: 'RE1',
      durationSeconds: 31,
      channels: 2,
    });
  });
});
