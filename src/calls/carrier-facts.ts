import type { Carrier, CarrierCall, CarrierRecording } from '../telephony/carrier.js';
import type { AnsweredBy, CallbackParams, RelayEndedEvent } from '../telephony/carrier-events.js';
import type { CallObstacle, CarrierCallStatus } from '../telephony/carrier-status.js';

/** What the carrier calls us back about. */
export type CallbackKind = 'status' | 'answer' | 'voicemail' | 'recording' | 'relay-ended' | 'transfer-ended';

/** Where a stored word of the carrier came from: a callback, a call that came in, or its `books` when it was asked. */
export type CarrierEventKind = CallbackKind | 'inbound' | 'books' | 'recording-books';

interface Fact {
  /** When it happened: see `happenedAt`. */
  at: Date;
  /** When we heard of it. */
  receivedAt: Date;
}

/** Where the call stood at the carrier. */
export interface StatusFact extends Fact {
  kind: 'status';
  /** Null for a word that is not known. */
  status: CarrierCallStatus | null;
  /** The carrier's own word for it. */
  word: string;
  /** Counts the call's status callbacks from 0; null in the carrier's books. */
  sequence: number | null;
  durationSeconds: number | null;
  obstacle: CallObstacle | null;
  sipCode: number | null;
  errorCode: string | null;
  errorMessage: string | null;
  answeredBy: AnsweredBy | null;
  recordingId: string | null;
}

/** The carrier asked what to do with a call that was answered, or that came in. */
interface DocumentFact extends Fact {
  kind: 'answer' | 'inbound';
}

/** Who or what answered. */
export interface DetectionFact extends Fact {
  kind: 'voicemail';
  answeredBy: AnsweredBy;
  decidedAfterMs: number | null;
}

export interface RecordingFact extends Fact {
  kind: 'recording';
  /** Null while it is made, and when there will be none. */
  recordingId: string | null;
  isAbsent: boolean;
  durationSeconds: number | null;
  channels: number | null;
}

/** A conversation's socket is closed, and the carrier asks what now. */
export interface RelayFact extends Fact {
  kind: 'relay-ended';
  sessionId: string;
  outcome: RelayEndedEvent['outcome'];
  /** The call is still there. */
  isLive: boolean;
}

/** The second leg of a transfer is over, and the carrier asks what now. */
export interface TransferFact extends Fact {
  kind: 'transfer-ended';
  connected: boolean;
  durationSeconds: number | null;
  isLive: boolean;
}

export type CarrierFact =
  StatusFact | DocumentFact | DetectionFact | RecordingFact | RelayFact | TransferFact;

/** One word of the carrier about a call, as it is stored. */
export interface StoredEvent {
  kind: CarrierEventKind;
  payload: unknown;
  receivedAt: Date;
}

/** The carrier's parsers of callbacks; what they read is what they were given when the callback came. */
export type CallbackParser = Pick<
  Carrier,
  'parseStatus' | 'parseVoicemail' | 'parseRecording' | 'parseRelayEnded' | 'parseTransferEnded'
>;

/** What a stored word says. */
export function factOf({ kind, payload, receivedAt }: StoredEvent, carrier: CallbackParser): CarrierFact {
  const params = payload as CallbackParams;
  switch (kind) {
    case 'status':
      return statusFact(carrier.parseStatus(params), receivedAt);
    case 'books':
      return booksFact(payload as Books, receivedAt);
    case 'voicemail': {
      const { answeredBy, decidedAfterMs } = carrier.parseVoicemail(params);
      return { kind, at: receivedAt, receivedAt, answeredBy, decidedAfterMs };
    }
    case 'recording': {
      const { status, durationSeconds, channels, ...recording } = carrier.parseRecording(params);
      const recordingId = status === 'completed' ? recording.recordingId : null;
      const isAbsent = status === 'absent';
      return { kind, at: receivedAt, receivedAt, recordingId, isAbsent, durationSeconds, channels };
    }
    case 'recording-books':
      return { kind: 'recording', at: receivedAt, receivedAt, ...(payload as RecordingBooks) };
    case 'relay-ended': {
      const { sessionId, outcome, isLive } = carrier.parseRelayEnded(params);
      return { kind, at: receivedAt, receivedAt, sessionId, outcome, isLive };
    }
    case 'transfer-ended': {
      const { connected, durationSeconds, isLive } = carrier.parseTransferEnded(params);
      return { kind, at: receivedAt, receivedAt, connected, durationSeconds, isLive };
    }
    default:
      return { kind, at: receivedAt, receivedAt };
  }
}

/** The part of the carrier's books of a recording that is kept. */
type RecordingBooks = Pick<RecordingFact, 'recordingId' | 'isAbsent' | 'durationSeconds' | 'channels'>;

/** What the carrier said when it was asked for a recording that is ready, or will never be; to be stored once. */
export function recordingWord({ recordingId, status, durationSeconds, channels }: CarrierRecording) {
  const isAbsent = status === 'absent';
  const payload: RecordingBooks = {
    recordingId: isAbsent ? null : recordingId,
    isAbsent,
    durationSeconds,
    channels,
  };
  return { kind: 'recording-books', dedupeKey: `recording-books:${recordingId}:${status}`, payload } as const;
}

/** The part of the carrier's books that is kept; its instants as JSON has them. */
type Books = Pick<CarrierCall, 'status' | 'carrierStatus' | 'obstacle' | 'durationSeconds'> & {
  endedAt: string | null;
};

/** What the carrier said when it was asked, to be stored: each status once. */
export function booksWord({ status, carrierStatus, obstacle, durationSeconds, endedAt }: CarrierCall) {
  const payload: Books = {
    status,
    carrierStatus,
    obstacle,
    durationSeconds,
    endedAt: endedAt?.toISOString() ?? null,
  };
  return { kind: 'books', dedupeKey: `books:${carrierStatus}`, payload } as const;
}

const booksFact = ({ endedAt, ...call }: Books, receivedAt: Date): StatusFact =>
  statusFact(
    {
      ...call,
      occurredAt: endedAt === null ? null : new Date(endedAt),
      sequenceNumber: null,
      sipCode: null,
      errorCode: null,
      errorMessage: null,
      answeredBy: null,
      recordingId: null,
    },
    receivedAt,
  );

type StatusWord = Omit<ReturnType<CallbackParser['parseStatus']>, 'carrierCallId' | 'dedupeKey' | 'raw'>;

function statusFact(event: StatusWord, receivedAt: Date): StatusFact {
  const { carrierStatus: word, sequenceNumber: sequence, occurredAt, ...rest } = event;
  return { kind: 'status', ...rest, word, sequence, at: happenedAt(occurredAt, receivedAt), receivedAt };
}

/**
 * When something happened that the carrier dated in whole seconds, cut off. What reaches us within that second, or
 * from a carrier whose clock is ahead, is dated by our own finer clock.
 */
function happenedAt(occurredAt: Date | null, receivedAt: Date): Date {
  if (occurredAt === null) return receivedAt;
  return new Date(Math.min(receivedAt.getTime(), occurredAt.getTime() + 999));
}
