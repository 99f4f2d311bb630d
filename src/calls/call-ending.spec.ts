import type { CallObstacle } from '../telephony/carrier-status.js';
import {
  canceledEnding,
  carrierEnding,
  platformEnding,
  rejectedEnding,
  type CallEnding,
  type EndingContext,
  type PlatformReason,
} from './call-ending.js';
import { canMove, type EndRequester, type FinalStatus } from './call-status.js';
import { NOTHING_HEARD, type CarrierView, type LastWord } from './carrier-view.js';
import type { RelayOutcome } from './relay-outcome.js';
import { NO_RELAY } from './relay-view.js';

const AT = new Date('2026-01-15T10:30:31Z');
const ANSWERED_AT = new Date('2026-01-15T10:30:00Z');

/** decisions: which reasons a status may have. */
const REASONS: Record<FinalStatus, string> = {
  completed: `customer-ended-call agent-ended-call call-transferred voicemail ivr-reached silence-timed-out
    exceeded-max-duration manually-ended customer-opted-out`,
  busy: 'customer-busy',
  'no-answer': 'customer-did-not-answer customer-declined',
  canceled: 'manually-canceled scheduled-call-deleted',
  failed: `invalid-destination blocked-do-not-call outside-calling-hours provider-rejected provider-unavailable
    dial-outcome-unknown concurrency-limit-reached agent-not-available llm-failed transcriber-failed voice-failed
    no-audio-received transfer-failed connection-lost worker-lost unknown-error`,
};

const BUSY: CallObstacle = { reason: 'customer-busy', category: 'customer', retryable: true };
const DECLINED: CallObstacle = { reason: 'customer-declined', category: 'customer', retryable: false };
const NO_NUMBER: CallObstacle = { reason: 'invalid-destination', category: 'destination', retryable: false };
const UNREACHED: CallObstacle = { reason: 'customer-did-not-answer', category: 'customer', retryable: true };

const word = (status: FinalStatus, more: Partial<LastWord> = {}): LastWord => ({
  kind: 'status',
  status,
  word: status,
  sequence: 3,
  durationSeconds: 0,
  obstacle: null,
  sipCode: null,
  errorCode: null,
  errorMessage: null,
  answeredBy: null,
  recordingId: null,
  at: AT,
  receivedAt: AT,
  ...more,
});
const view = (ending: LastWord, more: Partial<CarrierView> = {}): CarrierView => ({
  ...NOTHING_HEARD,
  ending,
  ...more,
});
const ANSWERED = { progress: 'in-progress', answeredAt: ANSWERED_AT, isAnswered: true } as const;
const machine = { answeredBy: { result: 'voicemail', detectedAtMs: 2000, at: ANSWERED_AT } } as const;

const nobody: EndingContext = {
  callType: 'outbound',
  endRequestedBy: null,
  maxDurationSeconds: 600,
  wentToVoicemail: false,
  relay: NO_RELAY,
};
const by = (endRequestedBy: EndRequester): EndingContext => ({ ...nobody, endRequestedBy });

