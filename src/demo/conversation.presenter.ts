import type { DemoCall } from './demo-call.js';
import type { Interruption } from './interruptions.js';
import type { Timeline, ToolCall, Utterance } from './timeline.js';

/** Instants of a call by their offset; before the answer it counts from the start. */
export const clockOf = ({ answeredAtMs, startedAtMs }: DemoCall) => {
  const zero = answeredAtMs ?? startedAtMs;
  return {
    offset: (ms: number): number => ms - zero,
    at: (offsetMs: number): string => new Date(zero + offsetMs).toISOString(),
  };
};
type Clock = ReturnType<typeof clockOf>;

const LABELS = { agent: 'Agent', customer: 'Customer' } as const;

/** `transcript` */
export const presentTranscript = ({ utterances }: Timeline): string | null =>
  utterances.length === 0
    ? null
    : utterances.map(({ speaker, text }) => `${LABELS[speaker]}: ${text}`).join('\n');

/** One of `transcript_formatted` */
export const presentUtterance = (utterance: Utterance, { at }: Clock) => ({
  index: utterance.index,
  turn: utterance.turn,
  speaker: utterance.speaker,
  speaker_label: LABELS[utterance.speaker],
  text: utterance.text,
  start_ms: utterance.startMs,
  end_ms: utterance.endMs,
  started_at: at(utterance.startMs),
  ended_at: at(utterance.endMs),
  confidence: utterance.confidence,
  interrupted: utterance.unspoken !== null,
  text_unspoken: utterance.unspoken,
  language: 'en-US',
  tool_call_ids: utterance.tool ? [utterance.tool.id] : [],
  words: null,
});

/** One of `interruptions` */
export const presentInterruption = (interruption: Interruption, index: number, { at }: Clock) => ({
  id: `int_${index + 1}`,
  turn: interruption.turn,
  by: 'customer',
  kind: interruption.kind,
  at: at(interruption.atMs),
  offset_ms: interruption.atMs,
  spoken_ms: interruption.spokenMs,
  agent_text_spoken: interruption.agentText,
  agent_text_unspoken: interruption.unspoken,
  customer_text: interruption.customerText,
  agent_resumed: interruption.agentResumed,
});

const TOOL_ERRORS = {
  succeeded: null,
  timeout: 'No answer within the time limit',
  failed: 'HTTP 503: Service Unavailable',
} as const;

/** One of `tool_usage` */
export const presentToolCall = (tool: ToolCall, turn: number, facts: DemoCall['facts'], { at }: Clock) => ({
  tool_call_id: tool.id,
  name: tool.name,
  source: tool.source,
  arguments: { customer: facts['first'] },
  result: tool.status === 'succeeded' ? tool.finds : null,
  status: tool.status,
  error: TOOL_ERRORS[tool.status],
  turn,
  offset_ms: tool.startMs,
  started_at: at(tool.startMs),
  ended_at: at(tool.endMs),
  latency_ms: tool.endMs - tool.startMs,
});

interface TurnEvent {
  type: string;
  turn: number | null;
  actor: string;
  offsetMs: number;
  data: Record<string, unknown> | null;
}

/** `turn_events` */
export function presentTurnEvents(call: DemoCall, timeline: Timeline) {
  const clock = clockOf(call);
  const events = [...callEvents(call, clock), ...speechEvents(timeline), ...interruptionEvents(timeline)];
  return events
    .map((event, order) => ({ event, order }))
    .sort((a, b) => a.event.offsetMs - b.event.offsetMs || a.order - b.order)
    .map(({ event: { type, turn, actor, offsetMs, data } }, index) => ({
      seq: index + 1,
      type,
      turn,
      actor,
      at: clock.at(offsetMs),
      offset_ms: offsetMs,
      data,
    }));
}

/** What happened to the call as a whole; `call.ended` stands last even beside the last word. */
function callEvents(call: DemoCall, { offset }: Clock): TurnEvent[] {
  const milestones: [string, string, number | null][] = [
    ['call.queued', 'platform', call.inbound ? null : call.startedAtMs],
    ['call.ringing', 'carrier', call.ringingAtMs],
    ['call.answered', call.inbound ? 'agent' : 'customer', call.answeredAtMs],
    ['voicemail.detected', 'carrier', voicemailAt(call)],
    ['silence', 'platform', call.outcome.heard === 'silence' ? call.endedAtMs - 1 : null],
    ['call.transferred', 'agent', call.outcome.reason === 'call-transferred' ? call.endedAtMs : null],
    ['call.ended', call.outcome.by, call.endedAtMs],
  ];
  return milestones.flatMap(([type, actor, ms]) =>
    ms === null ? [] : [{ type, turn: null, actor, offsetMs: offset(ms), data: null }],
  );
}

/** How long detection listens to a machine before it is sure. */
export const DETECTION_MS = 4_200;

const voicemailAt = ({ outcome, answeredAtMs }: DemoCall): number | null =>
  outcome.heard === 'voicemail' && answeredAtMs !== null ? answeredAtMs + DETECTION_MS : null;

const speechEvents = ({ utterances }: Timeline): TurnEvent[] =>
  utterances.flatMap(({ speaker, turn, index, startMs, endMs, tool }) => [
    ...(tool ? toolEvents(tool, turn) : []),
    { type: `${speaker}.speech_started`, turn, actor: speaker, offsetMs: startMs, data: { index } },
    { type: `${speaker}.speech_ended`, turn, actor: speaker, offsetMs: endMs, data: { index } },
  ]);

function toolEvents({ id, status, startMs, endMs }: ToolCall, turn: number): TurnEvent[] {
  const event = { turn, actor: 'agent', data: { tool_call_id: id } };
  return [
    { ...event, type: 'tool.started', offsetMs: startMs },
    { ...event, type: status === 'succeeded' ? 'tool.completed' : 'tool.failed', offsetMs: endMs },
  ];
}

const interruptionEvents = ({ interruptions }: Timeline): TurnEvent[] =>
  interruptions.map(({ turn, kind, atMs }) => ({
    type: 'interruption',
    turn,
    actor: 'customer',
    offsetMs: atMs,
    data: { kind },
  }));
