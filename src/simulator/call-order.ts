import { flag, type Form, oneOf, text, type Webhook, webhook, whole, words } from './form.js';
import type { DetectionOrder } from './machine-detection.js';
import { type FaultCode, RestFault } from './rest-fault.js';

/** The moments of a call that a status callback can be asked for. */
export const PROGRESS_EVENTS = ['initiated', 'ringing', 'answered', 'completed'] as const;
export type ProgressEvent = (typeof PROGRESS_EVENTS)[number];

/** Where an answered call gets its TwiML: fetched, or given along. */
export type Instructions = Webhook | { readonly twiml: string };

export interface StatusOrder {
  readonly callback: Webhook | null;
  readonly events: readonly ProgressEvent[];
}

export type RecordingEvent = 'in-progress' | 'completed' | 'absent';

export interface RecordingOrder {
  readonly channels: 1 | 2;
  readonly track: 'inbound' | 'outbound' | 'both';
  readonly callback: Webhook | null;
  readonly events: readonly RecordingEvent[];
}

/** An outbound call as it was ordered, every default filled in. */
export interface CallOrder {
  readonly to: string;
  readonly from: string;
  readonly instructions: Instructions;
  readonly fallback: Webhook | null;
  readonly status: StatusOrder;
  /** Longest ringing, seconds. */
  readonly ringSeconds: number;
  /** Longest call after the answer, seconds. */
  readonly limitSeconds: number;
  readonly detection:
    (DetectionOrder & { readonly async: boolean; readonly callback: Webhook | null }) | null;
  readonly recording: RecordingOrder | null;
}

/** Longest call of an account that asked for no other limit: four hours. */
export const LONGEST_CALL_SECONDS = 4 * 60 * 60;

/** Numbers that Twilio's test credentials refuse, and how (twilio.com/docs/iam/test-credentials). */
const REFUSED_TO: Readonly<Record<string, FaultCode>> = {
  '+15005550001': 21217,
  '+15005550002': 21214,
  '+15005550003': 21215,
  '+15005550004': 21216,
};
const REFUSED_FROM = '+15005550001';
const ALWAYS_OWNED_FROM = '+15005550006';

const E164 = /^\+[1-9]\d{6,14}$/;
const DESTINATION = /^(\+[1-9]\d{6,14}|sip:.+@.+|client:.+)$/;

/** Reads `POST Calls.json`. Throws the fault that Twilio answers for a wrong parameter. */
export function readCallOrder(form: Form, ownsNumber: (number: string) => boolean): CallOrder {
  return {
    to: readTo(form),
    from: readFrom(form, ownsNumber),
    instructions: readInstructions(form),
    fallback: webhook(form, 'FallbackUrl', 21205, 'FallbackMethod'),
    status: readStatusOrder(form, PROGRESS_EVENTS),
    ringSeconds: Math.min(600, whole(form, 'Timeout', { from: 1, to: 999_999, or: 60 })),
    limitSeconds: readTimeLimit(form),
    detection: readDetection(form),
    recording: flag(form, 'Record') ? readRecordingOrder(form) : null,
  };
}

function readTo(form: Form): string {
  const to = text(form, 'To');
  if (to === undefined) throw new RestFault(21201);
  if (!DESTINATION.test(to)) throw new RestFault(21211, to);
  const refused = REFUSED_TO[to];
  if (refused !== undefined) throw new RestFault(refused, to);
  return to;
}

function readFrom(form: Form, ownsNumber: (number: string) => boolean): string {
  const from = text(form, 'From');
  if (from === undefined) throw new RestFault(21213);
  if (from === REFUSED_FROM || !E164.test(from)) throw new RestFault(21212, from);
  if (from !== ALWAYS_OWNED_FROM && !ownsNumber(from)) throw new RestFault(21210, from);
  return from;
}

/** `Url` wins over `Twiml`; one of them there must be. This carrier knows no applications. */
export function readInstructions(form: Form): Instructions {
  const application = text(form, 'ApplicationSid');
  if (application !== undefined) throw new RestFault(21218, application);
  const url = webhook(form, 'Url', 21205, 'Method');
  if (url !== null) return url;
  const twiml = text(form, 'Twiml');
  if (twiml === undefined) throw new RestFault(21205, 'Url parameter is required');
  if (twiml.length > 4000) throw new RestFault(20001, 'Twiml');
  return { twiml };
}

/** `StatusCallback` with its events; only `completed` when none is named. */
function readStatusOrder(form: Form, possible: readonly ProgressEvent[]): StatusOrder {
  return {
    callback: webhook(form, 'StatusCallback', 21609),
    events: readEvents(form, 'StatusCallbackEvent', possible),
  };
}

function readTimeLimit(form: Form): number {
  return whole(form, 'TimeLimit', { from: 1, to: LONGEST_CALL_SECONDS, or: LONGEST_CALL_SECONDS });
}

/** The recording parameters, the same for `Calls.json` and for a call's `Recordings.json`. */
export function readRecordingOrder(form: Form): RecordingOrder {
  return {
    channels: oneOf(form, 'RecordingChannels', ['mono', 'dual'], 'mono') === 'dual' ? 2 : 1,
    track: oneOf(form, 'RecordingTrack', ['inbound', 'outbound', 'both'], 'both'),
    callback: webhook(form, 'RecordingStatusCallback', 21609),
    events: readEvents(form, 'RecordingStatusCallbackEvent', ['in-progress', 'completed', 'absent'] as const),
  };
}

function readEvents<E extends string>(
  form: Form,
  name: string,
  possible: readonly E[],
): readonly (E | 'completed')[] {
  const named = words(form, name);
  const wrong = named.find((word) => !possible.some((event) => event === word));
  if (wrong !== undefined) throw new RestFault(20001, name);
  return named.length === 0 ? ['completed'] : possible.filter((event) => named.includes(event));
}

/** Detection is left out when digits are sent after the answer: Twilio ignores it then. */
function readDetection(form: Form): CallOrder['detection'] {
  if (text(form, 'MachineDetection') === undefined || text(form, 'SendDigits') !== undefined) return null;
  const milliseconds = { from: 2000, to: 10_000, or: 5000 };
  return {
    mode: oneOf(form, 'MachineDetection', ['Enable', 'DetectMessageEnd'], 'Enable'),
    timeoutSeconds: whole(form, 'MachineDetectionTimeout', { from: 3, to: 59, or: 30 }),
    silenceSeconds: whole(form, 'MachineDetectionSilenceTimeout', milliseconds) / 1000,
    async: flag(form, 'AsyncAmd'),
    callback: webhook(form, 'AsyncAmdStatusCallback', 21609),
  };
}
