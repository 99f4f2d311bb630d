import { dialParams, recordedParams } from './callback-params.js';
import type { Instructions } from './call-order.js';
import type { CallSession } from './call.session.js';
import { connect } from './connect.session.js';
import { type Ending, ENDINGS } from './carrier-call.js';
import { playingSeconds, speakingSeconds } from './speaking-time.js';
import type { Params } from './signature.js';
import type { DialVerb, PauseVerb, RecordVerb, RejectVerb, Verb } from './twiml.js';

/** How long a person waits in silence before hanging up, simulated seconds. */
const PATIENCE_SECONDS = 4;
/** How long a person speaks after the beep of a `<Record>`. */
const MESSAGE_SECONDS = 6;

/** Where a call goes after a verb: on with the next one, to other instructions, or to its end. */
export type Next =
  | { readonly go: 'on' }
  | {
      readonly go: 'to';
      readonly instructions: Instructions;
      readonly params: Params;
      /** How often the request is made once more, without looking at the answer. */
      readonly copies?: number;
    }
  | { readonly go: 'end'; readonly ending: Ending };

const ON: Next = { go: 'on' };
const HUNG_UP: Next = { go: 'end', ending: ENDINGS.completed };

type Performer<V extends Verb> = (session: CallSession, verb: V, from: Instructions) => Promise<Next> | Next;

/** How each verb is carried out. */
const PERFORMERS: { readonly [N in Verb['verb']]: Performer<Extract<Verb, { verb: N }>> } = {
  Say: (session, { text, times }) => listen(session, speakingSeconds(text), times),
  Play: (session, { digits, times }) => listen(session, playingSeconds(digits), times),
  Pause: pause,
  Hangup: () => HUNG_UP,
  Reject: reject,
  Redirect: (_session, { to }) => ({ go: 'to', instructions: to, params: {} }),
  Record: record,
  Dial: dial,
  Connect: connect,
};

/** Carries out one verb. Rejects when the call ends meanwhile or goes on elsewhere. */
export async function perform(session: CallSession, verb: Verb, from: Instructions): Promise<Next> {
  const performer = PERFORMERS[verb.verb] as Performer<Verb>;
  return performer(session, verb, from);
}

/** The other end is spoken to. */
async function listen(session: CallSession, seconds: number, times: number): Promise<Next> {
  if (session.outcome.listening === 'hangs-up-mid-sentence') {
    await session.sleepInDocument(seconds / 2);
    return HUNG_UP;
  }
  for (let time = 0; time < times; time += 1) await session.sleepInDocument(seconds);
  return ON;
}

/** Nothing is said. People do not wait for long; a caller whose call still rings does. */
async function pause(session: CallSession, { seconds }: PauseVerb): Promise<Next> {
  const gives = session.isAnswered && session.outcome.listening !== 'records';
  if (gives && seconds > PATIENCE_SECONDS) {
    await session.sleepInDocument(PATIENCE_SECONDS);
    return HUNG_UP;
  }
  await session.sleepInDocument(seconds);
  return ON;
}

/** Turns an inbound call away unanswered; an answered one it hangs up. */
function reject(session: CallSession, { reason }: RejectVerb): Next {
  if (session.isAnswered) return HUNG_UP;
  return { go: 'end', ending: reason === 'busy' ? ENDINGS.busy : ENDINGS.noAnswer };
}

/** The other end leaves a message. Without an `action` Twilio asks for the same document again. */
async function record(session: CallSession, verb: RecordVerb, from: Instructions): Promise<Next> {
  const recording = session.record(verb.recording, 'RecordVerb');
  await session.sleepInDocument(Math.min(verb.longestSeconds, MESSAGE_SECONDS + verb.silenceSeconds));
  const result = recording.stop();
  const params = recordedParams(result, session.services.recordings.urlOf(result));
  return { go: 'to', instructions: verb.action ?? from, params };
}

/** Connects the call with a second leg until one of the two hangs up. */
async function dial(session: CallSession, verb: DialVerb): Promise<Next> {
  const { call, services } = session;
  const { leg, over } = services.placeLeg(call, { ...verb, from: verb.callerId ?? call.from });
  try {
    await session.awaitInDocument(over);
  } catch (broken) {
    leg.end(leg.isAnswered ? ENDINGS.completed : ENDINGS.canceled);
    throw broken;
  }
  return verb.action === null ? ON : { go: 'to', instructions: verb.action, params: dialParams(leg.call) };
}
