import type { CarrierView } from './carrier-view.js';

/** Something that happened to the call as a whole. */
export interface CallTurnEvent {
  type: 'call.queued' | 'call.ringing' | 'call.answered' | 'voicemail.detected' | 'call.ended';
  actor: 'platform' | 'carrier' | 'customer';
  at: Date;
  /** From the answer, which is the recording's zero, else from the start; negative before it. */
  offsetMs: number;
}

export interface Milestones {
  startedAt: Date;
  ringingAt: Date | null;
  answeredAt: Date | null;
  endedAt: Date | null;
}

/** The call's own events in the order in which they happened. */
export function callTurnEvents(call: Milestones, view: Pick<CarrierView, 'answeredBy'>): CallTurnEvent[] {
  const events: [CallTurnEvent['type'], CallTurnEvent['actor'], Date | null][] = [
    ['call.queued', 'platform', call.startedAt],
    ['call.ringing', 'carrier', call.ringingAt],
    ['call.answered', 'customer', call.answeredAt],
    ['voicemail.detected', 'carrier', detectedAt(call, view)],
    ['call.ended', 'carrier', call.endedAt],
  ];
  const zero = (call.answeredAt ?? call.startedAt).getTime();
  return events
    .flatMap(([type, actor, at]) => (at ? [{ type, actor, at, offsetMs: at.getTime() - zero }] : []))
    .toSorted((a, b) => a.at.getTime() - b.at.getTime());
}

function detectedAt(
  { answeredAt }: Milestones,
  { answeredBy }: Pick<CarrierView, 'answeredBy'>,
): Date | null {
  if (answeredBy?.result !== 'voicemail') return null;
  const { detectedAtMs, at } = answeredBy;
  return answeredAt && detectedAtMs !== null ? new Date(answeredAt.getTime() + detectedAtMs) : at;
}
