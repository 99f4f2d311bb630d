import * as fc from 'fast-check';
import type { EventType } from '../events/event-types.js';
import type { CallObstacle } from '../telephony/carrier-status.js';
import { presentDetails } from './call-details.presenter.js';
import { platformEnding } from './call-ending.js';
import { CALL_STATUSES, isFinal, type EndRequester } from './call-status.js';
import { carrierStep, closingStep, heldBackUntil, type CallChanges, type CallState } from './call-step.js';
import type { CarrierFact, StatusFact } from './carrier-facts.js';
import { carrierView, NOTHING_HEARD } from './carrier-view.js';
import { NO_RELAY } from './relay-view.js';

const START = Date.UTC(2026, 0, 15, 10, 30, 0);
const at = (second: number) => new Date(START + second * 1000);
const timings = { straggler: 3000, conversationGrace: 60_000 };

const QUEUED: CallState = {
  callType: 'outbound',
  status: 'queued',
  startedAt: at(0),
  ringingAt: null,
  answeredAt: null,
  wentToVoicemail: false,
  transferredAt: null,
  recordingId: null,
  endRequestedBy: null,
  maxDurationSeconds: 600,
  relay: NO_RELAY,
};

type Untold<F> = F extends CarrierFact ? Omit<F, 'receivedAt'> : never;
/** A fact that is told at some time. */
type Told = Untold<CarrierFact>;

/** What Twilio's words stand for: who or what was in the way. */
const OBSTACLES: Partial<Record<string, CallObstacle>> = {
  busy: { reason: 'customer-busy', category: 'customer', retryable: true },
  'no-answer': { reason: 'customer-did-not-answer', category: 'customer', retryable: true },
  failed: { reason: 'invalid-destination', category: 'destination', retryable: false },
};

const status = (word: string, sequence: number, second: number, more: Partial<StatusFact> = {}) => ({
  kind: 'status' as const,
  status: (word === 'initiated' ? 'queued' : word) as StatusFact['status'],
  word,
  sequence,
  durationSeconds: null,
  obstacle: OBSTACLES[word] ?? null,
  sipCode: null,
  errorCode: null,
  errorMessage: null,
  answeredBy: null,
  recordingId: null,
  at: at(second),
  ...more,
});

/** A call as it lives through what it is told, each thing as it comes, and what others are told of it. */
class Life {
  state: CallState & Omit<CallChanges, keyof CallState>;
  readonly events: EventType[] = [];
  readonly statuses: string[] = [];
  private details: object = {};
  private turns: string[] = [];
  private readonly heard: CarrierFact[] = [];
  private readonly known = new Set<Told>();

  constructor(endRequestedBy: EndRequester | null = null) {
    this.state = { ...QUEUED, endRequestedBy };
  }

  /** As the service does: what was told before is dropped, the rest is looked at all together. */
  hear(told: Told, now: Date): this {
    if (this.known.has(told)) return this;
    this.known.add(told);
    this.heard.push({ ...told, receivedAt: now });
    return this.look(now);
  }

  look(now: Date): this {
    const step = carrierStep(this.state, carrierView(this.heard), now, timings);
    const known = { machine: this.state.wentToVoicemail, conversed: null };
    this.state = { ...this.state, ...step.changes };
    this.events.push(...step.events);
    if (step.changes.status) this.statuses.push(step.changes.status);
    const row = { endedAt: null, ...this.state };
    const { turnEvents = [], ...details } = presentDetails(row, step.view, step.ending, known);
    this.details = { ...this.details, ...details };
    this.turns = (turnEvents as { type: string }[])
      .map(({ type }) => type)
      .toSorted((a, b) => a.localeCompare(b));
    return this;
  }

  /** Everything but the instants, of which only that they are known. */
  get result() {
    const { ringingAt, answeredAt, endedAt, finalizedAt, ...rest } = this.state;
    const isKnown = (instant: Date | null | undefined) => instant instanceof Date;
    return {
      ...rest,
      known: [ringingAt, answeredAt, endedAt, finalizedAt].map(isKnown),
      events: this.events.toSorted((a, b) => a.localeCompare(b)),
      details: this.details,
      turns: this.turns,
    };
  }
}

