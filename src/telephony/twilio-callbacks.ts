import { InvalidRequest } from '../common/app-error.js';
import { callEnding } from './call-ending.js';
import type {
  AnswerEvent,
  AnsweredBy,
  CallbackParams,
  CarrierEvent,
  InboundEvent,
  RecordingEvent,
  RelayEndedEvent,
  StatusEvent,
  TransferEndedEvent,
  VoicemailEvent,
} from './carrier-events.js';
import { isOver, type CarrierCallStatus } from './carrier-status.js';
import { obstacleOfError } from './twilio-errors.js';

/**
 * Twilio's callback parameters into the port's events.
 * Source: https://www.twilio.com/docs/voice/api/call-resource#statuscallback and the pages beside it.
 */

/** `initiated` (dialling has begun) is no status of the contract: the call is still queued for whoever looks at it. */
const STATUSES: ReadonlyMap<string, CarrierCallStatus> = new Map([
  ['queued', 'queued'],
  ['initiated', 'queued'],
  ['ringing', 'ringing'],
  ['in-progress', 'in-progress'],
  ['completed', 'completed'],
  ['busy', 'busy'],
  ['no-answer', 'no-answer'],
  ['failed', 'failed'],
  ['canceled', 'canceled'],
]);

/** Null for a word that Twilio adds after us. */
export const statusOf = (word: string): CarrierCallStatus | null => STATUSES.get(word) ?? null;

/** Twilio's AnsweredBy; `machine_*` is every kind of answering machine. */
const ANSWERED_BY: ReadonlyMap<string, AnsweredBy> = new Map([
  ['human', 'human'],
  ['machine_start', 'voicemail'],
  ['machine_end_beep', 'voicemail'],
  ['machine_end_silence', 'voicemail'],
  ['machine_end_other', 'voicemail'],
  ['fax', 'fax'],
]);

const RECORDING_STATUSES = ['in-progress', 'completed', 'absent'] as const;

const SESSION_STATUSES = ['ended', 'completed', 'failed'] as const;

/** `answered` is what the parent of a conference is told. */
const TALKED: ReadonlySet<string> = new Set(['completed', 'answered']);

/** Tokens that let their bearer act; they are not for keeping. */
const TOKENS: ReadonlySet<string> = new Set(['CallToken', 'StirPassportToken']);

/** What carriers send for a withheld number: ANONYMOUS, RESTRICTED, BLOCKED, UNKNOWN, UNAVAILABLE on a telephone keypad. */
const WITHHELD: ReadonlySet<string> = new Set([
  '+266696687',
  '+7378742833',
  '+2562533',
  '+8656696',
  '+86282452253',
]);

const E164 = /^\+[1-9]\d{6,14}$/;

export function parseStatus(params: CallbackParams): StatusEvent {
  const carrierStatus = required(params, 'CallStatus');
  const carrierCallId = required(params, 'CallSid');
  const sipCode = integer(params, 'SipResponseCode');
  const errorCode = errorCodeOf(params);
  const answeredBy = text(params, 'AnsweredBy');
  return {
    ...event(params, `status:${carrierCallId}:${text(params, 'SequenceNumber') ?? carrierStatus}`),
    ...callEnding(statusOf(carrierStatus), sipCode, obstacleOfError(errorCode)),
    carrierStatus,
    sequenceNumber: integer(params, 'SequenceNumber'),
    occurredAt: instant(params, 'Timestamp'),
    durationSeconds: integer(params, 'CallDuration'),
    sipCode,
    errorCode,
    errorMessage: text(params, 'ErrorMessage'),
    answeredBy: answeredBy === null ? null : answeredByOf(answeredBy),
    recordingId: text(params, 'RecordingSid'),
  };
}

export function parseVoicemail(params: CallbackParams): VoicemailEvent {
  const answeredBy = required(params, 'AnsweredBy');
  return {
    ...event(params, `voicemail:${required(params, 'CallSid')}`),
    answeredBy: answeredByOf(answeredBy),
    greetingEnded: answeredBy.startsWith('machine_end_'),
    decidedAfterMs: integer(params, 'MachineDetectionDuration'),
  };
}

export function parseRecording(params: CallbackParams): RecordingEvent {
  const recordingId = required(params, 'RecordingSid');
  const word = required(params, 'RecordingStatus');
  const status = RECORDING_STATUSES.find((known) => known === word);
  if (!status) throw malformed('RecordingStatus', `must be one of ${RECORDING_STATUSES.join(', ')}`);
  return {
    ...event(params, `recording:${recordingId}:${status}`),
    recordingId,
    status,
    durationSeconds: integer(params, 'RecordingDuration'),
    channels: integer(params, 'RecordingChannels'),
    startedAt: instant(params, 'RecordingStartTime'),
    errorCode: errorCodeOf(params),
  };
}

