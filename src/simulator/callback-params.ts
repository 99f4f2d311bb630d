import type { ProgressEvent } from './call-order.js';
import type { CallStatus, CarrierCall } from './carrier-call.js';
import type { Recording } from './recording.js';
import { rfc2822 } from './rfc2822.js';
import type { Params } from './signature.js';

export const API_VERSION = '2010-04-01';

/** A status as callbacks say it: the resource's, and `initiated`. */
export type CallbackStatus = CallStatus | 'initiated';

const PARTIES = ['Called', 'Caller', 'From', 'To'];
const PLACES = ['City', 'Country', 'State', 'Zip'];

/** Where the parties are: nothing is known, and empty values are sent (and signed) all the same. */
const GEOGRAPHY: Params = Object.fromEntries(
  PARTIES.flatMap((party) => PLACES.map((place) => [party + place, ''])),
);

/** The fields that every request about a call carries. */
export function callParams(call: CarrierCall, status: CallbackStatus = call.status): Params {
  return {
    AccountSid: call.accountSid,
    ApiVersion: API_VERSION,
    CallSid: call.sid,
    CallStatus: status,
    Called: call.to,
    Caller: call.from,
    Direction: call.direction,
    From: call.from,
    To: call.to,
    ...GEOGRAPHY,
    ...(call.parentCallSid === null ? {} : { ParentCallSid: call.parentCallSid }),
    ...(call.forwardedFrom === null ? {} : { ForwardedFrom: call.forwardedFrom }),
    ...(call.callerName === null ? {} : { CallerName: call.callerName }),
  };
}

/** What the first request of an inbound call carries in addition. */
export const inboundParams = (stirVerstat: string, callToken: string): Params => ({
  StirVerstat: stirVerstat,
  CallToken: callToken,
});

export interface Progress {
  readonly event: ProgressEvent;
  /** Counts the status callbacks of a call from 0, in the order in which things happened. */
  readonly sequence: number;
  readonly at: Date;
  /** The recording that was ordered with the call, once there is one. */
  readonly recording: (Recording & { readonly url: string }) | null;
}

/** How callbacks call the moments before the end. */
const STATUS_OF = { initiated: 'initiated', ringing: 'ringing', answered: 'in-progress' } as const;

/** A status callback. The terminal event has the call's final status, whatever it is. */
export function progressParams(call: CarrierCall, progress: Progress): Params {
  const { event } = progress;
  return {
    ...callParams(call, event === 'completed' ? call.status : STATUS_OF[event]),
    CallbackSource: 'call-progress-events',
    Timestamp: rfc2822(progress.at),
    SequenceNumber: String(progress.sequence),
    ...(attested(call, event) ? { StirStatus: 'B' } : {}),
    ...(event === 'completed' ? terminalParams(call, progress.recording) : {}),
  };
}

const attested = (call: CarrierCall, event: ProgressEvent): boolean =>
  call.direction !== 'inbound' && (event === 'ringing' || event === 'answered');

function terminalParams(call: CarrierCall, recording: Progress['recording']): Params {
  const seconds = call.durationSeconds ?? 0;
  const error = call.ending?.error;
  return {
    CallDuration: String(seconds),
    // Minutes, each one begun counts.
    Duration: String(Math.ceil(seconds / 60)),
    // The status callback of an own number, for an inbound call, knows no SIP answer.
    ...(call.direction === 'inbound' ? {} : { SipResponseCode: String(call.ending?.sipCode ?? '') }),
    ...(call.answeredBy === null ? {} : { AnsweredBy: call.answeredBy }),
    ...(error === undefined ? {} : { ErrorCode: String(error.code), ErrorMessage: error.message }),
    ...(recording === null
      ? {}
      : {
          RecordingUrl: recording.url,
          RecordingSid: recording.sid,
          RecordingDuration: String(recording.durationSeconds),
        }),
  };
}

/** The result of asynchronous answering machine detection: these four fields and no other. */
export const detectionParams = (call: CarrierCall, answeredBy: string, seconds: number): Params => ({
  AccountSid: call.accountSid,
  CallSid: call.sid,
  ...detectionResult(answeredBy, seconds),
});

/** What detection adds to the request for instructions when the call waited for it. */
export const detectionResult = (answeredBy: string, seconds: number): Params => ({
  AnsweredBy: answeredBy,
  MachineDetectionDuration: String(Math.round(seconds * 1000)),
});

/** A recording's own status callback. */
export function recordingParams(recording: Recording, url: string): Params {
  return {
    AccountSid: recording.accountSid,
    CallSid: recording.callSid,
    RecordingSid: recording.sid,
    RecordingUrl: url,
    RecordingStatus: recording.status,
    RecordingDuration: String(recording.durationSeconds),
    RecordingChannels: String(recording.channels),
    RecordingStartTime: rfc2822(recording.startedAt),
    RecordingSource: recording.source,
    RecordingTrack: recording.track,
    ...(recording.status === 'absent' ? { ErrorCode: '0' } : {}),
  };
}

/** What the end of a `<Dial>` adds to the request for the next instructions. */
export const dialParams = (leg: CarrierCall): Params => ({
  DialCallSid: leg.sid,
  DialCallStatus: leg.status,
  DialCallDuration: String(leg.durationSeconds ?? 0),
  DialBridged: String(leg.answeredAt !== null),
});

/** What the end of a `<Record>` adds to the request for the next instructions. */
export const recordedParams = (recording: Recording, url: string): Params => ({
  RecordingSid: recording.sid,
  RecordingUrl: url,
  RecordingDuration: String(recording.durationSeconds),
});
