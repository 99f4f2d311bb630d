import type { DayCounts } from '../calls/call-counts.repository.js';
import { figuresOf, milliseconds, totalsOf } from './home-figures.js';
import { periodOf, rangeOf } from './home-range.js';

const NOTHING = {
  succeeded: 0,
  unsuccessful: 0,
  unjudged: 0,
  unreached: 0,
  canceled: 0,
  failed: 0,
  answered: 0,
  voicemails: 0,
  seconds: 0,
  latency: [],
};
const on = (day: string, counts: Partial<DayCounts>): DayCounts => ({
  ...NOTHING,
  ...counts,
  day: new Date(day),
});

describe('rangeOf', () => {
  it.each([
    ['7', 7],
    ['90', 90],
    [undefined, 7],
    ['8', 7],
    [['30', '90'], 7],
  ])('%j is %d days', (raw, days) => {
    expect(rangeOf(raw)).toBe(days);
  });
});

describe('periodOf', () => {
  it('ends today, and is compared with as many days before', () => {
    const period = periodOf(7, new Date('2026-03-08T18:00:00Z'));
    expect(period.days.map((day) => day.toISOString().slice(0, 10))).toEqual([
      '2026-03-02',
      '2026-03-03',
      '2026-03-04',
      '2026-03-05',
      '2026-03-06',
      '2026-03-07',
      '2026-03-08',
    ]);
    expect(period.before.toISOString()).toBe('2026-02-23T00:00:00.000Z');
    expect(period.todayShare).toBe(0.75);
  });
});

describe('totalsOf', () => {
  it('leaves called-off calls out of the answer rate, and calls that nobody judged out of the success rate', () => {
    const day = on('2026-03-08', {
      succeeded: 3,
      unsuccessful: 1,
      unjudged: 4,
      unreached: 2,
      canceled: 5,
      answered: 6,
    });
    expect(totalsOf([day])).toEqual({ calls: 15, answerRate: 0.6, successRate: 0.75, medianLatency: null });
  });

  it('has no rates where there is nothing to divide', () => {
    expect(totalsOf([])).toEqual({ calls: 0, answerRate: null, successRate: null, medianLatency: null });
    expect(totalsOf([on('2026-03-08', { canceled: 2 })]).answerRate).toBeNull();
  });
});

describe('figuresOf', () => {
  const period = periodOf(7, new Date('2026-03-08T12:00:00Z'));
  const trendOf = (days: DayCounts[], label: string) =>
    figuresOf(days, period).find((figure) => figure.label === label)?.trend;

  it('compares calls with the week before, of whose last day half has come by noon', () => {
    const before = [on('2026-02-24', { succeeded: 80 }), on('2026-03-01', { succeeded: 40 })];
    expect(trendOf([...before, on('2026-03-08', { succeeded: 150 })], 'Calls')).toEqual({
      words: '50% more than in the 7 days before',
      tone: 'good',
    });
    expect(trendOf([...before, on('2026-03-08', { succeeded: 100 })], 'Calls')).toEqual({
      words: 'The same as in the 7 days before',
      tone: 'even',
    });
    expect(trendOf([...before, on('2026-03-08', { succeeded: 50 })], 'Calls')?.tone).toBe('bad');
  });

  it('compares calls with whole calls', () => {
    const days = [on('2026-02-24', { succeeded: 7 }), on('2026-03-01', { succeeded: 1 })];
    expect(trendOf([...days, on('2026-03-08', { succeeded: 8 })], 'Calls')?.tone).toBe('even');
  });

  it('tells rates apart by points', () => {
    const days = [
      on('2026-02-24', { succeeded: 5, unsuccessful: 5 }),
      on('2026-03-04', { succeeded: 51, unsuccessful: 49 }),
    ];
    expect(trendOf(days, 'Success rate')).toEqual({
      words: '1 point higher than in the 7 days before',
      tone: 'good',
    });
  });

  it('takes a slower answer for the worse', () => {
    const turns = (bucket: number) => Array.from({ length: 72 }, (_, place) => (place === bucket ? 9 : 0));
    const days = [on('2026-02-24', { latency: turns(30) }), on('2026-03-04', { latency: turns(32) })];
    expect(trendOf(days, 'Median response')).toEqual({
      words: '19% slower than in the 7 days before',
      tone: 'bad',
    });
  });

  it('compares with nothing where there was nothing', () => {
    expect(trendOf([on('2026-03-08', { succeeded: 1 })], 'Calls')).toBeNull();
    expect(figuresOf([], period).map(({ value }) => value)).toEqual(['0', '–', '–', '–']);
  });
});

describe('milliseconds', () => {
  it.each([
    [null, '–'],
    [840.4, '840 ms'],
    [1_240, '1.2 s'],
  ])('%j is %s', (ms, words) => {
    expect(milliseconds(ms)).toBe(words);
  });
});
