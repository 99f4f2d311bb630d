import type { CarrierView } from './carrier-view.js';

/** Something that happened to the call as a whole. */
export interface CallTurnEvent {
  type:
    | 'call.queued'
    | 'call.ringing'
    | 'call.answered'
    | 'voicemail.detected'
    | 'call.transferred'
    | 'call.ended';
  actor: 'platform' | 'carrier' | 'customer';
  at: Date;
  /** From the answer, which is the recording's zero, else from the start; negative before it. */
  offsetMs: number;
}

/** One of `turn_events`, as it is stored and shown. */
export interface TurnEventPayload {
  seq: number;
  type: string;
  turn: number | null;
  actor: string;
  /** ISO 8601. */
  at: string;
  offset_ms: number;
  data: unknown;
}

export interface Milestones {
  callType: 'inbound' | 'outbound';
  startedAt: Date;
  ringingAt: Date | null;
  answeredAt: Date | null;
  transferredAt: Date | null;
  endedAt: Date | null;
  wentToVoicemail: boolean;
}

/** The call's own events in the order in which they happened. */
export function callTurnEvents(call: Milestones, view: Pick<CarrierView, 'answeredBy'>): CallTurnEvent[] {
  const events: [CallTurnEvent['type'], CallTurnEvent['actor'], Date | null][] = [
    // Nobody asks for a call that comes in.
    ['call.queued', 'platform', call.callType === 'outbound' ? call.startedAt : null],
    ['call.ringing', 'carrier', call.ringingAt],
    ['call.answered', 'customer', call.answeredAt],
    ['voicemail.detected', 'carrier', detectedAt(call, view)],
    ['call.transferred', 'carrier', call.transferredAt],
    ['call.ended', 'carrier', call.endedAt],
  ];
  const zero = (call.answeredAt ?? call.startedAt).getTime();
  return events
    .flatMap(([type, actor, at]) => (at ? [{ type, actor, at, offsetMs: at.getTime() - zero }] : []))
    .toSorted((a, b) => a.at.getTime() - b.at.getTime());
}

/**
 * The call's own events and those of its conversation, in the order in which they happened. `stored` may hold both:
 * of the call's own, only `own` count. Each time that one of the two sides has something new, it merges it in.
 */
export function mergeTurnEvents(
  own: readonly TurnEventPayload[],
  stored: readonly TurnEventPayload[],
): TurnEventPayload[] {
  const zero = zeroOf(own);
  return [...own, ...stored.filter((event) => !isCallsOwn(event))]
    .map((event) => ({ event, at: Date.parse(event.at) }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ event: { type, turn, actor, at: when, data }, at }, index) => ({
      seq: index + 1,
      type,
      turn,
      actor,
      at: when,
      offset_ms: at - zero,
      data,
    }));
}

/** Positions count from the answer, else from the start. */
const zeroOf = (own: readonly TurnEventPayload[]): number =>
  Date.parse((own.find(({ type }) => type === 'call.answered') ?? own[0])?.at ?? '');

/** What the carrier tells of a call; a machine can be found out by the conversation as well. */
export const isCallsOwn = ({ type, actor }: TurnEventPayload): boolean =>
  type.startsWith('call.') || (type === 'voicemail.detected' && actor === 'carrier');

function detectedAt(
  { answeredAt }: Milestones,
  { answeredBy }: Pick<CarrierView, 'answeredBy'>,
): Date | null {
  if (answeredBy?.result !== 'voicemail') return null;
  const { detectedAtMs, at } = answeredBy;
  return answeredAt && detectedAtMs !== null ? new Date(answeredAt.getTime() + detectedAtMs) : at;
}
