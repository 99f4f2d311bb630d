import type { DayCounts } from '../calls/call-counts.repository.js';
import { addCounts, latencyAt } from '../calls/latency-buckets.js';
import type { Period } from './home-range.js';

/** What some days come to. A rate is a share of 1; null where there is nothing to divide. */
export interface Totals {
  calls: number;
  /** Answered by a person, of all calls that were not called off. */
  answerRate: number | null;
  /** Found a success, of those that were found one or none. */
  successRate: number | null;
  /** Half of the agent's answers took no longer, in milliseconds. */
  medianLatency: number | null;
}

/** One number, and how it compares with the days before. */
export interface Figure {
  label: string;
  /** How it is counted, in a line. */
  hint: string;
  value: string;
  trend: { words: string; tone: 'good' | 'bad' | 'even' } | null;
}

const sum = (days: readonly DayCounts[], count: (day: DayCounts) => number): number =>
  days.reduce((total, day) => total + count(day), 0);

const callsOf = (day: DayCounts): number =>
  day.succeeded + day.unsuccessful + day.unjudged + day.unreached + day.canceled + day.failed;

const share = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);

export function totalsOf(days: readonly DayCounts[]): Totals {
  const calls = sum(days, callsOf);
  const succeeded = sum(days, (day) => day.succeeded);
  const latency = days.reduce<number[]>((all, day) => addCounts(all, day.latency), []);
  return {
    calls,
    answerRate: share(
      sum(days, (day) => day.answered),
      calls - sum(days, (day) => day.canceled),
    ),
    successRate: share(succeeded, succeeded + sum(days, (day) => day.unsuccessful)),
    medianLatency: latencyAt(latency, 0.5),
  };
}

/**
 * The four figures of a range, against as many days before. Today is not over: of the day that stands for it before,
 * as much of its calls counts as of today has passed.
 */
export function figuresOf(counted: readonly DayCounts[], period: Period): Figure[] {
  const [first] = period.days;
  const now = counted.filter(({ day }) => first !== undefined && day >= first);
  const before = counted.filter(({ day }) => first === undefined || day < first);
  const totals = totalsOf(now);
  const then = totalsOf(before);
  const last = before.filter(
    ({ day }) => day.getTime() === period.before.getTime() + (period.range - 1) * DAY_MS,
  );
  const callsThen = Math.round(then.calls - (1 - period.todayShare) * sum(last, callsOf));
  const times = `than in the ${period.range} days before`;
  return [
    {
      label: 'Calls',
      hint: 'Inbound and outbound, by the day they began',
      value: totals.calls.toLocaleString('en'),
      trend: trend(totals.calls, callsThen, relative('more', 'fewer'), times, 1),
    },
    {
      label: 'Answer rate',
      hint: 'Answered by a person, of calls not canceled',
      value: percent(totals.answerRate),
      trend: trend(totals.answerRate, then.answerRate, points, times, 1),
    },
    {
      label: 'Success rate',
      hint: 'Successes, of calls the analysis judged',
      value: percent(totals.successRate),
      trend: trend(totals.successRate, then.successRate, points, times, 1),
    },
    {
      label: 'Median response',
      hint: 'From the customer’s last word to the agent’s first',
      value: milliseconds(totals.medianLatency),
      trend: trend(totals.medianLatency, then.medianLatency, relative('slower', 'faster'), times, -1),
    },
  ];
}

const DAY_MS = 86_400_000;

const percent = (rate: number | null): string => (rate === null ? '–' : `${Math.round(rate * 100)}%`);

/** A length of time as it is spoken of: 840 ms, 1.2 s. */
export function milliseconds(ms: number | null): string {
  if (ms === null) return '–';
  return ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`;
}

type Comparison = (now: number, before: number) => { amount: number; words: string };

/** In hundredths of what it was before. */
const relative =
  (up: string, down: string): Comparison =>
  (now, before) => {
    const amount = Math.round(((now - before) / before) * 100);
    return { amount, words: `${Math.abs(amount).toLocaleString('en')}% ${amount > 0 ? up : down}` };
  };

/** Shares differ by points. */
const points: Comparison = (now, before) => {
  const amount = Math.round((now - before) * 100);
  const word = Math.abs(amount) === 1 ? 'point' : 'points';
  return { amount, words: `${Math.abs(amount)} ${word} ${amount > 0 ? 'higher' : 'lower'}` };
};

/** @param better 1 where more is better, -1 where less is */
function trend(
  now: number | null,
  before: number | null,
  compare: Comparison,
  than: string,
  better: 1 | -1,
): Figure['trend'] {
  if (now === null || before === null || before <= 0) return null;
  const { amount, words } = compare(now, before);
  if (amount === 0) return { words: `The same as ${than.replace('than ', '')}`, tone: 'even' };
  return { words: `${words} ${than}`, tone: amount * better > 0 ? 'good' : 'bad' };
}
