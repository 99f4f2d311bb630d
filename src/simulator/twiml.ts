import {
  LONGEST_CALL_SECONDS,
  PROGRESS_EVENTS,
  type RecordingOrder,
  type StatusOrder,
} from './call-order.js';
import { isCallableUrl, type Webhook } from './form.js';
import { parseXml, type XmlElement } from './xml.js';

/** A document that the carrier cannot carry out; `code` is Twilio's. */
export class TwimlFault extends Error {
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message);
  }
}

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
export type Verb =
  SayVerb | PlayVerb | PauseVerb | HangupVerb | RejectVerb | RedirectVerb | RecordVerb | DialVerb;

/** Characters that one `<Say>` may hold (twilio.com/docs/voice/twiml/say). */
const LONGEST_SPEECH = 4096;

/** What a verb's reader knows: its element and the document's own address, for relative ones. */
type Reader = (element: XmlElement, base: string | null) => Verb;

/** The verbs that this carrier carries out; `Connect` joins them together with the conversation. */
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
  if (others.length > 0 || (target !== element && target.name !== 'Number')) {
    throw new TwimlFault(12200, `Schema validation warning: <Dial> with <${(others[0] ?? target).name}>`);
  }
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

/** `loop`: how often; 0 means until somebody hangs up. */
function readLoop(element: XmlElement): number {
  const times = seconds(element, 'loop', 1);
  return times === 0 ? Number.POSITIVE_INFINITY : times;
}

/** A whole number; what is none counts as the default, as Twilio does. */
function seconds(element: XmlElement, name: string, fallback: number): number {
  const value = element.attributes[name] ?? '';
  return /^\d{1,9}$/.test(value) ? Number(value) : fallback;
}

function eventsOf<E extends string>(
  element: XmlElement,
  name: string,
  possible: readonly E[],
): readonly (E | 'completed')[] {
  const named = (element.attributes[name] ?? '').split(/\s+/);
  const known = possible.filter((event) => named.includes(event));
  return known.length === 0 ? ['completed'] : known;
}

function optionalWebhook(
  element: XmlElement,
  name: string,
  methodName: string,
  base: string | null,
): Webhook | null {
  const url = element.attributes[name];
  return url === undefined ? null : webhookTo(url, element.attributes[methodName], base);
}

/** An address in a document may be relative to the document's own. */
function webhookTo(address: string, method: string | undefined, base: string | null): Webhook {
  const absolute = isCallableUrl(address) ? address : resolved(address, base);
  if (absolute === undefined) throw new TwimlFault(11100, `Invalid URL format: ${address}`);
  return { url: absolute, method: method?.toUpperCase() === 'GET' ? 'GET' : 'POST' };
}

function resolved(address: string, base: string | null): string | undefined {
  if (base === null || !URL.canParse(address, base)) return undefined;
  const { href } = new URL(address, base);
  return isCallableUrl(href) ? href : undefined;
}
