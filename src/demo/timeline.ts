import type { Outcome } from './call-outcomes.js';
import { type Interruption, interruptionsIn } from './interruptions.js';
import type { Random } from './random.js';
import { lengthOf, type Line, type UsedTool } from './script.js';

/** What it took the agent to answer, in whole milliseconds that add up to `e2e`. */
interface Latency {
  e2e: number;
  stt: number;
  llm: number;
  tts: number;
  tool: number | null;
}

/** Something said, at its place in the call: milliseconds from the answer. */
export interface Utterance {
  index: number;
  /** 1 is the opening; every utterance of the customer after it begins the next. */
  turn: number;
  speaker: Line['speaker'];
  /** What was heard. */
  text: string;
  /** What the agent had still wanted to say. */
  unspoken: string | null;
  startMs: number;
  endMs: number;
  confidence: number | null;
  /** Null when the agent did not answer anybody. */
  latency: Latency | null;
  tool: ToolCall | null;
  /** What came of the call rests on it. */
  decides: boolean;
}

export interface ToolCall {
  id: string;
  name: string;
  source: 'builtin' | 'http';
  status: UsedTool['status'];
  finds: Readonly<Record<string, string>>;
  startMs: number;
  endMs: number;
}

/** A whole conversation. */
export interface Timeline {
  durationMs: number;
  utterances: Utterance[];
  interruptions: Interruption[];
}

/** The last word is not the end: somebody still has to hang up. */
const HANG_UP_MS = 600;

/** Lays the lines out over a call of exactly `durationMs`: pauses and speech are stretched alike. */
export function layOut(
  lines: readonly Line[],
  { heard }: Pick<Outcome, 'heard'>,
  durationMs: number,
  random: Random,
): Timeline {
  const heardLines = lines
    .map((line, index) => cutShort(line, lines[index + 1], random))
    .map((line, index, all) => (all[index - 1]?.unspoken ? atOnce(line) : line));
  // A voicemail's greeting comes first; the agent speaks at its end.
  const greetingMs = heard === 'voicemail' ? Math.max(0, durationMs - lengthOf(heardLines) - HANG_UP_MS) : 0;
  const stretch = (durationMs - greetingMs - HANG_UP_MS) / lengthOf(heardLines);
  const utterances: Utterance[] = [];
  let time = greetingMs;
  let turn = 1;
  for (const [index, line] of heardLines.entries()) {
    turn += line.speaker === 'customer' ? 1 : 0;
    const startMs = Math.round(time + line.pauseMs * stretch);
    time += (line.pauseMs + line.speechMs) * stretch;
    const before = utterances.at(-1);
    const answers = line.speaker === 'agent' && before?.speaker === 'customer';
    const latency = answers ? shares(startMs - before.endMs, line.tool !== undefined, random) : null;
    utterances.push({
      index,
      turn,
      speaker: line.speaker,
      text: line.text,
      unspoken: line.unspoken,
      startMs,
      endMs: Math.min(Math.round(time), durationMs),
      confidence: line.speaker === 'customer' ? round(random.around(0.94, 0.04, 0.6, 0.99), 3) : null,
      latency,
      decides: line.decides ?? false,
      tool: line.tool && latency && before ? toolCall(line.tool, before.endMs, latency, random) : null,
    });
  }
  return { durationMs, utterances, interruptions: interruptionsIn(utterances, random) };
}

const BARGE_IN_SHARE = 0.07;
const SHORTEST_TO_INTERRUPT = 12;

type HeardLine = Line & { unspoken: string | null };

const atOnce = (line: HeardLine): HeardLine => ({ ...line, pauseMs: 0 });

/** Now and then the customer does not let the agent finish. */
function cutShort(line: Line, next: Line | undefined, random: Random): HeardLine {
  const words = line.text.split(' ');
  const interrupted =
    line.speaker === 'agent' &&
    next?.speaker === 'customer' &&
    words.length >= SHORTEST_TO_INTERRUPT &&
    random.chance(BARGE_IN_SHARE);
  if (!interrupted) return { ...line, unspoken: null };
  const spoken = random.int(Math.ceil(words.length * 0.4), Math.floor(words.length * 0.8));
  return {
    ...line,
    text: words.slice(0, spoken).join(' '),
    unspoken: words.slice(spoken).join(' '),
    speechMs: Math.round((line.speechMs * spoken) / words.length),
  };
}

/** Splits the agent's pause into what it did meanwhile. */
function shares(e2e: number, usesTool: boolean, random: Random): Latency {
  const tool = usesTool ? Math.round(e2e * (0.3 + 0.2 * random.next())) : null;
  const rest = e2e - (tool ?? 0);
  const stt = Math.round(rest * (0.15 + 0.1 * random.next()));
  const llm = Math.round(rest * (0.45 + 0.15 * random.next()));
  return { e2e, stt, llm, tts: rest - stt - llm, tool };
}

function toolCall(
  { name, source, finds, status }: UsedTool,
  askedMs: number,
  latency: Latency,
  random: Random,
): ToolCall {
  const startMs = askedMs + latency.stt + Math.round(latency.llm / 2);
  return {
    id: `call_${random.hex(24)}`,
    name,
    source,
    status,
    finds,
    startMs,
    endMs: startMs + (latency.tool ?? 0),
  };
}

export const round = (value: number, digits: number): number => Number(value.toFixed(digits));
