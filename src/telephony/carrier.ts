import type { Readable } from 'node:stream';
import type {
  AnswerEvent,
  CallbackParams,
  CallbackRequest,
  InboundEvent,
  RecordingEvent,
  RelayEndedEvent,
  StatusEvent,
  TransferEndedEvent,
  UpgradeRequest,
  VoicemailEvent,
} from './carrier-events.js';
import type { CallObstacle, CarrierCallStatus } from './carrier-status.js';

/**
 * The port to the telephone network. Everything above `telephony/` speaks these types only; no carrier's own word
 * crosses them except in `raw`, `carrierStatus` and `carrierCode`, which are kept for the record.
 *
 * Nothing here throws for what a network can do: every result is a value that says how much is known.
 */

/** Injection token of the carrier's language: `@Inject(CARRIER) private readonly carrier: Carrier`. */
export const CARRIER = Symbol('Carrier');

/** A path below the public base URL; the adapter makes it absolute and verifies the same URL when it is called. */
export type CallbackPath = `/${string}`;

export interface PlaceCall {
  /** E.164. */
  to: string;
  /** E.164, a number that the carrier lets this account show. */
  from: string;
  /** Asked for the call's document when it is answered, and told every change of status. Both by signed POST. */
  callbacks: { answer: CallbackPath; status: CallbackPath };
  /** Seconds of ringing before the carrier gives up; the carrier may add a few. At most 600. */
  ringTimeoutSeconds: number;
  /** Seconds after the answer until the carrier ends the call by itself. */
  maxDurationSeconds: number;
  /**
   * Detection of voicemail beside the running call. `answer` reports as soon as it is decided; `greeting-end` reports
   * a machine only when its greeting is over, which is when a message can be left.
   */
  voicemailDetection: null | { when: 'answer' | 'greeting-end'; callback: CallbackPath };
  /** Records both sides on channels of their own, from the answer, nothing trimmed (its zero is the answer). */
  recording: null | { callback: CallbackPath };
}

/** What became of asking the carrier to dial. Exactly one request was made, or none. */
export type PlaceCallOutcome =
  | { kind: 'accepted'; carrierCallId: string }
  /** Certainly not dialled: no connection came about, or the carrier refused to look at it (429). May be tried again. */
  | {
      kind: 'not-sent';
      cause: 'unreachable' | 'rate-limited';
      message: string;
      retryAfterSeconds: number | null;
    }
  /** The carrier looked at it and said no. `message` may hold the number called. */
  | { kind: 'rejected'; carrierCode: string | null; message: string; obstacle: CallObstacle }
  /** May have dialled (time-out, reset, 5xx, unreadable answer): never to be repeated, only to be found out. */
  | { kind: 'unknown'; message: string };

/** A call as the carrier's own books show it; they may lag behind the callbacks by seconds. */
export interface CarrierCall {
  carrierCallId: string;
  /** Null for a word that is not known; it moves nothing. */
  status: CarrierCallStatus | null;
  carrierStatus: string;
  /** Set exactly for `busy`, `no-answer` and `failed`. */
  obstacle: CallObstacle | null;
  direction: 'inbound' | 'outbound';
  from: string | null;
  to: string | null;
  /** Instants of second precision. */
  createdAt: Date | null;
  startedAt: Date | null;
  endedAt: Date | null;
  durationSeconds: number | null;
}

export type CarrierCallLookup =
  { kind: 'found'; call: CarrierCall } | { kind: 'not-found' } | { kind: 'unreachable'; message: string };

export type CarrierCallSearch =
  { kind: 'found'; calls: CarrierCall[] } | { kind: 'unreachable'; message: string };

/** Repeating the request is safe; `unreachable` says that the call may still be live and is to be asked for again. */
export type EndCallOutcome = 'ended' | 'already-over' | 'not-found' | 'unreachable';

/** What the carrier shall do next with a call: the answer to an `AnswerEvent` or `InboundEvent`. */
export interface CallDocument {
  contentType: string;
  body: string;
}