describe('how the carrier’s last word ends a call', () => {
  it('not at all while there is none', () => {
    expect(carrierEnding(NOTHING_HEARD, nobody)).toBeNull();
  });

  const talked = word('completed', { durationSeconds: 31 });
  it.each<[string, CarrierView, EndingContext, Partial<CallEnding>]>([
    ['hung up before', view(talked, ANSWERED), nobody, { reason: 'customer-ended-call', by: 'customer' }],
    [
      'a machine answered and hung up',
      view(talked, { ...ANSWERED, ...machine }),
      nobody,
      { reason: 'voicemail', by: 'carrier', retryable: true },
    ],
    [
      'it took as long as it may',
      view(word('completed', { durationSeconds: 600 }), ANSWERED),
      nobody,
      { reason: 'exceeded-max-duration', by: 'platform' },
    ],
    [
      'somebody asked for it, whatever else is true',
      view(word('completed', { durationSeconds: 600 }), { ...ANSWERED, ...machine }),
      by('operator'),
      { reason: 'manually-ended', by: 'operator' },
    ],
    [
      'the watchdog asked for it',
      view(talked, { ...ANSWERED, ...machine }),
      by('watchdog'),
      { reason: 'exceeded-max-duration', by: 'platform' },
    ],
  ])('completed: %s', (_, carrier, context, expected) => {
    const ending = carrierEnding(carrier, context);
    expect(ending).toMatchObject({ status: 'completed', category: null, retryable: false, ...expected });
  });

  const rang = { progress: 'ringing', ringingAt: ANSWERED_AT } as const;
  it.each<[string, CarrierView, EndingContext, Partial<CallEnding>]>([
    ['busy', view(word('busy', { obstacle: BUSY })), nobody, { status: 'busy', ...BUSY, by: 'customer' }],
    [
      'declined',
      view(word('no-answer', { obstacle: DECLINED })),
      nobody,
      { status: 'no-answer', ...DECLINED, by: 'customer' },
    ],
    [
      'not answered while somebody asked to end it',
      view(word('no-answer', { obstacle: UNREACHED })),
      by('operator'),
      { status: 'no-answer', ...UNREACHED },
    ],
    [
      'failed',
      view(word('failed', { obstacle: NO_NUMBER })),
      nobody,
      { status: 'failed', ...NO_NUMBER, by: 'carrier' },
    ],
    [
      'failed for no reason',
      view(word('failed')),
      nobody,
      { status: 'failed', reason: 'unknown-error', by: 'carrier' },
    ],
    [
      'canceled as somebody asked',
      view(word('canceled')),
      by('operator'),
      { status: 'canceled', reason: 'manually-canceled', by: 'operator' },
    ],
    [
      'canceled in the carrier’s own console',
      view(word('canceled')),
      nobody,
      { status: 'canceled', reason: 'manually-canceled' },
    ],
    [
      'canceled by the watchdog before it rang',
      view(word('canceled')),
      by('watchdog'),
      { status: 'failed', reason: 'provider-unavailable', by: 'carrier' },
    ],
    [
      'canceled by the watchdog when it rang for too long',
      view(word('canceled'), rang),
      by('watchdog'),
      { status: 'no-answer', reason: 'customer-did-not-answer' },
    ],
  ])('not connected: %s', (_, carrier, context, expected) => {
    expect(carrierEnding(carrier, context)).toMatchObject({ durationSeconds: 0, ...expected });
  });

  it.each(['busy', 'no-answer', 'canceled'] as const)(
    '%s after the answer is a failure that nobody is blamed for, in the carrier’s own word',
    (status) => {
      const last = word(status, { obstacle: BUSY, durationSeconds: null, sipCode: 200 });
      expect(carrierEnding(view(last, ANSWERED), nobody)).toEqual({
        status: 'failed',
        reason: 'unknown-error',
        at: AT,
        durationSeconds: 31,
        by: 'carrier',
        category: 'application',
        retryable: true,
        carrierCode: status,
        sipCode: 200,
        message: null,
      });
    },
  );

  it('the carrier’s code and text are kept', () => {
    const last = word('failed', { errorCode: '11200', errorMessage: 'HTTP retrieval failure', sipCode: 503 });
    expect(carrierEnding(view(last), nobody)).toMatchObject({
      carrierCode: '11200',
      message: 'HTTP retrieval failure',
      sipCode: 503,
    });
  });

  it.each<[string, LastWord, Partial<CarrierView>, number]>([
    ['by the carrier’s count', talked, ANSWERED, 31],
    ['by ours when it has none', word('completed', { durationSeconds: null }), ANSWERED, 31],
    ['unknown', word('completed', { durationSeconds: null }), { isAnswered: true }, 0],
    ['of a failure after the answer', word('failed', { durationSeconds: 7 }), ANSWERED, 7],
    ['of a failure before', word('failed', { durationSeconds: null }), {}, 0],
  ])('the length is %s', (_, last, more, seconds) => {
    expect(carrierEnding(view(last, more), nobody)?.durationSeconds).toBe(seconds);
  });
});