/** Told one after the other, a hundredth of a second apart; in the end all stragglers are given up. */
function live(told: readonly Told[], endRequestedBy: EndRequester | null = null): Life {
  const life = new Life(endRequestedBy);
  told.forEach((one, index) => life.hear(one, new Date(START + 20_000 + index * 10)));
  return life.look(at(60));
}

describe('a call’s way through the statuses', () => {
  const rings = status('ringing', 1, 2);
  const answers = status('in-progress', 2, 5);
  const completes = status('completed', 3, 36, { durationSeconds: 31 });

  it('from the dial to the end', () => {
    const life = live([status('initiated', 0, 1), rings, answers, completes]);
    expect(life.statuses).toEqual(['ringing', 'in-progress', 'completed']);
    expect(life.events).toEqual(['call.ringing', 'call.answered', 'call.ended']);
    expect(life.state).toMatchObject({
      ringingAt: at(2),
      answeredAt: at(5),
      endedAt: at(36),
      endedReason: 'customer-ended-call',
      callDuration: 31,
      callSuccess: null,
    });
  });

  it('an end that comes first is final; what comes after fills in what is missing', () => {
    const life = live([completes, answers, rings]);
    expect(life.statuses).toEqual(['completed']);
    expect(life.events).toEqual(['call.ended', 'call.answered', 'call.ringing']);
    expect(life.state).toMatchObject({ ringingAt: at(2), answeredAt: at(5), endedAt: at(36) });
  });

  it('a call that is not connected is no success', () => {
    expect(live([status('busy', 0, 3)]).state).toMatchObject({
      status: 'busy',
      callSuccess: false,
      callDuration: 0,
    });
  });

  it('busy waits for the missing answer that would make it a failure', () => {
    const life = new Life();
    life.hear(status('initiated', 0, 1), at(10)).hear(status('busy', 2, 6), at(10));
    expect(life.state.status).toBe('queued');
    life.hear(status('in-progress', 1, 5), at(11));
    expect(life.state).toMatchObject({ status: 'failed', endedReason: 'unknown-error' });
  });

  it('busy waits no longer than a straggler may take', () => {
    const life = new Life();
    life.hear(status('busy', 2, 6), at(10)).look(at(12.9));
    expect(life.state.status).toBe('queued');
    life.look(at(13));
    expect(life.state).toMatchObject({ status: 'busy', endedReason: 'customer-busy' });
  });

  it('a record that says busy does not begin to say answered', () => {
    const life = live([status('busy', 0, 3), answers]);
    expect(life.state).toMatchObject({ status: 'busy', answeredAt: null });
    expect(life.events).toEqual(['call.ended']);
  });

  it('while the call is live, an earlier sign of the answer corrects the later one and is not told again', () => {
    const life = live([answers, { kind: 'answer', at: at(4) }]);
    expect(life.state.answeredAt).toEqual(at(4));
    expect(life.events).toEqual(['call.answered']);
  });

  it('nothing happens before the call began, however slow the carrier’s clock', () => {
    const life = live([status('ringing', 1, -8), status('busy', 0, -5)]);
    expect(life.state).toMatchObject({ ringingAt: at(0), endedAt: at(0) });
  });

  it('what is known is not told again', () => {
    const view = carrierView([{ ...rings, receivedAt: at(2) }]);
    const nothing = { changes: {}, events: [], ending: null };
    const known = { ...QUEUED, status: 'ringing', ringingAt: at(2) } as const;
    expect(carrierStep(known, view, at(3), timings)).toMatchObject(nothing);
    expect(carrierStep(QUEUED, NOTHING_HEARD, at(3), timings)).toMatchObject(nothing);
  });

  it.each(CALL_STATUSES.filter(isFinal))('%s is never left', (final) => {
    const state = { ...QUEUED, status: final };
    const words = [
      'initiated',
      'ringing',
      'in-progress',
      'completed',
      'busy',
      'no-answer',
      'failed',
      'canceled',
    ];
    for (const word of words) {
      const view = carrierView([{ ...status(word, 0, 5), receivedAt: at(5) }]);
      expect(carrierStep(state, view, at(60), timings).changes).not.toHaveProperty('status');
    }
  });

  it('the platform closes a record with all that was heard', () => {
    const view = carrierView([{ ...rings, receivedAt: at(2) }]);
    expect(closingStep(QUEUED, view, platformEnding('unknown-error', at(9)), at(9))).toMatchObject({
      changes: { status: 'failed', ringingAt: at(2), endedAt: at(9), finalizedAt: at(9), callSuccess: false },
      events: ['call.ringing', 'call.ended'],
    });
  });
});

