import { STANDARD_DELIVERY_TIMINGS as TIMINGS } from './delivery-timings.js';
import { nextPause, readRetryAfter } from './retry-schedule.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe('the schedule of attempts', () => {
  it.each([
    [1, 5_000],
    [2, 5 * MINUTE],
    [3, 30 * MINUTE],
    [4, 2 * HOUR],
    [5, 5 * HOUR],
    [6, 10 * HOUR],
    [7, 14 * HOUR],
    [8, 20 * HOUR],
    [9, 24 * HOUR],
  ])('after attempt %i waits %i ms, a fifth more or less', (tries, pause) => {
    expect([0, 0.5, 1].map((chance) => nextPause(tries, TIMINGS, chance, null))).toEqual([
      pause * 0.8,
      pause,
      pause * 1.2,
    ]);
  });

  it('ends with the tenth', () => {
    expect(nextPause(10, TIMINGS, 0.5, 60_000)).toBeNull();
  });

  it('gives a receiver more time when it asks for it, never less, and a day at most', () => {
    expect([1_000, 60_000, 10 * 24 * HOUR].map((asked) => nextPause(1, TIMINGS, 0.5, asked))).toEqual([
      5_000,
      60_000,
      24 * HOUR,
    ]);
  });
});

describe('Retry-After', () => {
  const now = new Date('2026-01-15T10:30:00Z');

  it.each([
    ['120', 120_000],
    [' 1.5 ', 1_500],
    ['Thu, 15 Jan 2026 10:31:00 GMT', 60_000],
    ['Thu, 15 Jan 2026 10:29:00 GMT', 0],
    ['soon', null],
    ['-5', null],
    ['', null],
    [undefined, null],
  ])('%s', (header, wait) => {
    expect(readRetryAfter(header, now)).toBe(wait);
  });
});