describe('how a conversation ends a completed call', () => {
  const NO_RELAY_OPEN = { openedAt: ANSWERED_AT, openUntil: null, closedAt: AT };
  const talked = word('completed', { durationSeconds: 31 });
  const after = (outcome: RelayOutcome | null, more: Partial<EndingContext> = {}): EndingContext => ({
    ...nobody,
    relay: { ...NO_RELAY_OPEN, outcome },
    ...more,
  });
  const told = (outcome: 'ended' | 'completed' | 'failed') => ({
    relay: { outcome, isLive: outcome !== 'completed', failedIds: [] },
  });
  const transfer = (connected: boolean, isLive: boolean) => ({
    transfer: { connected, isLive, at: ANSWERED_AT },
  });

  it.each<[RelayOutcome, string, string, string]>([
    ['agent-ended', 'completed', 'agent-ended-call', 'agent'],
    ['customer-ended', 'completed', 'customer-ended-call', 'customer'],
    ['transferred', 'completed', 'call-transferred', 'agent'],
    ['voicemail', 'completed', 'voicemail', 'agent'],
    ['silence', 'completed', 'silence-timed-out', 'agent'],
    ['max-duration', 'completed', 'exceeded-max-duration', 'platform'],
    ['opted-out', 'completed', 'customer-opted-out', 'agent'],
    ['model-failed', 'failed', 'llm-failed', 'platform'],
    ['dropped', 'failed', 'connection-lost', 'platform'],
    ['lost', 'failed', 'worker-lost', 'platform'],
    ['drained', 'failed', 'worker-lost', 'platform'],
  ])('%s: %s, %s', (outcome, status, reason, by_) => {
    const ending = carrierEnding(view(talked, ANSWERED), after(outcome));
    expect(ending).toMatchObject({ status, reason, by: by_, durationSeconds: 31 });
  });

  it.each<[string, Partial<CarrierView>, EndingContext, string]>([
    ['an operator’s wish outranks it', {}, after('model-failed', by('operator')), 'manually-ended'],
    [
      'it outranks the watchdog’s',
      {},
      after('agent-ended', { endRequestedBy: 'watchdog' }),
      'agent-ended-call',
    ],
    ['a machine is no customer', machine, after('customer-ended'), 'voicemail'],
    [
      'a machine that only the conversation heard',
      {},
      after('silence', { wentToVoicemail: true }),
      'voicemail',
    ],
    ['a person who came in the end outranks the machine', machine, after('transferred'), 'call-transferred'],
    ['a fault outranks the machine', machine, after('lost'), 'worker-lost'],
    ['a hang-up that broke the socket', told('completed'), after('dropped'), 'customer-ended-call'],
    ['a break that was not taken up again', told('failed'), after('dropped'), 'connection-lost'],
    [
      'a hang-up before the conversation was written down',
      told('completed'),
      after(null),
      'customer-ended-call',
    ],
    ['a conversation that was never written down', {}, after(null), 'worker-lost'],
    ['a transfer that came about', transfer(true, true), after('transferred'), 'call-transferred'],
    [
      'a customer who did not wait for it',
      transfer(false, false),
      after('transferred'),
      'customer-ended-call',
    ],
    ['one after which nobody went on', transfer(false, true), after('transferred'), 'transfer-failed'],
    ['a socket that never opened', told('failed'), nobody, 'connection-lost'],
    [
      'the carrier’s limit, which looks like a hang-up',
      {},
      after('customer-ended', { maxDurationSeconds: 31 }),
      'exceeded-max-duration',
    ],
  ])('%s', (_, more, context, reason) => {
    expect(carrierEnding(view(talked, { ...ANSWERED, ...more }), context)?.reason).toBe(reason);
  });

  it.each<[string, FinalStatus, RelayOutcome, string]>([
    ['the conversation names the fault', 'failed', 'dropped', 'connection-lost'],
    ['the conversation names none', 'failed', 'customer-ended', 'unknown-error'],
    ['broken off, and the conversation knows why', 'busy', 'lost', 'worker-lost'],
    ['broken off, and nobody knows why', 'canceled', 'customer-ended', 'unknown-error'],
    ['a transfer that the carrier never asked for', 'busy', 'transferred', 'unknown-error'],
  ])('what the carrier calls a failure: %s', (_, last, outcome, reason) => {
    expect(carrierEnding(view(word(last), ANSWERED), after(outcome))).toMatchObject({
      status: 'failed',
      reason,
    });
  });

  it.each<[FinalStatus, RelayOutcome, Partial<EndingContext>, string]>([
    ['failed', 'agent-ended', {}, 'agent-ended-call'],
    ['busy', 'agent-ended', {}, 'agent-ended-call'],
    ['no-answer', 'silence', {}, 'silence-timed-out'],
    ['canceled', 'max-duration', {}, 'exceeded-max-duration'],
    ['failed', 'opted-out', {}, 'customer-opted-out'],
    ['failed', 'voicemail', {}, 'voicemail'],
    ['failed', 'agent-ended', by('operator'), 'manually-ended'],
  ])('%s, after the agent had ended it (%s), broke nothing off', (last, outcome, more, reason) => {
    const told = word(last, { errorCode: '11200', durationSeconds: 31 });
    const ending = carrierEnding(view(told, ANSWERED), { ...nobody, ...more, relay: after(outcome).relay });
    expect(ending).toMatchObject({ status: 'completed', reason, carrierCode: '11200', durationSeconds: 31 });
  });

  it('a call that came in is as long as its conversation, where the carrier does not count', () => {
    const uncounted = word('completed', { durationSeconds: null });
    expect(carrierEnding(view(uncounted), after('agent-ended'))?.durationSeconds).toBe(31);
  });
});

