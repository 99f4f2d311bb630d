import type { RecordingInstance } from 'twilio/lib/rest/api/v2010/account/call/recording.js';
import type { CallInstance, CallListInstanceCreateOptions } from 'twilio/lib/rest/api/v2010/account/call.js';
import { callEnding } from './call-ending.js';
import type { CarrierCall, CarrierRecording, CallbackPath, PlaceCall } from './carrier.js';
import { statusOf, telephoneNumber } from './twilio-callbacks.js';

/** Our calls in the SDK's words, and Twilio's calls in ours. */

/**
 * Twilio repeats a callback by default once, and only if it could not connect; ask for five hundreds and time-outs as
 * well, twice. The fragment is neither sent nor signed.
 * Source: https://www.twilio.com/docs/usage/webhooks/webhooks-connection-overrides
 */
const RETRIES = '#rc=2&rp=ct,rt,5xx';

/** Without these Twilio reports the end only. */
const PROGRESS = ['initiated', 'ringing', 'answered', 'completed'];

/** Seconds that Twilio listens for voicemail; it advises 30 or more to hear a greeting to its end. */
const DETECTION_SECONDS = 30;

/** Where Twilio is to call us back. */
export const callbackUrl = (publicBaseUrl: string, path: CallbackPath): string =>
  publicBaseUrl + path + RETRIES;

/** The parameters of the one request that dials. */
export function createOptions(call: PlaceCall, publicBaseUrl: string): CallListInstanceCreateOptions {
  const url = (path: CallbackPath) => callbackUrl(publicBaseUrl, path);
  const { voicemailDetection: voicemail, recording } = call;
  return {
    to: call.to,
    from: call.from,
    url: url(call.callbacks.answer),
    statusCallback: url(call.callbacks.status),
    statusCallbackEvent: PROGRESS,
    timeout: call.ringTimeoutSeconds,
    timeLimit: call.maxDurationSeconds,
    ...(voicemail && {
      machineDetection: voicemail.when === 'answer' ? 'Enable' : 'DetectMessageEnd',
      machineDetectionTimeout: DETECTION_SECONDS,
      // Otherwise Twilio holds back the answer document, and the customer hears silence, until it has decided.
      asyncAmd: 'true',
      asyncAmdStatusCallback: url(voicemail.callback),
    }),
    ...(recording && {
      record: true,
      ...recordingOptions(url(recording.callback)),
    }),
  };
}

/** Both sides on channels of their own. */
export const recordingOptions = (callback: string) => ({
  recordingChannels: 'dual',
  // Trimmed silence would shift every position in the transcript against the sound.
  trim: 'do-not-trim',
  recordingStatusCallback: callback,
  recordingStatusCallbackEvent: ['completed', 'absent'],
});

/** A failed recording is as absent as one of nothing. */
export const carrierRecording = (recording: RecordingInstance): CarrierRecording => ({
  recordingId: recording.sid,
  status:
    recording.status === 'completed' ? 'completed' : recording.status === 'absent' ? 'absent' : 'pending',
  durationSeconds: Number(recording.duration) > 0 ? Number(recording.duration) : null,
  channels: recording.channels > 0 ? recording.channels : null,
});

export function carrierCall(call: CallInstance): CarrierCall {
  return {
    carrierCallId: call.sid,
    ...callEnding(statusOf(call.status), null, null),
    carrierStatus: call.status,
    direction: call.direction === 'inbound' ? 'inbound' : 'outbound',
    from: telephoneNumber(call.from),
    to: telephoneNumber(call.to),
    createdAt: instant(call.dateCreated),
    startedAt: instant(call.startTime),
    endedAt: instant(call.endTime),
    durationSeconds: call.duration ? Number(call.duration) : null,
  };
}

/**
 * Whether we placed the call at or after `since`. Twilio's instants are whole seconds, cut off; a call that has none
 * yet was only just created.
 */
export function isPlacedSince(call: Pick<CarrierCall, 'direction' | 'createdAt'>, since: Date): boolean {
  const second = Math.floor(since.getTime() / 1000) * 1000;
  return call.direction === 'outbound' && (call.createdAt === null || call.createdAt.getTime() >= second);
}

/** The SDK hands on what Twilio left empty, or could not be read as a date, in several guises. */
const instant = (value: Date | null | undefined): Date | null =>
  value instanceof Date && !Number.isNaN(value.getTime()) ? value : null;
