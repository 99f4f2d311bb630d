import { callEnding } from './call-ending.js';
import type { CallObstacle, CarrierCallStatus } from './carrier-status.js';
import { obstacleOfError } from './twilio-errors.js';

/** The contract's reasons a status may carry; anything else would contradict itself in a call record. */
const REASONS_OF: Partial<Record<CarrierCallStatus, readonly string[]>> = {
  busy: ['customer-busy'],
  'no-answer': ['customer-did-not-answer', 'customer-declined'],
  failed: [
    'invalid-destination',
    'provider-rejected',
    'provider-unavailable',
    'concurrency-limit-reached',
    'unknown-error',
  ],
};

describe('how a call ended', () => {
  it.each<[CarrierCallStatus, number | null, string | null, CarrierCallStatus, string]>([
    ['busy', 486, null, 'busy', 'customer-busy'],
    ['busy', 600, null, 'busy', 'customer-busy'],
    ['busy', null, null, 'busy', 'customer-busy'],
    ['busy', 999, null, 'busy', 'customer-busy'],
    ['busy', 603, null, 'no-answer', 'customer-declined'],
    ['busy', 200, null, 'failed', 'unknown-error'],
    ['busy', 486, '11200', 'failed', 'unknown-error'],
    ['no-answer', 487, null, 'no-answer', 'customer-did-not-answer'],
    ['no-answer', 480, null, 'no-answer', 'customer-did-not-answer'],
    ['no-answer', 408, null, 'no-answer', 'customer-did-not-answer'],
    ['no-answer', null, null, 'no-answer', 'customer-did-not-answer'],
    ['no-answer', 603, null, 'no-answer', 'customer-declined'],
    ['no-answer', 607, null, 'no-answer', 'customer-declined'],
    ['failed', 404, null, 'failed', 'invalid-destination'],
    ['failed', 410, null, 'failed', 'invalid-destination'],
    ['failed', 484, null, 'failed', 'invalid-destination'],
    ['failed', 604, null, 'failed', 'invalid-destination'],
    ['failed', 403, null, 'failed', 'provider-rejected'],
    ['failed', 608, null, 'failed', 'provider-rejected'],
    ['failed', 408, null, 'failed', 'provider-unavailable'],
    ['failed', 503, null, 'failed', 'provider-unavailable'],
    ['failed', 486, null, 'busy', 'customer-busy'],
    ['failed', 480, null, 'no-answer', 'customer-did-not-answer'],
    ['failed', 603, null, 'no-answer', 'customer-declined'],
    ['failed', 503, '13224', 'failed', 'invalid-destination'],
    ['failed', null, '10004', 'failed', 'concurrency-limit-reached'],
    ['failed', null, '99999', 'failed', 'unknown-error'],
    ['failed', null, null, 'failed', 'unknown-error'],
  ])('%s with SIP code %s and error %s is %s: %s', (carrier, sipCode, error, status, reason) => {
    const ending = callEnding(carrier, sipCode, obstacleOfError(error));
    expect([ending.status, ending.obstacle?.reason]).toEqual([status, reason]);
  });

  it.each<CarrierCallStatus>(['queued', 'ringing', 'in-progress', 'completed', 'canceled'])(
    '%s stands as it is, whatever codes come with it',
    (status) => {
      expect(callEnding(status, 603, obstacleOfError('11200'))).toEqual({ status, obstacle: null });
    },
  );

  it('a status that is not known moves nothing', () => {
    expect(callEnding(null, 486, null)).toEqual({ status: null, obstacle: null });
  });

  it('no combination gives a status a reason that the contract does not allow it', () => {
    const errors = [null, '21211', '11200', '10004', '22005', '99999'].map(obstacleOfError);
    for (const status of ['busy', 'no-answer', 'failed'] as const) {
      for (const error of errors) {
        for (let sipCode = 100; sipCode < 700; sipCode++)
          expectConsistent(callEnding(status, sipCode, error));
      }
    }
  });
});

function expectConsistent(ending: { status: CarrierCallStatus | null; obstacle: CallObstacle | null }) {
  const allowed = ending.status === null ? undefined : REASONS_OF[ending.status];
  expect(allowed).toContain(ending.obstacle?.reason);
}
