import { backOff } from './call-timings.js';
import { nextDial } from './dial-retry.js';

const now = new Date('2026-01-15T10:30:00Z');
const after = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const timings = { dialRetry: 1_000, dialRetryLongest: 30_000 };

describe('trying to dial again', () => {
  it.each([
    [1, null, 1],
    [2, null, 2],
    [5, null, 16],
    [6, null, 30],
    [99, null, 30],
    [1, 7, 7],
    [5, 7, 16],
    [1, 0, 1],
  ])('after %i attempts and Retry-After %p it waits %i s', (attempts, retryAfterSeconds, seconds) => {
    expect(nextDial(now, after(300), { attempts, retryAfterSeconds }, timings)).toEqual(after(seconds));
  });

  it('gives up when it would be too late', () => {
    const request = { attempts: 1, retryAfterSeconds: 60 };
    expect(nextDial(now, after(60), request, timings)).toBeNull();
    expect(nextDial(now, after(61), request, timings)).toEqual(after(60));
  });

  it('no number of attempts makes the wait overflow', () => {
    expect(backOff(5_000, 1, 900_000)).toBe(900_000);
  });
});