describe('what is held back', () => {
  const view = (word: string, sequence: number) =>
    carrierView([{ ...status(word, sequence, 5), receivedAt: at(6) }]);

  it.each(['busy', 'no-answer', 'canceled'])('%s while an earlier callback is missing', (word) => {
    expect(heldBackUntil(view(word, 2), NO_RELAY, timings)).toEqual(at(9));
    expect(heldBackUntil(view(word, 0), NO_RELAY, timings)).toEqual(new Date(0));
  });

  it.each(['completed', 'failed'])('%s never: nothing could change it', (word) => {
    expect(heldBackUntil(view(word, 2), NO_RELAY, timings)).toEqual(new Date(0));
  });

  it.each([
    ['for as long as its process lives', at(20), at(20)],
    ['but not for ever', at(600), at(66)],
  ])('completed, while the conversation is being written down, %s', (_, openUntil, until) => {
    const relay = { ...NO_RELAY, openedAt: at(1), openUntil };
    expect(heldBackUntil(view('completed', 2), relay, timings)).toEqual(until);
  });

  it('nothing, while the carrier has said no last word', () => {
    const relay = { ...NO_RELAY, openedAt: at(1), openUntil: at(20) };
    expect(heldBackUntil(NOTHING_HEARD, relay, timings)).toEqual(new Date(0));
  });
});

describe('a call that came in', () => {
  const inbound: CallState = { ...QUEUED, callType: 'inbound', status: 'ringing', ringingAt: at(0) };
  const relay = { ...NO_RELAY, openedAt: at(2), openUntil: at(30) };

  it('is answered by its conversation', () => {
    const step = carrierStep({ ...inbound, relay }, NOTHING_HEARD, at(2), timings);
    expect(step).toMatchObject({
      changes: { status: 'in-progress', answeredAt: at(2) },
      events: ['call.answered'],
    });
  });

  it('goes on ringing while there is none', () => {
    expect(carrierStep(inbound, NOTHING_HEARD, at(2), timings).changes).toEqual({});
  });
});

describe('a call that was transferred', () => {
  const transferred: CarrierFact = {
    kind: 'transfer-ended',
    connected: true,
    durationSeconds: 9,
    isLive: true,
    at: at(30),
    receivedAt: at(30),
  };

  it('says so once, from when the two began to talk', () => {
    const live: CallState = { ...QUEUED, status: 'in-progress', answeredAt: at(5) };
    const step = carrierStep(live, carrierView([transferred]), at(30), timings);
    expect(step).toMatchObject({ changes: { transferredAt: at(21) }, events: ['call.transferred'] });
    const again = carrierStep({ ...live, ...step.changes }, carrierView([transferred]), at(31), timings);
    expect(again.events).toEqual([]);
  });
});

