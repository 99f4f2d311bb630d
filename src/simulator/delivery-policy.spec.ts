import { type AttemptResult, deliveryPolicy, retries } from './delivery-policy.js';

describe('deliveryPolicy', () => {
  const defaults = { connectMs: 5000, readMs: 15_000, totalMs: 15_000, retries: 1, retryOn: new Set(['ct']) };

  it.each([
    ['', {}],
    ['#', {}],
    ['#section', {}],
    ['#rc=3&rp=4xx,5xx', { retries: 3, retryOn: new Set(['4xx', '5xx']) }],
    ['#rp=all', { retryOn: new Set(['ct', 'rt', '4xx', '5xx']) }],
    ['#rp=rt, 5xx', { retryOn: new Set(['rt', '5xx']) }],
    ['#rp=nonsense', {}],
    ['#rc=9&ct=1&rt=99999&tt=50', { retries: 5, connectMs: 100, readMs: 15_000, totalMs: 100 }],
    ['#rc=-1&ct=fast', {}],
    ['#ct=2000&rt=3000&tt=9000&e=ashburn&sni=y', { connectMs: 2000, readMs: 3000, totalMs: 9000 }],
  ])('"%s"', (fragment, settings) => {
    expect(deliveryPolicy(`https://app.test/status?rc=5${fragment}`)).toEqual({ ...defaults, ...settings });
  });
});

describe('retries', () => {
  const policy = (fragment: string) => deliveryPolicy(`https://app.test/#${fragment}`);

  it.each<[string, number, AttemptResult, boolean]>([
    ['', 1, 'ct', true],
    ['', 2, 'ct', false],
    ['', 1, 'rt', false],
    ['', 1, 503, false],
    ['rc=0', 1, 'ct', false],
    ['rc=2&rp=5xx', 1, 500, true],
    ['rc=2&rp=5xx', 2, 599, true],
    ['rc=2&rp=5xx', 3, 500, false],
    ['rc=2&rp=5xx', 1, 499, false],
    ['rc=2&rp=4xx', 1, 400, true],
    ['rc=5&rp=all', 1, 204, false],
    ['rc=5&rp=all', 1, 302, false],
  ])('"%s" after attempt %d with %s: %s', (fragment, attempts, result, again) => {
    expect(retries(policy(fragment), attempts, result)).toBe(again);
  });
});