export function parseAnswer(params: CallbackParams): AnswerEvent {
  return {
    ...event(params, `answer:${required(params, 'CallSid')}`),
    from: telephoneNumber(text(params, 'From')),
    to: telephoneNumber(text(params, 'To')),
  };
}

export function parseInbound(params: CallbackParams): InboundEvent {
  return {
    ...event(params, `inbound:${required(params, 'CallSid')}`),
    from: telephoneNumber(text(params, 'From')),
    to: telephoneNumber(text(params, 'To')),
    callerName: text(params, 'CallerName'),
    forwardedFrom: telephoneNumber(text(params, 'ForwardedFrom')),
    attestation: attestationOf(text(params, 'StirVerstat')),
  };
}

/** Source: https://www.twilio.com/docs/voice/twiml/connect/conversationrelay#action-callback */
export function parseRelayEnded(params: CallbackParams): RelayEndedEvent {
  const sessionId = required(params, 'SessionId');
  const word = required(params, 'SessionStatus');
  const outcome = SESSION_STATUSES.find((known) => known === word);
  if (!outcome) throw malformed('SessionStatus', `must be one of ${SESSION_STATUSES.join(', ')}`);
  return {
    ...event(params, `relay-ended:${sessionId}`),
    sessionId,
    outcome,
    handoff: text(params, 'HandoffData'),
    errorCode: errorCodeOf(params),
    errorMessage: text(params, 'ErrorMessage'),
    isLive: isLive(params),
  };
}

/** Source: https://www.twilio.com/docs/voice/twiml/dial#request-parameters */
export function parseTransferEnded(params: CallbackParams): TransferEndedEvent {
  const carrierStatus = required(params, 'DialCallStatus');
  return {
    ...event(params, `transfer-ended:${text(params, 'DialCallSid') ?? carrierStatus}`),
    connected: params['DialBridged'] === 'true' || TALKED.has(carrierStatus),
    carrierStatus,
    durationSeconds: integer(params, 'DialCallDuration'),
    isLive: isLive(params),
  };
}

/** A word that is not known ends no call. */
const isLive = (params: CallbackParams): boolean => !isOver(statusOf(text(params, 'CallStatus') ?? ''));

/** The number in E.164; null for a withheld one, a SIP address or anything else that cannot be called. */
export const telephoneNumber = (sent: string | null): string | null =>
  sent !== null && E164.test(sent) && !WITHHELD.has(sent) ? sent : null;

/** An answer that is neither person nor machine nor fax for sure is `unknown`. */
const answeredByOf = (word: string): AnsweredBy => ANSWERED_BY.get(word) ?? 'unknown';

/** Only a verified attestation counts: `TN-Validation-Passed-A`, not `TN-Validation-Failed-A`. */
function attestationOf(verstat: string | null): InboundEvent['attestation'] {
  const level = /^TN-Validation-Passed-([ABC])$/.exec(verstat ?? '')?.[1];
  return (level as 'A' | 'B' | 'C' | undefined) ?? null;
}

function event(params: CallbackParams, dedupeKey: string): CarrierEvent {
  const kept = Object.entries(params).filter(([name]) => !TOKENS.has(name));
  return { carrierCallId: required(params, 'CallSid'), dedupeKey, raw: Object.fromEntries(kept) };
}

/** Twilio sends what it does not know as an empty value. */
const text = (params: CallbackParams, name: string): string | null => params[name] || null;

/** 0 says that there was no error. */
function errorCodeOf(params: CallbackParams): string | null {
  const code = text(params, 'ErrorCode');
  return code === '0' ? null : code;
}

function integer(params: CallbackParams, name: string): number | null {
  const value = text(params, name);
  return value !== null && /^\d{1,9}$/.test(value) ? Number(value) : null;
}

/** RFC 2822, e.g. `Sun, 30 Aug 2026 08:34:26 +0000`. */
function instant(params: CallbackParams, name: string): Date | null {
  const at = new Date(text(params, name) ?? Number.NaN);
  return Number.isNaN(at.getTime()) ? null : at;
}

function required(params: CallbackParams, name: string): string {
  const value = text(params, name);
  if (value === null) throw malformed(name, 'is required');
  return value;
}

const malformed = (field: string, issue: string) =>
  new InvalidRequest(`Invalid ${field}`, [{ field, in: 'body', issue }]);
