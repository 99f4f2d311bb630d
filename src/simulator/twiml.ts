import {
  LONGEST_CALL_SECONDS,
  PROGRESS_EVENTS,
  type RecordingOrder,
  type StatusOrder,
} from './call-order.js';
import type { Webhook } from './form.js';
import { readRelay, type RelayOrder } from './relay-order.js';
import { eventsOf, optionalWebhook, readLoop, seconds, TwimlFault, webhookTo } from './twiml-attributes.js';
import { parseXml, type XmlElement } from './xml.js';

interface SayVerb {
  readonly verb: 'Say';
  readonly text: string;
  readonly times: number;
}
interface PlayVerb {
  readonly verb: 'Play';
  /** Touch tones to play instead of a file. */
  readonly digits: string | null;
  readonly times: number;
}
export interface PauseVerb {
  readonly verb: 'Pause';
  readonly seconds: number;
}
interface HangupVerb {
  readonly verb: 'Hangup';
}
export interface RejectVerb {
  readonly verb: 'Reject';
  readonly reason: 'busy' | 'rejected';
}
interface RedirectVerb {
  readonly verb: 'Redirect';
  readonly to: Webhook;
}
export interface RecordVerb {
  readonly verb: 'Record';
  readonly action: Webhook | null;
  /** Silence that ends the recording, and its longest length, seconds. */
  readonly silenceSeconds: number;
  readonly longestSeconds: number;
  readonly recording: RecordingOrder;
}
export interface DialVerb {
  readonly verb: 'Dial';
  readonly action: Webhook | null;
  readonly to: string;
  readonly callerId: string | null;
  readonly ringSeconds: number;
  readonly limitSeconds: number;
  readonly status: StatusOrder;
}
export interface ConnectVerb {
  readonly verb: 'Connect';
  /** Asked what comes next when the relay is over; null: the next verb. */
  readonly action: Webhook | null;
  readonly relay: RelayOrder;
}
export type Verb =
  | SayVerb
  | PlayVerb
  | PauseVerb
  | HangupVerb
  | RejectVerb
  | RedirectVerb
  | RecordVerb
  | DialVerb
  | ConnectVerb;

/** Characters that one `<Say>` may hold (twilio.com/docs/voice/twiml/say). */
const LONGEST_SPEECH = 4096;

/** What a verb's reader knows: its element and the document's own address, for relative ones. */
type Reader = (element: XmlElement, base: string | null) => Verb;

/** The verbs that this carrier carries out. */
const READERS: Readonly<Record<string, Reader>> = {
  Say: readSay,
  Play: (element) => ({
    verb: 'Play',
    digits: element.attributes['digits'] ?? null,
    times: readLoop(element),
  }),
  Pause: (element) => ({ verb: 'Pause', seconds: seconds(element, 'length', 1) }),
  Hangup: () => ({ verb: 'Hangup' }),
  Reject: (element) => ({
    verb: 'Reject',
    reason: element.attributes['reason'] === 'busy' ? 'busy' : 'rejected',
  }),
  Redirect: (element, base) => ({
    verb: 'Redirect',
    to: webhookTo(element.text, element.attributes['method'], base),
  }),
  Record: readRecord,
  Dial: readDial,
  Connect: readConnect,
};

/**
 * The verbs of a TwiML document, in order. `base` is the address that it came from, null for one given inline.
 * Throws a TwimlFault: 12100 for no well-formed `<Response>`, 12200 for a verb that is not known.
 */
export function parseTwiml(document: string, base: string | null): Verb[] {
  const root = parseXml(document.trim());
  if (root === undefined) throw new TwimlFault(12100, 'Document parse failure');
  if (root.name !== 'Response') throw new TwimlFault(12100, `Document parse failure: <${root.name}>`);
  return root.children.map((element) => {
    const read = Object.hasOwn(READERS, element.name) ? READERS[element.name] : undefined;
    if (read === undefined) throw new TwimlFault(12200, `Schema validation warning: <${element.name}>`);
    return read(element, base);
  });
}

function readSay(element: XmlElement): SayVerb {
  if (element.text.length > LONGEST_SPEECH) throw new TwimlFault(13520, 'Say: Invalid text');
  return { verb: 'Say', text: element.text, times: readLoop(element) };
}

function readRecord(element: XmlElement, base: string | null): RecordVerb {
  return {
    verb: 'Record',
    action: optionalWebhook(element, 'action', 'method', base),
    silenceSeconds: seconds(element, 'timeout', 5),
    longestSeconds: seconds(element, 'maxLength', 3600),
    recording: {
      channels: 1,
      track: 'inbound',
      callback: optionalWebhook(element, 'recordingStatusCallback', 'recordingStatusCallbackMethod', base),
      events: eventsOf(element, 'recordingStatusCallbackEvent', ['in-progress', 'completed', 'absent']),
    },
  };
}

/** One destination, as text or as `<Number>`. Several at once, conferences and queues are not simulated. */
function readDial(element: XmlElement, base: string | null): DialVerb {
  const [target = element, ...others] = element.children;
  if (others.length > 0 || (target !== element && target.name !== 'Number'))
    throw new TwimlFault(12200, `Schema validation warning: <Dial> with <${(others[0] ?? target).name}>`);
  if (!/^\+[1-9]\d{6,14}$/.test(target.text)) throw new TwimlFault(13224, 'Dial: Invalid phone number');
  return {
    verb: 'Dial',
    action: optionalWebhook(element, 'action', 'method', base),
    to: target.text,
    callerId: element.attributes['callerId'] ?? null,
    ringSeconds: seconds(element, 'timeout', 30),
    limitSeconds: seconds(element, 'timeLimit', LONGEST_CALL_SECONDS),
    status: {
      callback: optionalWebhook(target, 'statusCallback', 'statusCallbackMethod', base),
      events: eventsOf(target, 'statusCallbackEvent', PROGRESS_EVENTS),
    },
  };
}

/** `<Connect>` with a `<ConversationRelay>`; its other nouns are not simulated. */
function readConnect(element: XmlElement, base: string | null): ConnectVerb {
  const [noun = element, ...others] = element.children;
  if (others.length > 0 || noun.name !== 'ConversationRelay')
    throw new TwimlFault(12200, `Schema validation warning: <Connect> with <${(others[0] ?? noun).name}>`);
  return {
    verb: 'Connect',
    action: optionalWebhook(element, 'action', 'method', base),
    relay: readRelay(noun),
  };
}
