import type { CallEnding } from './call-ending.js';
import type { CallDetails } from './call-details.entity.js';
import { NOTHING_HEARD, type CarrierView } from './carrier-view.js';
import { callTurnEvents, type CallTurnEvent, type Milestones } from './turn-events.js';

/** The details that the carrier's words and the call's end give, as the full payload shows them. */
export const presentDetails = (
  call: Milestones,
  view: CarrierView,
  ending: CallEnding | null,
): Partial<CallDetails> => ({
  turnEvents: callTurnEvents(call, view).map(presentTurnEvent),
  ...(view.answeredBy && { answeredBy: presentAnsweredBy(view.answeredBy) }),
  ...(view.recording && { recording: presentRecording(view.recording) }),
  ...(ending && { ended: presentEnded(ending) }),
  // In a call that was not connected there is nothing to analyse.
  ...(ending && ending.status !== 'completed' && { postCallAnalysis: SKIPPED_ANALYSIS }),
});

/** `turn_events` of a call that has only just been accepted. */
export const presentQueued = (startedAt: Date) =>
  callTurnEvents({ startedAt, ringingAt: null, answeredAt: null, endedAt: null }, NOTHING_HEARD).map(
    presentTurnEvent,
  );

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

/** `enhanced_context.recording` */
const presentRecording = ({ channels, durationSeconds }: NonNullable<CarrierView['recording']>) => ({
  available: true,
  channels,
  duration_ms: durationSeconds === null ? null : durationSeconds * 1000,
});

/** One of `turn_events` */
const presentTurnEvent = ({ type, actor, at, offsetMs }: CallTurnEvent, index: number) => ({
  seq: index + 1,
  type,
  turn: null,
  actor,
  at: at.toISOString(),
  offset_ms: offsetMs,
  data: null,
});

const SKIPPED_ANALYSIS = {
  status: 'skipped',
  summary: null,
  success: null,
  sentiment: null,
  topics: [],
  intent: null,
  next_steps: [],
  opt_out: null,
  callback_requested: null,
  evidence: [],
  model: null,
  agent_version: null,
  error: null,
  analyzed_at: null,
} as const;