describe('a call that came in and was not answered', () => {
  const inbound: EndingContext = { ...nobody, callType: 'inbound' };
  it.each<[FinalStatus, EndingContext, string, string, string]>([
    ['no-answer', inbound, 'completed', 'customer-ended-call', 'customer'],
    ['canceled', inbound, 'completed', 'customer-ended-call', 'customer'],
    ['busy', inbound, 'failed', 'unknown-error', 'carrier'],
    ['failed', inbound, 'failed', 'unknown-error', 'carrier'],
    ['canceled', { ...inbound, endRequestedBy: 'operator' }, 'canceled', 'manually-canceled', 'operator'],
  ])('%s is never the fault of who called', (last, context, status, reason, by_) => {
    const ending = carrierEnding(view(word(last)), context);
    expect(ending).toMatchObject({ status, reason, by: by_, durationSeconds: 0 });
  });
});

describe('every ending', () => {
  const words = ['completed', 'busy', 'no-answer', 'failed', 'canceled'] as const;
  const views = words.flatMap((status) =>
    [{}, rangAnd(), ANSWERED, { ...ANSWERED, ...machine }].map((more) => {
      const obstacle = { busy: BUSY, 'no-answer': UNREACHED, failed: NO_NUMBER }[status as 'busy'] ?? null;
      return view(word(status, { obstacle }), more);
    }),
  );
  const contexts = [nobody, by('operator'), by('watchdog')];
  const platform: PlatformReason[] = [
    'blocked-do-not-call',
    'agent-not-available',
    'provider-unavailable',
    'dial-outcome-unknown',
    'worker-lost',
    'unknown-error',
  ];
  const endings = [
    ...views.flatMap((one) => contexts.map((context) => carrierEnding(one, context))),
    ...platform.map((reason) => platformEnding(reason, AT)),
    canceledEnding(AT),
    rejectedEnding(AT, { carrierCode: '21215', message: 'no', obstacle: NO_NUMBER }),
  ].filter((ending) => ending !== null);

  it('gives a status a reason that belongs to it', () => {
    expect(endings).toHaveLength(5 * 4 * 3 + 8);
    for (const { status, reason } of endings) expect(REASONS[status].split(/\s+/)).toContain(reason);
  });

  it('can follow where the call stood', () => {
    const moves = views.flatMap((one) =>
      contexts.map((context) => [one.progress, carrierEnding(one, context)?.status ?? 'failed'] as const),
    );
    for (const [from, to] of moves) expect([from, to, canMove(from, to)]).toEqual([from, to, true]);
  });
});

function rangAnd() {
  return { progress: 'ringing', ringingAt: ANSWERED_AT } as const;
}
