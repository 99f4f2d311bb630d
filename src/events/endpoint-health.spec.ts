import { STANDARD_DELIVERY_TIMINGS as TIMINGS } from './delivery-timings.js';
import { HEALTHY, type HealthSign, judgeHealth } from './endpoint-health.js';

const START = Date.parse('2026-01-15T10:30:00Z');
const DAY = 86_400_000;

const failure = (after: number): HealthSign => ({
  at: new Date(START + after),
  delivered: false,
  gone: false,
});
const failures = (count: number, after = 0): HealthSign[] =>
  Array.from({ length: count }, () => failure(after));
const success: HealthSign = { at: new Date(START), delivered: true, gone: false };

describe("an endpoint's health", () => {
  it('counts failures since the first one, until a success', () => {
    const sick = judgeHealth(HEALTHY, failures(3), TIMINGS);
    expect(sick).toEqual({
      failingSince: new Date(START),
      consecutiveFailures: 3,
      resumeAt: null,
      disable: null,
    });
    expect(judgeHealth(sick, [success], TIMINGS)).toEqual({ ...HEALTHY, disable: null });
  });

  it.each([
    [19, null],
    [20, 5_000],
    [21, 10_000],
    [22, 20_000],
    [26, 300_000],
    [1_000, 300_000],
  ])('after %i failures in a row nothing is sent for %p ms', (count, pause) => {
    const { resumeAt } = judgeHealth(HEALTHY, failures(count), TIMINGS);
    expect(resumeAt && resumeAt.getTime() - START).toBe(pause);
  });

  it.each([
    ['five days and ten failures', [...failures(9), failure(5 * DAY)], 'failing'],
    ['less than five days', [...failures(30), failure(5 * DAY - 1)], null],
    ['less than ten failures', [...failures(8), failure(6 * DAY)], null],
    ['a success in between', [...failures(9), success, failure(5 * DAY)], null],
    ['a 410', [{ ...failure(0), gone: true }], 'gone'],
  ])('%s', (_, signs, disable) => {
    expect(judgeHealth(HEALTHY, signs, TIMINGS).disable).toBe(disable);
  });
});
