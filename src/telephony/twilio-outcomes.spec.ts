import twilio from 'twilio';
import { placeOutcome, RateLimited, refusalIn, retryAfterSeconds, Unanswered } from './twilio-outcomes.js';

const answered = (statusCode: number, body: unknown) => new twilio.RestException({ statusCode, body });
const reset = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });

describe('what a failed request to dial means', () => {
  it.each([
    ['no connection', new Unanswered(false, reset), { kind: 'not-sent', cause: 'unreachable' }],
    [
      'a reset after connecting',
      new Unanswered(true, reset),
      { kind: 'unknown', message: 'read ECONNRESET' },
    ],
    ['429', new RateLimited(7), { kind: 'not-sent', cause: 'rate-limited', retryAfterSeconds: 7 }],
    ['500', answered(500, { code: 20500, message: 'Internal' }), { kind: 'unknown', message: 'Internal' }],
    ['503 of a proxy', answered(503, '<html>'), { kind: 'unknown' }],
    ['a redirect', answered(302, ''), { kind: 'unknown' }],
    ['an answer that is no JSON', new SyntaxError('Unexpected token'), { kind: 'unknown' }],
    ['something else', 'odd', { kind: 'unknown', message: 'odd' }],
    [
      '400 with a code',
      answered(400, { code: 21211, message: 'not valid' }),
      {
        kind: 'rejected',
        carrierCode: '21211',
        message: 'not valid',
        obstacle: { reason: 'invalid-destination' },
      },
    ],
    [
      '403 of a proxy',
      answered(403, '<html>'),
      { kind: 'rejected', carrierCode: null, obstacle: { reason: 'provider-rejected', category: 'request' } },
    ],
    ['400 without a word', answered(400, {}), { kind: 'rejected', carrierCode: null, message: 'HTTP 400' }],
  ])('%s', (_, error, outcome) => {
    expect(placeOutcome(error)).toMatchObject(outcome);
  });

  it('an error that only looks like an answer is no refusal', () => {
    expect(refusalIn({ status: 400, message: 'no error' })).toBeNull();
    expect(refusalIn(Object.assign(new Error('x'), { status: '400' }))).toBeNull();
  });

  it('an error without a message is named by its code', () => {
    expect(new Unanswered(false, Object.assign(new Error(''), { code: 'ECONNREFUSED' })).message).toBe(
      'ECONNREFUSED',
    );
  });
});

describe('Retry-After', () => {
  const now = Date.parse('2026-01-15T10:30:00Z');
  it.each([
    ['30', 30],
    ['0', 0],
    ['Thu, 15 Jan 2026 10:30:45 GMT', 45],
    ['Thu, 15 Jan 2026 10:00:00 GMT', 0],
    ['soon', null],
    [undefined, null],
  ])('%s is %s seconds', (header, seconds) => {
    expect(retryAfterSeconds(header, now)).toBe(seconds);
  });
});
