import type { CallObstacle, CarrierCallStatus } from './carrier-status.js';

/** What the carrier tells and asks by callback, in words that no carrier owns. */

/** A callback exactly as it came in, before a parser, a pipe or a DTO touched it. */
export interface CallbackRequest {
  /** Path and query as received (`request.originalUrl`). */
  originalUrl: string;
  headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  rawBody: string | Uint8Array | undefined;
}

/** A socket that is being opened. */
export type UpgradeRequest = Pick<CallbackRequest, 'originalUrl' | 'headers'>;

/** The parameters of a callback whose signature held: `verifyCallback` is the only place to get them from. */
export type CallbackParams = Readonly<Record<string, string>>;

export interface CarrierEvent {
  carrierCallId: string;
  /** The same for every delivery of the same event, different for every other event of the same carrier. */
  dedupeKey: string;
  /** What the carrier sent, without its tokens. */
  raw: CallbackParams;
}

export interface StatusEvent extends CarrierEvent {
  /** Null for a word that is not known: keep the event, move nothing. */
  status: CarrierCallStatus | null;
  carrierStatus: string;
  /** Counts from 0 per call in the order of happening; events arrive in any order. */
  sequenceNumber: number | null;
  /** The carrier's clock, in whole seconds. */
  occurredAt: Date | null;
  /** Seconds from answer to end. */
  durationSeconds: number | null;
  /** Set exactly for `busy`, `no-answer` and `failed`. */
  obstacle: CallObstacle | null;
  sipCode: number | null;
  errorCode: string | null;
  errorMessage: string | null;
  answeredBy: AnsweredBy | null;
  /** Named on the last event of a recorded call; the file may not be ready before the recording event says so. */
  recordingId: string | null;
}

export type AnsweredBy = 'human' | 'voicemail' | 'fax' | 'unknown';

export interface VoicemailEvent extends CarrierEvent {
  answeredBy: AnsweredBy;
  /** True when a machine's greeting is over and a message can be spoken. */
  greetingEnded: boolean;
  /** Milliseconds from the answer to the decision. */
  decidedAfterMs: number | null;
}

export interface RecordingEvent extends CarrierEvent {
  recordingId: string;
  /** `absent`: nothing was recorded, and nothing will come. */
  status: 'in-progress' | 'completed' | 'absent';
  durationSeconds: number | null;
  channels: number | null;
  startedAt: Date | null;
  errorCode: string | null;
}

/** The carrier asks what to do with a call we placed, now that it was answered. */
export interface AnswerEvent extends CarrierEvent {
  from: string | null;
  to: string | null;
}

/** The carrier asks what to do with a call that came in. */
export interface InboundEvent extends CarrierEvent {
  /** The customer's number in E.164; null when withheld or no telephone number. */
  from: string | null;
  /** Our number that was called. */
  to: string | null;
  callerName: string | null;
  forwardedFrom: string | null;
  /** STIR attestation that verified: A the caller may use the number, B the customer is known, C neither. */
  attestation: 'A' | 'B' | 'C' | null;
}

/** The conversation's socket is closed, and the carrier asks what to do with the call. */
export interface RelayEndedEvent extends CarrierEvent {
  sessionId: string;
  /**
   * `ended`: we ended it, and said why in `handoff`; `completed`: the call is over, because somebody hung up; `failed`:
   * the socket could not be opened, or was lost, and the call may still be there.
   */
  outcome: 'ended' | 'completed' | 'failed';
  /** What our `end` frame handed over, as it was sent. */
  handoff: string | null;
  errorCode: string | null;
  errorMessage: string | null;
  /** The call itself is still there. */
  isLive: boolean;
}

/** The second leg of a transfer is over, or did not come about, and the carrier asks what to do with the call. */
export interface TransferEndedEvent extends CarrierEvent {
  /** The two were talking. */
  connected: boolean;
  /** The carrier's own word for how the second leg ended. */
  carrierStatus: string;
  /** Seconds that the two talked. */
  durationSeconds: number | null;
  /** The call itself is still there. */
  isLive: boolean;
}
