import { detectionParams, detectionResult } from './callback-params.js';
import type { CallOrder } from './call-order.js';
import type { LegOrder } from './call-services.js';
import type { CallSession } from './call.session.js';
import { type Ending, ENDINGS } from './carrier-call.js';
import { detect } from './machine-detection.js';
import { type Draw, tokenOf } from './seeded.js';
import type { Params } from './signature.js';
import { TwimlSession } from './twiml.session.js';

/** Simulated seconds from one stage to the next: drawn between the two. */
const QUEUED = [0.05, 0.2] as const;
const ROUTED = [0.4, 1] as const;
const BUSY_TONE = [0.5, 1] as const;
const PICKED_UP = { human: [2, 4], nobody: [2, 4], machine: [7, 9] } as const;
/** How long the two ends of a `<Dial>` talk. */
const TALK = [8, 12] as const;

/** Between two looks whether a greeting is over, seconds. */
const GREETING_LOOK = 0.1;

/** Longest message that a voicemail takes, seconds after the answer. */
const VOICEMAIL_SECONDS = 120;

/**
 * Dials and lets it ring, for at most `ringSeconds`. Gives how the call ended, or `answers` at the moment of the
 * answer.
 */
async function ringOut(session: CallSession, ringSeconds: number, draw: Draw): Promise<'answers' | Ending> {
  const { pickup, answeredBy } = session.outcome;
  await session.sleep(draw(QUEUED));
  session.dial();
  await session.sleep(draw(ROUTED));
  if (pickup === ENDINGS.unreachable) return pickup;
  session.ring();
  if (pickup === ENDINGS.noAnswer) {
    await session.sleep(ringSeconds);
    return pickup;
  }
  const rung = draw(pickup === 'answers' ? PICKED_UP[answeredBy] : BUSY_TONE);
  await session.sleep(Math.min(rung, ringSeconds));
  return rung > ringSeconds ? ENDINGS.noAnswer : pickup;
}

/** The story of a call that `POST Calls.json` ordered. */
export async function outboundStory(session: CallSession, order: CallOrder, draw: Draw): Promise<Ending> {
  const pickup = await ringOut(session, order.ringSeconds, draw);
  if (pickup !== 'answers') return pickup;
  const isVoicemail = session.outcome.listening === 'records';
  session.answer(isVoicemail ? Math.min(order.limitSeconds, VOICEMAIL_SECONDS) : order.limitSeconds);
  if (order.recording) session.record(order.recording, 'OutboundAPI');
  const params = await detectMachine(session, order.detection);
  return new TwimlSession(session, order.fallback).run(order.instructions, params);
}

/** The story of a `<Dial>`'s second leg: two people talk for a while. */
export async function legStory(session: CallSession, order: LegOrder, draw: Draw): Promise<Ending> {
  const pickup = await ringOut(session, order.ringSeconds, draw);
  if (pickup !== 'answers') return pickup;
  session.answer(order.limitSeconds);
  await session.sleep(draw(TALK));
  return ENDINGS.completed;
}

/** Waits for the detection's result, or lets it come when it will; gives what the request for TwiML carries of it. */
async function detectMachine(session: CallSession, order: CallOrder['detection']): Promise<Params> {
  if (order === null) return {};
  const { answeredBy, seconds } = detect(session.outcome.answeredBy, order);
  if (!order.async) {
    await session.sleep(seconds);
    session.detect(answeredBy);
    return detectionResult(answeredBy, seconds);
  }
  const moved = session.services.knobs.take('detectionAfterSeconds') ?? seconds;
  session.services.tasks.add(reportDetection(session, order, { answeredBy, seconds: moved }));
  return {};
}

/** Waits until detection can tell: a greeting that is still spoken has not ended. */
async function detectable(session: CallSession, answeredBy: string, seconds: number): Promise<void> {
  await session.sleep(seconds);
  if (answeredBy !== 'machine_end_beep') return;
  while (session.isGreeting) await session.sleep(GREETING_LOOK);
}

/** A call that ends before the result has none. */
async function reportDetection(
  session: CallSession,
  { callback }: NonNullable<CallOrder['detection']>,
  { answeredBy, seconds }: { answeredBy: string; seconds: number },
): Promise<void> {
  const reached = await detectable(session, answeredBy, seconds).then(
    () => true,
    () => false,
  );
  if (!reached) return;
  session.detect(answeredBy);
  if (callback === null) return;
  await session.services.callbacks.deliver({
    kind: 'detection',
    webhook: callback,
    params: detectionParams(session.call, answeredBy, seconds),
    idempotencyToken: tokenOf(`${session.call.sid}:detection`),
    deliveries: session.deliveries,
  });
}
