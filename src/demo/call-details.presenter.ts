import {
  describe,
  presentAnalysis,
  presentCustomAnalysis,
  presentStructuredData,
} from './analysis.presenter.js';
import type { Row } from './call-rows.js';
import {
  clockOf,
  DETECTION_MS,
  presentInterruption,
  presentToolCall,
  presentTranscript,
  presentTurnEvents,
  presentUtterance,
} from './conversation.presenter.js';
import type { DemoCall } from './demo-call.js';
import { presentAudio, presentLatency, presentQuality } from './metrics.presenter.js';
import type { Random } from './random.js';
import type { Timeline } from './timeline.js';

/** The row of `call_details`: everything that was said, measured and concluded, in the shapes of the API. */
export function detailsRow(organizationId: string, call: DemoCall, timeline: Timeline, random: Random): Row {
  const clock = clockOf(call);
  const { utterances, interruptions } = timeline;
  const answered = call.answeredAtMs !== null;
  const talked = utterances.length > 0;
  return {
    organization_id: organizationId,
    call_id: call.id,
    variables: call.inbound ? {} : { product: call.facts['product'], month: call.facts['month'] },
    metadata: call.campaignId === null ? {} : { source: 'campaign' },
    transcript: presentTranscript(timeline),
    transcript_formatted: utterances.map((one) => presentUtterance(one, clock)),
    post_call_analysis: presentAnalysis(call, timeline, random.fork('analysis')),
    call_description: describe(call),
    custom_analysis: presentCustomAnalysis(call),
    structured_data_results: presentStructuredData(call, random.fork('analysis')),
    quality_metrics: talked ? presentQuality(timeline) : null,
    latency_metrics: talked ? presentLatency(timeline) : null,
    audio_metrics: answered ? presentAudio(timeline, random) : null,
    turn_events: presentTurnEvents(call, timeline),
    interruptions: interruptions.map((one, index) => presentInterruption(one, index, clock)),
    tool_usage: utterances.flatMap(({ tool, turn }) =>
      tool ? [presentToolCall(tool, turn, call.facts, clock)] : [],
    ),
    answered_by: presentAnsweredBy(call, random),
    ended: presentEnded(call),
    memory: presentMemory(call),
    recording: null,
  };
}

const DETECTED = { voicemail: 'voicemail', ivr: 'ivr', nothing: 'unknown' } as const;

/** `enhanced_context.answered_by`: nobody has to find out who calls us. */
function presentAnsweredBy({ inbound, outcome: { heard } }: DemoCall, random: Random) {
  if (inbound || heard === null) return null;
  const result = heard in DETECTED ? DETECTED[heard as keyof typeof DETECTED] : 'human';
  const detectedAtMs = heard === 'voicemail' ? DETECTION_MS : random.int(900, 3_200);
  return { result, method: 'carrier', detected_at_ms: detectedAtMs };
}

/** `enhanced_context.ended`, with the carrier's word for it */
const presentEnded = ({ outcome }: DemoCall) => ({
  by: outcome.by,
  category: outcome.category,
  retryable: outcome.retryable,
  carrier_code: outcome.status,
  sip_code: outcome.sipCode,
  message: null,
});

/** `enhanced_context.memory` */
const presentMemory = ({ history }: DemoCall) =>
  history && {
    previous_calls: history.calls,
    last_call_id: history.lastCallId,
    last_call_at: new Date(history.lastCallAtMs).toISOString(),
    brief: history.brief,
  };
