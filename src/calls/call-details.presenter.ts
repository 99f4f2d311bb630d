import type { CallEnding } from './call-ending.js';
import type { CallDetails } from './call-details.entity.js';
import { NOTHING_HEARD, type CarrierView } from './carrier-view.js';
import { EMPTY_ANALYSIS } from './empty-analysis.js';
import {
  callTurnEvents,
  mergeTurnEvents,
  type CallTurnEvent,
  type Milestones,
  type TurnEventPayload,
} from './turn-events.js';

/** What was known of a call before the carrier said more. */
interface Known {
  /** That a machine answered. */
  machine: boolean;
  /** What has happened in its conversation; null while there is none. */
  conversed: readonly TurnEventPayload[] | null;
}

/** The details that the carrier's words and the call's end give, as the full payload shows them. */
export const presentDetails = (
  call: Milestones,
  view: CarrierView,
  ending: CallEnding | null,
  { machine, conversed }: Known,
): Partial<CallDetails> => ({
  turnEvents: mergeTurnEvents(callTurnEvents(call, view).map(presentTurnEvent), conversed ?? []),
  ...(view.answeredBy &&
    knowsMore(view.answeredBy, machine) && { answeredBy: presentAnsweredBy(view.answeredBy) }),
  ...(view.recording && { recording: presentRecording(view.recording) }),
  ...(ending && { ended: presentEnded(ending) }),
  ...(ending && {
    postCallAnalysis: { ...EMPTY_ANALYSIS, status: isAnalysed(ending, conversed) ? 'queued' : 'skipped' },
  }),
});

/** Without a conversation there is nothing to analyse; a call that failed may have begun with one. */
export const isAnalysed = (ending: CallEnding, conversed: readonly TurnEventPayload[] | null): boolean =>
  ending.status === 'completed' || conversed !== null;

/** The conversation may have heard the machine that the carrier did not, or of which it cannot say when. */
const knowsMore = (
  { result, detectedAtMs }: NonNullable<CarrierView['answeredBy']>,
  machine: boolean,
): boolean => !machine || (result === 'voicemail' && detectedAtMs !== null);

/** `turn_events` of a call that was only just accepted, or that has only just come in. */
export const presentBeginning = (
  call: Pick<Milestones, 'callType' | 'startedAt' | 'ringingAt'>,
): TurnEventPayload[] =>
  callTurnEvents(
    { ...call, answeredAt: null, transferredAt: null, endedAt: null, wentToVoicemail: false },
    NOTHING_HEARD,
  ).map(presentTurnEvent);

/** `enhanced_context.ended` */
const presentEnded = (ending: CallEnding) => ({
  by: ending.by,
  category: ending.category,
  retryable: ending.retryable,
  carrier_code: ending.carrierCode,
  sip_code: ending.sipCode,
  message: ending.message,
});

/** `enhanced_context.answered_by` */
const presentAnsweredBy = ({ result, detectedAtMs }: NonNullable<CarrierView['answeredBy']>) => ({
  result,
  method: 'carrier',
  detected_at_ms: detectedAtMs,
});

/** `enhanced_context.answered_by` of a machine that was known by its words. */
export const presentMachineHeard = (detectedAtMs: number | null) => ({
  result: 'voicemail',
  method: 'transcript',
  detected_at_ms: detectedAtMs,
});

/** `enhanced_context.recording` */
const presentRecording = ({ channels, durationSeconds }: NonNullable<CarrierView['recording']>) => ({
  available: true,
  channels,
  duration_ms: durationSeconds === null ? null : durationSeconds * 1000,
});

/** One of `turn_events` */
const presentTurnEvent = ({ type, actor, at, offsetMs }: CallTurnEvent, index: number): TurnEventPayload => ({
  seq: index + 1,
  type,
  turn: null,
  actor,
  at: at.toISOString(),
  offset_ms: offsetMs,
  data: null,
});
