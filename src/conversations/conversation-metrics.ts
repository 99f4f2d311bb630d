import type { AudioPayload } from '../calls/audio-metrics.js';
import { stageStats } from '../calls/stage-stats.js';
import type {
  Entry,
  EventEntry,
  InterruptionEntry,
  TurnEntry,
  UtteranceEntry,
} from './conversation-entries.js';
import { lengthOf, spansOf, type Overlap } from './speech-spans.js';

/** A conversation between two instants, taken apart. */
export interface Conversation {
  /** The answer: zero of every position. */
  zero: number;
  /** When the last socket closed. */
  end: number;
  utterances: UtteranceEntry[];
  events: EventEntry[];
  interruptions: InterruptionEntry[];
  overlaps: Overlap[];
  turns: TurnEntry[];
  tools: Extract<Entry, { kind: 'tool' }>[];
  /** The carrier told who spoke when. */
  isMeasured: boolean;
  roundTripMs: number | null;
}

/** What the score loses by. */
const SLOW_ANSWER_MS = 2_000;
const LONG_SILENCE_MS = 6_000;
const PER_ISSUE = 12;
const PER_BARGE_IN = 3;

/** Words a minute of a voice whose times nobody told. */
const ESTIMATED_PACE = 150;
const MINUTE_MS = 60_000;

/** `quality_metrics` */
export function qualityMetrics(conversation: Conversation) {
  const { interruptions, overlaps, tools, turns, utterances, isMeasured } = conversation;
  const talk = talkTimes(conversation);
  const silence = isMeasured ? silences(conversation) : { silence_ms: null, longest_silence_ms: null };
  const used = tools.flatMap(({ usage }) => usage ?? []);
  const failures = used.filter(({ status }) => status !== 'succeeded').length;
  const issues = issuesOf(conversation, silence.longest_silence_ms, failures);
  const byKind = (type: InterruptionEntry['type']) => interruptions.filter((one) => one.type === type).length;
  const counted = turns.flatMap(({ tokens }) => tokens ?? []);
  return {
    overall_score: Math.max(0, 100 - PER_ISSUE * issues.length - PER_BARGE_IN * byKind('barge-in')),
    issues,
    turn_count: new Set(utterances.map(({ turn }) => turn)).size,
    agent_talk_ms: talk.agent,
    customer_talk_ms: talk.customer,
    ...silence,
    talk_ratio: talk.agent + talk.customer === 0 ? null : round3(talk.agent / (talk.agent + talk.customer)),
    interruption_count: interruptions.length + overlaps.length,
    customer_interruptions: interruptions.length,
    agent_interruptions: overlaps.length,
    false_interruptions: byKind('false') + byKind('backchannel'),
    tool_calls: used.length,
    tool_failures: failures,
    llm_tokens: counted.length === 0 ? null : counted.reduce((sum, tokens) => sum + tokens, 0),
    estimated: !isMeasured,
  };
}

function issuesOf(
  { turns, events }: Conversation,
  longestSilence: number | null,
  failures: number,
): string[] {
  return [
    ...((longestSilence ?? 0) > LONG_SILENCE_MS ? ['long-silence'] : []),
    ...(turns.some(({ e2e }) => (e2e ?? 0) > SLOW_ANSWER_MS) ? ['slow-answer'] : []),
    ...(failures > 0 ? ['tool-failure'] : []),
    ...(events.some(({ type }) => type === 'error') ? ['error'] : []),
  ];
}

/** `latency_metrics`; null where nothing was measured. */
export function latencyMetrics({ turns, utterances, zero, isMeasured }: Conversation) {
  const first = utterances.find(({ speaker, startedAt }) => speaker === 'agent' && startedAt !== null);
  const firstResponse = isMeasured && first?.startedAt ? Math.max(0, first.startedAt - zero) : null;
  const measured = turns.filter(({ e2e, stt, llm, tts, tool }) => [e2e, stt, llm, tts, tool].some(isKnown));
  if (measured.length === 0 && firstResponse === null) return null;
  const stage = (name: 'e2e' | 'stt' | 'llm' | 'tts' | 'tool') =>
    stageStats(measured.flatMap((turn) => turn[name] ?? []));
  return {
    unit: 'ms',
    e2e: stage('e2e'),
    stt: stage('stt'),
    llm: stage('llm'),
    tts: stage('tts'),
    tool: stage('tool'),
    first_response_ms: firstResponse,
    turns: measured.map(({ turn, e2e, stt, llm, tts, tool }) => ({ turn, e2e, stt, llm, tts, tool })),
  };
}

/** `audio_metrics`: what the relay lets us know. The carrier tells its own figures later, when it is asked. */
export function audioMetrics({ utterances, roundTripMs, isMeasured }: Conversation): AudioPayload | null {
  const timed = utterances.flatMap(({ speaker, text, startedAt, endedAt }) =>
    speaker === 'agent' && startedAt !== null && endedAt !== null
      ? [{ words: wordCount(text), ms: endedAt - startedAt }]
      : [],
  );
  const ms = timed.reduce((sum, one) => sum + one.ms, 0);
  const words = timed.reduce((sum, one) => sum + one.words, 0);
  const pace = isMeasured && ms > 0 ? Math.round((words * MINUTE_MS) / ms) : null;
  if (pace === null && roundTripMs === null) return null;
  return {
    codec: null,
    inbound: null,
    outbound: null,
    rtt_ms: roundTripMs,
    words_per_minute: pace,
    source: 'estimated',
  };
}

/** How long each side spoke. */
function talkTimes({ utterances, events, isMeasured, end }: Conversation) {
  if (!isMeasured) {
    const estimate = (speaker: UtteranceEntry['speaker']): number => {
      const spoken = utterances.filter((one) => one.speaker === speaker);
      const words = spoken.reduce((sum, { text }) => sum + wordCount(text), 0);
      return Math.round((words * MINUTE_MS) / ESTIMATED_PACE);
    };
    return { agent: estimate('agent'), customer: estimate('customer') };
  }
  return {
    agent: lengthOf(spansOf(events, 'agent', end)),
    customer: lengthOf(spansOf(events, 'customer', end)),
  };
}

/** The times in which nobody spoke, from the answer to the end. */
function silences({ events, zero, end }: Conversation) {
  const spans = [...spansOf(events, 'agent', end), ...spansOf(events, 'customer', end)].toSorted(
    (a, b) => a.from - b.from,
  );
  let heardUntil = zero;
  const gaps = [...spans, { from: end, to: end }].map(({ from, to }) => {
    const gap = Math.max(0, Math.min(from, end) - heardUntil);
    heardUntil = Math.max(heardUntil, to);
    return gap;
  });
  return { silence_ms: gaps.reduce((sum, gap) => sum + gap, 0), longest_silence_ms: Math.max(...gaps) };
}

const wordCount = (text: string): number => text.split(/\s+/).filter((word) => word !== '').length;
const round3 = (value: number): number => Number(value.toFixed(3));
const isKnown = (value: number | null): boolean => value !== null;