/** All that a carrier may tell of one call, in the order in which it happened. */
const stories = fc
  .record({
    rings: fc.boolean(),
    answered: fc.boolean(),
    // What the carrier asks of us is answered before the call goes on, so it is not shuffled beyond the end.
    asks: fc.boolean(),
    detected: fc.constantFrom(
      null,
      'human' as const,
      'voicemail' as const,
      'fax' as const,
      'unknown' as const,
    ),
    word: fc.constantFrom('completed', 'busy', 'no-answer', 'failed', 'canceled'),
    seconds: fc.integer({ min: 0, max: 700 }),
    recorded: fc.boolean(),
  })
  .map((story) => {
    const { answered, detected } = story;
    let sequence = 0;
    const told: Told[] = [status('initiated', sequence++, 1)];
    if (story.rings) told.push(status('ringing', sequence++, 2));
    if (answered) told.push(status('in-progress', sequence++, 5));
    if (answered && story.asks) told.push({ kind: 'answer', at: at(5) });
    if (answered && detected)
      told.push({ kind: 'voicemail', answeredBy: detected, decidedAfterMs: 2000, at: at(7) });
    // The carrier repeats in its last word what its detection has found.
    const last = { durationSeconds: answered ? story.seconds : 0, answeredBy: answered ? detected : null };
    told.push(status(story.word, sequence++, 9, last));
    if (answered && story.recorded) {
      told.push({
        kind: 'recording',
        isAbsent: false,
        recordingId: 'RE1',
        durationSeconds: 3,
        channels: 2,
        at: at(10),
      });
    }
    return told;
  });

const isQuestion = (told: Told) => told.kind === 'answer';
const isLast = (told: Told) => told.kind === 'status' && told.at.getTime() === at(9).getTime();

/** The same things in another order, some of them more than once, some not at all in either. */
const deliveries = stories
  .chain((story) => fc.subarray(story))
  .chain((story) =>
    fc.record({
      inOrder: fc.constant(story),
      endRequestedBy: fc.constantFrom(null, 'operator' as const, 'watchdog' as const),
      shuffled: fc
        .tuple(
          fc.shuffledSubarray(story, { minLength: story.length }),
          fc.array(fc.constantFrom(...story, status('initiated', 0, 1)), { maxLength: 8 }),
        )
        .map(([order, again]) =>
          withQuestionsBeforeTheEnd([...order, ...again.filter((one) => story.includes(one))]),
        ),
    }),
  );

function withQuestionsBeforeTheEnd(told: readonly Told[]): Told[] {
  const end = told.findIndex(isLast);
  if (end < 0) return [...told];
  const questions = told.slice(end).filter(isQuestion);
  return [...told.slice(0, end), ...questions, ...told.slice(end).filter((one) => !isQuestion(one))];
}

describe('any delivery of the same callbacks', () => {
  it('leads to the same record and tells the same events', () => {
    fc.assert(
      fc.property(deliveries, ({ inOrder, shuffled, endRequestedBy }) => {
        expect(live(shuffled, endRequestedBy).result).toEqual(live(inOrder, endRequestedBy).result);
      }),
      { numRuns: 500 },
    );
  });

  it('never moves backwards, ends once, and keeps its instants in order', () => {
    const rank = (one: string) =>
      isFinal(one as 'failed') ? 3 : ['queued', 'ringing', 'in-progress'].indexOf(one);
    fc.assert(
      fc.property(deliveries, ({ shuffled, endRequestedBy }) => {
        const { state, statuses, events } = live(shuffled, endRequestedBy);
        const ranks = statuses.map(rank);
        expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
        expect(new Set(statuses.filter((_, index) => ranks[index] === 3)).size).toBeLessThanOrEqual(1);
        expect(events.filter((event) => event === 'call.ended').length).toBe(
          rank(state.status) === 3 ? 1 : 0,
        );
        expect(new Set(events).size).toBe(events.length);
        const { startedAt, ringingAt, answeredAt, endedAt } = state;
        const instants = [startedAt, ringingAt, answeredAt, endedAt].flatMap(
          (instant) => instant?.getTime() ?? [],
        );
        expect(instants).toEqual(instants.toSorted((a, b) => a - b));
      }),
      { numRuns: 500 },
    );
  });
});