export interface Speech {
  text: string;
  /** BCP 47, e.g. `en-US`. */
  language?: string;
  voice?: string;
}

/** A conversation to be held over a socket: the carrier transcribes what it hears and speaks what it is sent. */
export interface RelayOrder {
  /** Path of the socket below the public base URL. */
  socket: CallbackPath;
  /** Asked what to do next when the conversation is over, by signed POST. */
  ended: CallbackPath;
  /** Said at once; null says nothing, as when a conversation is taken up again. */
  greeting: string | null;
  /** BCP 47, of what is heard and of what is said. */
  language: string;
  /** As agents name it; null takes the carrier's default for the language. */
  voice: string | null;
  /** Whether the customer can break into what is said. */
  interruptible: boolean;
  /** Words that the transcriber should expect. */
  hints: readonly string[];
  /** Told again in the socket's first frame. */
  parameters: Readonly<Record<string, string>>;
}

/** A second leg to a person, put through to the call. */
export interface TransferOrder {
  /** E.164. */
  to: string;
  /** Shown to the person called: one of our numbers. */
  callerId: string;
  /** Asked what to do next when the second leg is over, or did not come about. */
  ended: CallbackPath;
  ringTimeoutSeconds: number;
  /** Longest talk, in seconds. */
  maxDurationSeconds: number;
}

/** A recording in the carrier's books. */
export interface CarrierRecording {
  recordingId: string;
  /** `pending`: it is still being made. */
  status: 'completed' | 'absent' | 'pending';
  durationSeconds: number | null;
  channels: number | null;
}

export type CarrierRecordingSearch =
  { kind: 'found'; recordings: CarrierRecording[] } | { kind: 'unreachable'; message: string };

/** A recording on its way from the carrier. The body must be consumed or destroyed. */
export interface RecordingMedia {
  kind: 'found';
  /** 200 whole, 206 the asked range, 416 no such range. */
  status: 200 | 206 | 416;
  contentType: string;
  contentLength: string | null;
  contentRange: string | null;
  body: Readable;
}

export type RecordingLookup =
  RecordingMedia | { kind: 'not-found' } | { kind: 'unreachable'; message: string };

/** How one direction of a call's sound came through; null is what the carrier did not measure. */
export interface StreamQuality {
  /** Packets lost, in per cent. */
  lossPercent: number | null;
  /** Variation of delay, on average. */
  jitterMs: number | null;
  /** Mean opinion score, from 1 to 5. */
  mos: number | null;
}

/** How a call sounded, as the carrier measured it. */
export interface SoundQuality {
  codec: string | null;
  /** From the customer to the carrier, and back. */
  inbound: StreamQuality | null;
  outbound: StreamQuality | null;
  roundTripMs: number | null;
}

export type SoundQualityLookup =
  /** `quality` is null when nothing was measured; what is not final may be told better later. */
  | { kind: 'found'; quality: SoundQuality | null; isFinal: boolean }
  /** The carrier has not worked it out yet, or never will. */
  | { kind: 'not-found' }
  /** The account is not told such things. */
  | { kind: 'refused'; message: string }
  | { kind: 'unreachable'; message: string };

/** Whether the carrier takes our requests. */
export type AccessCheck =
  { kind: 'granted' } | { kind: 'refused'; message: string } | { kind: 'unreachable'; message: string };

/** Where the carrier asks about the calls to a number, and reports their ends. */
export interface NumberCallbacks {
  voice: CallbackPath;
  status: CallbackPath;
}

/** A number that the account has. */
export interface CarrierNumber {
  /** E.164. */
  number: string;
  /** What the account calls it. */
  name: string;
  /** Whether the carrier asks us about the calls to it already. */
  isConnected: boolean;
}

/** The newest numbers of an account, as many as one request brings. */
export type CarrierNumberList =
  | { kind: 'found'; numbers: CarrierNumber[]; hasMore: boolean }
  | { kind: 'refused'; message: string }
  | { kind: 'unreachable'; message: string };

