import { obstacleOfError, obstacleOfRefusal } from './twilio-errors.js';

describe('Twilio error codes', () => {
  it.each([
    ['21211', 'invalid-destination', 'destination', false],
    ['21214', 'invalid-destination', 'destination', false],
    ['21217', 'invalid-destination', 'destination', false],
    ['13224', 'invalid-destination', 'destination', false],
    ['21215', 'provider-rejected', 'destination', false],
    ['21216', 'provider-rejected', 'destination', false],
    ['21219', 'provider-rejected', 'destination', false],
    ['21210', 'provider-rejected', 'caller-id', false],
    ['21212', 'provider-rejected', 'caller-id', false],
    ['32017', 'provider-rejected', 'caller-id', false],
    ['20003', 'provider-rejected', 'account', false],
    ['10001', 'provider-rejected', 'account', false],
    ['10004', 'concurrency-limit-reached', 'capacity', true],
    ['22005', 'provider-unavailable', 'capacity', true],
    ['32016', 'provider-unavailable', 'network', true],
    ['11200', 'unknown-error', 'application', true],
    ['12100', 'unknown-error', 'application', true],
  ])('%s means %s (%s), worth another try: %s', (code, reason, category, retryable) => {
    expect(obstacleOfError(code)).toEqual({ reason, category, retryable });
  });

  it.each([null, '99999', '110', 'toString', '__proto__'])('%s says nothing about the call', (code) => {
    expect(obstacleOfError(code)).toBeNull();
  });

  it.each([null, '21205', '99999'])(
    'a refusal with code %s that the table does not name blames our request',
    (code) => {
      expect(obstacleOfRefusal(code)).toEqual({
        reason: 'provider-rejected',
        category: 'request',
        retryable: false,
      });
    },
  );
});
