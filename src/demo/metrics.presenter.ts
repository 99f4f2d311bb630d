import type { Random } from './random.js';
import { wordCount } from './script.js';
import { stageStats } from '../calls/stage-stats.js';
import { round, type Timeline, type Utterance } from './timeline.js';

const talkMs = (utterances: readonly Utterance[], speaker: Utterance['speaker']): number =>
  utterances
    .filter((one) => one.speaker === speaker)
    .reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);

const SLOW_ANSWER_MS = 2_000;
const LONG_SILENCE_MS = 6_000;

/** `quality_metrics`, computed from what was said when. */
export function presentQuality({ durationMs, utterances, interruptions }: Timeline) {
  const agent = talkMs(utterances, 'agent');
  const customer = talkMs(utterances, 'customer');
  const longestSilence = longestGap(durationMs, utterances);
  const tools = utterances.flatMap(({ tool }) => tool ?? []);
  const failures = tools.filter(({ status }) => status !== 'succeeded').length;
  const issues = [
    ...(longestSilence > LONG_SILENCE_MS ? ['long-silence'] : []),
    ...(utterances.some(({ latency }) => latency && latency.e2e > SLOW_ANSWER_MS) ? ['slow-answer'] : []),
    ...(failures > 0 ? ['tool-failure'] : []),
  ];
  const bargeIns = interruptions.filter(({ kind }) => kind === 'barge-in').length;
  return {
    overall_score: Math.max(0, 100 - 12 * issues.length - 3 * bargeIns),
    issues,
    turn_count: utterances.at(-1)?.turn ?? 0,
    agent_talk_ms: agent,
    customer_talk_ms: customer,
    silence_ms: durationMs - agent - customer,
    longest_silence_ms: longestSilence,
    talk_ratio: agent + customer === 0 ? null : round(agent / (agent + customer), 3),
    interruption_count: interruptions.length,
    customer_interruptions: interruptions.length,
    agent_interruptions: 0,
    false_interruptions: interruptions.length - bargeIns,
    tool_calls: tools.length,
    tool_failures: failures,
    llm_tokens: tokensOf(utterances),
    estimated: false,
  };
}

const PROMPT_TOKENS = 620;
const TOKENS_PER_WORD = 1.35;

/** Every answer reads the prompt and all that was said before it. */
function tokensOf(utterances: readonly Utterance[]): number {
  let said = 0;
  let tokens = 0;
  for (const { speaker, text } of utterances) {
    said += Math.round(wordCount(text) * TOKENS_PER_WORD);
    tokens += speaker === 'agent' ? PROMPT_TOKENS + said : 0;
  }
  return tokens;
}

/** The longest time in which nobody spoke, the beginning and the end of the call included. */
function longestGap(durationMs: number, utterances: readonly Utterance[]): number {
  const starts = [...utterances.map(({ startMs }) => startMs), durationMs];
  const ends = [0, ...utterances.map(({ endMs }) => endMs)];
  return Math.max(...starts.map((start, index) => start - (ends[index] ?? 0)));
}

/** `latency_metrics`; null where nobody was answered. */
export function presentLatency({ utterances }: Timeline) {
  const turns = utterances.flatMap(({ turn, latency }) => (latency ? [{ turn, ...latency }] : []));
  const opening = utterances.find(({ speaker }) => speaker === 'agent');
  if (!opening) return null;
  return {
    unit: 'ms',
    e2e: stageStats(turns.map(({ e2e }) => e2e)),
    stt: stageStats(turns.map(({ stt }) => stt)),
    llm: stageStats(turns.map(({ llm }) => llm)),
    tts: stageStats(turns.map(({ tts }) => tts)),
    tool: stageStats(turns.flatMap(({ tool }) => tool ?? [])),
    first_response_ms: opening.startMs,
    turns: turns.map(({ turn, e2e, stt, llm, tts, tool }) => ({ turn, e2e, stt, llm, tts, tool })),
  };
}

/** `audio_metrics` of a call that was connected: as much as the relay lets anybody know. */
export function presentAudio({ utterances }: Timeline, random: Random) {
  const talk = talkMs(utterances, 'agent');
  const words = utterances
    .filter(({ speaker }) => speaker === 'agent')
    .reduce((sum, { text }) => sum + wordCount(text), 0);
  return {
    codec: null,
    inbound: null,
    outbound: null,
    rtt_ms: Math.round(random.around(58, 0.4, 18, 320)),
    words_per_minute: talk === 0 ? null : Math.round((words * 60_000) / talk),
    source: 'estimated',
  };
}
