/** The statuses a call resource can have, in Twilio's words. */
type LiveStatus = 'queued' | 'ringing' | 'in-progress';
type FinalStatus = 'completed' | 'busy' | 'failed' | 'no-answer' | 'canceled';
export type CallStatus = LiveStatus | FinalStatus;
type Direction = 'inbound' | 'outbound-api' | 'outbound-dial';

/** Why a call is over: its final status, the SIP answer behind it and, for a fault of the application, its code. */
export interface Ending {
  readonly status: FinalStatus;
  readonly sipCode: number;
  readonly error?: { readonly code: number; readonly message: string };
}

/** The ways a call can end that are no fault of the application. */
export const ENDINGS = {
  completed: { status: 'completed', sipCode: 200 },
  busy: { status: 'busy', sipCode: 486 },
  noAnswer: { status: 'no-answer', sipCode: 487 },
  canceled: { status: 'canceled', sipCode: 487 },
  unreachable: { status: 'failed', sipCode: 404 },
} as const satisfies Record<string, Ending>;

/** A call as the carrier holds it. Never changed in place: each step below gives the next version. */
export interface CarrierCall {
  readonly sid: string;
  readonly accountSid: string;
  readonly parentCallSid: string | null;
  /** The owned number that placed or received the call. */
  readonly phoneNumberSid: string | null;
  readonly to: string;
  readonly from: string;
  readonly direction: Direction;
  readonly callerName: string | null;
  readonly forwardedFrom: string | null;
  readonly status: CallStatus;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** When it was dialled or arrived; null while it waits. */
  readonly startedAt: Date | null;
  readonly answeredAt: Date | null;
  readonly endedAt: Date | null;
  /** Whole simulated seconds from answer to end; null while live, 0 if it was never answered. */
  readonly durationSeconds: number | null;
  /** The answering machine detection's result; null without one. */
  readonly answeredBy: string | null;
  readonly ending: Ending | null;
}

/** What is known about a call before anything happened to it. */
export type NewCall = Pick<
  CarrierCall,
  'sid' | 'accountSid' | 'phoneNumberSid' | 'to' | 'from' | 'direction'
> &
  Partial<Pick<CarrierCall, 'parentCallSid' | 'callerName' | 'forwardedFrom'>>;

/** A call that was just accepted. */
export function newCall(call: NewCall, at: Date): CarrierCall {
  return {
    parentCallSid: null,
    callerName: null,
    forwardedFrom: null,
    ...call,
    status: 'queued',
    createdAt: at,
    updatedAt: at,
    startedAt: null,
    answeredAt: null,
    endedAt: null,
    durationSeconds: null,
    answeredBy: null,
    ending: null,
  };
}

export const isOver = (call: CarrierCall): boolean => call.ending !== null;

/** The carrier starts dialling. The resource stays `queued`, as Twilio's does; only callbacks say `initiated`. */
export const dialled = (call: CarrierCall, at: Date): CarrierCall => ({
  ...call,
  startedAt: at,
  updatedAt: at,
});

export const ringing = (call: CarrierCall, at: Date): CarrierCall => ({
  ...call,
  status: 'ringing',
  startedAt: call.startedAt ?? at,
  updatedAt: at,
});

export const answered = (call: CarrierCall, at: Date): CarrierCall => ({
  ...call,
  status: 'in-progress',
  answeredAt: at,
  updatedAt: at,
});

export const detected = (call: CarrierCall, answeredBy: string, at: Date): CarrierCall => ({
  ...call,
  answeredBy,
  updatedAt: at,
});

/** The call is over. A final call stays as it ended. */
export function ended(call: CarrierCall, ending: Ending, seconds: number, at: Date): CarrierCall {
  if (isOver(call)) return call;
  return {
    ...call,
    status: ending.status,
    ending,
    startedAt: call.startedAt ?? at,
    endedAt: at,
    durationSeconds: call.answeredAt ? seconds : 0,
    updatedAt: at,
  };
}
