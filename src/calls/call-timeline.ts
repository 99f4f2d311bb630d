import type { AnswerGap, SpeechBlock, TimelineMark, TimelineShown } from '../../views/calls/timeline.js';
import { shortTime } from '../../views/shared/duration.js';
import type { CallPayload } from './call.dto.js';
import type { Interruption, ToolUse, TurnEvent } from './call-diagnostics.dto.js';
import type { Utterance } from './transcript.dto.js';

type Drawn = Pick<
  CallPayload,
  | 'call_duration'
  | 'transcript_formatted'
  | 'latency_metrics'
  | 'interruptions'
  | 'tool_usage'
  | 'turn_events'
>;

const SLOW_ANSWER_MS = 2_000;
const WORD_MS = 400;
const MOST_TICKS = 12;
const TICK_SECONDS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1_800];

/** The timeline of a call; null when nobody knows who spoke when. */
export function timelineOf(call: Drawn): TimelineShown | null {
  const timed = (call.transcript_formatted ?? []).filter(isTimed);
  if (timed.length === 0) return null;
  const speech = timed.map(blockOf);
  const marks = [
    ...(call.interruptions ?? []).map(interruptionMark),
    ...(call.tool_usage ?? []).flatMap(toolMark),
    ...(call.turn_events ?? []).flatMap(eventMark),
  ]
    .filter(({ atMs }) => atMs >= 0)
    .toSorted((a, b) => a.atMs - b.atMs);
  const ends = [...speech.map(({ endMs }) => endMs), ...marks.map(({ atMs }) => atMs)];
  const lengthMs = Math.max((call.call_duration ?? 0) * 1_000, 1_000, ...ends);
  return { lengthMs, speech, gaps: gapsOf(call, timed), marks, tickMs: ticksOf(lengthMs) };
}

type Timed = Utterance & { start_ms: number };

const isTimed = (utterance: Utterance): utterance is Timed => utterance.start_ms !== null;

function blockOf(utterance: Timed): SpeechBlock {
  const { index, speaker, speaker_label, text, text_unspoken, start_ms, end_ms } = utterance;
  const guessedEnd = start_ms + text.split(/\s+/).length * WORD_MS;
  return {
    index,
    lane: speaker === 'agent' || speaker === 'system' ? 'agent' : 'customer',
    speaker: speaker_label,
    text,
    unspoken: text_unspoken,
    startMs: Math.max(0, start_ms),
    endMs: Math.max(start_ms, end_ms ?? guessedEnd),
  };
}

/** Each measured answer, before the agent's first words of its turn. */
function gapsOf({ latency_metrics }: Drawn, timed: readonly Timed[]): AnswerGap[] {
  return (latency_metrics?.turns ?? []).flatMap(({ turn, e2e }) => {
    const answer = timed.find((one) => one.turn === turn && one.speaker === 'agent');
    if (!answer || e2e === null) return [];
    const endMs = answer.start_ms;
    return [{ turn, startMs: Math.max(0, endMs - e2e), endMs, isSlow: e2e > SLOW_ANSWER_MS }];
  });
}

const INTERRUPTIONS: Record<Interruption['kind'], string> = {
  'barge-in': 'The customer broke in',
  backchannel: 'The customer spoke along',
  false: 'Noise, taken for speech',
  overlap: 'Both spoke',
};

const interruptionMark = (one: Interruption): TimelineMark => ({
  kind: one.kind === 'barge-in' ? 'interruption' : 'aside',
  atMs: one.offset_ms,
  title: one.by === 'agent' ? 'The agent broke in' : INTERRUPTIONS[one.kind],
  detail: one.customer_text,
  unspoken: one.agent_text_unspoken,
  isBad: one.kind === 'barge-in',
});

const toolMark = (tool: ToolUse): TimelineMark[] =>
  tool.offset_ms === null
    ? []
    : [
        {
          kind: 'tool',
          atMs: tool.offset_ms,
          title: `Tool ${tool.name}`,
          detail: tool.error ?? (tool.latency_ms === null ? null : `took ${shortTime(tool.latency_ms)}`),
          unspoken: null,
          isBad: tool.status !== 'succeeded',
        },
      ];

/** What is not drawn already as speech, an interruption or a tool. */
const EVENTS: Partial<Record<TurnEvent['type'], string>> = {
  dtmf: 'Keys pressed',
  silence: 'Silence noticed',
  'voicemail.detected': 'Voicemail detected',
  'call.transferred': 'Transferred',
  error: 'Error',
};

function eventMark({ type, offset_ms, data }: TurnEvent): TimelineMark[] {
  const title = EVENTS[type];
  if (title === undefined) return [];
  const word = Object.values(data ?? {}).find((value) => typeof value === 'string');
  return [
    {
      kind: 'event',
      atMs: offset_ms,
      title,
      detail: word ?? null,
      unspoken: null,
      isBad: type === 'error',
    },
  ];
}

function ticksOf(lengthMs: number): number[] {
  const seconds = TICK_SECONDS.find((step) => lengthMs / 1_000 / step <= MOST_TICKS) ?? 3_600;
  return Array.from(
    { length: Math.floor(lengthMs / 1_000 / seconds) + 1 },
    (_, index) => index * seconds * 1_000,
  );
}