/** `overruled`: done, but something else at the carrier that the number is attached to is asked first. */
export type NumberConnection =
  | { kind: 'connected' | 'overruled' | 'not-found' }
  | { kind: 'refused'; message: string }
  | { kind: 'unreachable'; message: string };

/** One account at the carrier, as it is used: whose it is, says `Carriers`. */
export interface CarrierAccess {
  /** Recorded with every call: `twilio`, `simulator`. */
  readonly name: string;
  /** The carrier's own name of the account. */
  readonly accountId: string;

  /** Asks the carrier to dial, with exactly one request. Never throws, never repeats. */
  place(call: PlaceCall): Promise<PlaceCallOutcome>;
  /** Stops a call that is not answered yet; one that was answered in the meantime is hung up. */
  cancel(carrierCallId: string): Promise<EndCallOutcome>;
  /** Ends a call at whatever point it is. */
  hangUp(carrierCallId: string): Promise<EndCallOutcome>;
  fetch(carrierCallId: string): Promise<CarrierCallLookup>;
  /** Asks for something harmless, with the account and the credentials of every other request. */
  checkAccess(): Promise<AccessCheck>;
  /**
   * The calls we placed between two numbers, created at or after `since`, newest first, at most 50. The carrier's
   * clock is not ours: take some slack off `since`.
   */
  findCalls(search: { to: string; from: string; since: Date }): Promise<CarrierCallSearch>;

  /** A finished recording. `range` is a Range header to pass on, e.g. `bytes=0-1023`. */
  openRecording(recordingId: string, range?: string): Promise<RecordingLookup>;
  /** Deletes the carrier's copy; `not-found` means that there is none left. */
  deleteRecording(recordingId: string): Promise<'deleted' | 'not-found' | 'unreachable'>;

  /**
   * Records a call that is in progress, as `PlaceCall.recording` does. `refused`: the call is not in progress, or the
   * account may not record.
   */
  startRecording(
    carrierCallId: string,
    callback: CallbackPath,
  ): Promise<'started' | 'refused' | 'unreachable'>;
  /** The recordings of a call, newest first. */
  findRecordings(carrierCallId: string): Promise<CarrierRecordingSearch>;

  /** How a finished call sounded. The carrier takes minutes to work that out. */
  fetchSoundQuality(carrierCallId: string): Promise<SoundQualityLookup>;

  /** Has the carrier ask us about calls to this number of the account, whatever it was told to do with them before. */
  connectNumber(number: string, callbacks: NumberCallbacks): Promise<NumberConnection>;

  /** The numbers of the account, with a look at whether they are connected with these addresses. */
  listNumbers(callbacks: NumberCallbacks): Promise<CarrierNumberList>;

  /** The callback's parameters if this carrier and account sent it, else null (answer 403 and change nothing). */
  verifyCallback(request: CallbackRequest): CallbackParams | null;

  /** Whether this carrier opens the socket: judged by the very address that `renderRelay` gave it. */
  verifyUpgrade(request: UpgradeRequest): boolean;
}

/** What the carrier says and is told, the same for every account. */
export interface Carrier {
  /** Each throws `InvalidRequest` when a verified callback lacks what makes it one. */
  parseStatus(params: CallbackParams): StatusEvent;
  parseVoicemail(params: CallbackParams): VoicemailEvent;
  parseRecording(params: CallbackParams): RecordingEvent;
  parseAnswer(params: CallbackParams): AnswerEvent;
  parseInbound(params: CallbackParams): InboundEvent;
  parseRelayEnded(params: CallbackParams): RelayEndedEvent;
  parseTransferEnded(params: CallbackParams): TransferEndedEvent;

  /** Connects the call with a socket of ours. */
  renderRelay(order: RelayOrder): CallDocument;
  /** Connects the call with another number. */
  renderTransfer(order: TransferOrder): CallDocument;
  /** Says the text and hangs up. */
  renderFarewell(speech: Speech): CallDocument;

  renderHangUp(): CallDocument;
  /** Refuses a call that came in without answering it, so that it costs nobody anything. */
  renderReject(reason: 'busy' | 'rejected'): CallDocument;
}
