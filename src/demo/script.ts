import type { Outcome } from './call-outcomes.js';
import type { Random } from './random.js';
import { GIVING_UP, REFUSALS, SMALL_TALK, STILL_THERE, TRANSFER } from './phrases.js';
import type { Exchange, Topic } from './topic.js';

/** What the wordings of a call are filled with. */
export type Facts = Readonly<Record<string, string>>;

/** One utterance before it has a time. */
export interface Line {
  speaker: 'agent' | 'customer';
  text: string;
  /** Silence before it, in milliseconds; for the agent, the time it takes to answer. */
  pauseMs: number;
  speechMs: number;
  tool?: UsedTool;
}

export type UsedTool = NonNullable<Exchange['tool']> & { status: 'succeeded' | 'timeout' | 'failed' };

const TOOL_RESULTS = [
  { status: 'succeeded', weight: 94 },
  { status: 'timeout', weight: 3 },
  { status: 'failed', weight: 3 },
] as const;
const WITHOUT_TOOL = 'My system does not answer right now, but I have my notes. ';

const WORD_MS = { agent: 370, customer: 345 };
const SHORTEST_SPEECH_MS = 450;
const TOOL_MS = { min: 250, max: 1_400 };

export const wordCount = (text: string): number => text.split(/\s+/).filter((word) => word !== '').length;

/** Replaces `{name}` by the fact of that name. */
export const fill = (wording: string, facts: Facts): string =>
  wording.replaceAll(/\{(\w+)\}/g, (whole, name: string) => facts[name] ?? whole);

/** Writes what is said in a call that is to last about `targetMs`. */
export function writeScript(
  topic: Topic,
  { heard, reason }: Outcome,
  facts: Facts,
  targetMs: number,
  random: Random,
): Line[] {
  const say = speakers(facts, random);
  switch (heard) {
    case 'talk':
      return conversation(topic, reason, say, targetMs, random);
    case 'refusal': {
      const words = reason === 'customer-opted-out' ? REFUSALS.optOut : REFUSALS.quick;
      return [say('agent', topic.openings), say('customer', words.customer), say('agent', words.agent)];
    }
    case 'silence':
      return [
        say('agent', topic.openings),
        waiting(say('agent', STILL_THERE)),
        waiting(say('agent', GIVING_UP)),
      ];
    case 'voicemail':
      return [say('agent', [topic.voicemail])];
    default:
      return [];
  }
}

type Say = (speaker: Line['speaker'], wordings: readonly string[], tool?: Exchange['tool']) => Line;

const speakers =
  (facts: Facts, random: Random): Say =>
  (speaker, wordings, tool) => {
    const used = tool && { ...tool, ...random.weighted(TOOL_RESULTS) };
    const apology = used && used.status !== 'succeeded' ? WITHOUT_TOOL : '';
    const text = apology + fill(random.pick(wordings), facts);
    const thinking =
      speaker === 'agent' ? random.around(850, 0.3, 450, 2_400) : random.around(600, 0.5, 150, 2_500);
    const lookUp = tool ? random.int(TOOL_MS.min, TOOL_MS.max) : 0;
    return {
      speaker,
      text,
      pauseMs: Math.round(thinking + lookUp),
      speechMs: Math.round(Math.max(SHORTEST_SPEECH_MS, wordCount(text) * WORD_MS[speaker])),
      ...(used && { tool: used }),
    };
  };

const waiting = (line: Line): Line => ({ ...line, pauseMs: line.pauseMs + 7_000 });

export const lengthOf = (lines: readonly Line[]): number =>
  lines.reduce((sum, { pauseMs, speechMs }) => sum + pauseMs + speechMs, 0);

/** Opening, the matter itself, small talk as long as there is time, and the end that the outcome wants. */
function conversation(topic: Topic, reason: string, say: Say, targetMs: number, random: Random): Line[] {
  const opening = [say('agent', topic.openings), say('customer', topic.replies)];
  const ending = endingOf(topic, reason, say);
  const lines: Line[] = [];
  const exchanges = [...topic.exchanges, ...random.shuffled(SMALL_TALK), ...random.shuffled(SMALL_TALK)];
  for (const { agent, customer, tool } of exchanges) {
    const more = [say('agent', agent, tool), say('customer', customer)];
    const total = lengthOf([...opening, ...lines, ...ending]);
    if (total + lengthOf(more) / 2 > targetMs) break;
    lines.push(...more);
  }
  return [...opening, ...lines, ...ending];
}

function endingOf(topic: Topic, reason: string, say: Say): Line[] {
  switch (reason) {
    case 'call-transferred':
      return [
        say('agent', ['Is there anything else?']),
        say('customer', TRANSFER.customer),
        say('agent', TRANSFER.agent),
      ];
    // Nobody says goodbye.
    case 'connection-lost':
    case 'manually-ended':
      return [];
    case 'customer-ended-call':
      return [
        say('agent', topic.closings),
        say('customer', ['Thanks, bye.', 'Thank you, goodbye.', 'Bye now.']),
      ];
    default:
      return [say('agent', topic.closings)];
  }
}
