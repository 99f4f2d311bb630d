import type { Outcome } from './call-outcomes.js';
import type { Random } from './random.js';
import { GIVING_UP, PARTINGS, REFUSALS, SMALL_TALK, STILL_THERE, TRANSFER } from './phrases.js';
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
  /** What came of the call rests on it. */
  decides?: true;
}

/** What a call is about, and how it goes. */
interface Matter {
  topic: Topic;
  outcome: Outcome;
  facts: Facts;
  success: boolean | null;
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
export function writeScript(matter: Matter, targetMs: number, random: Random): Line[] {
  const { topic, outcome, facts } = matter;
  const say = speakers(facts, random);
  switch (outcome.heard) {
    case 'talk':
      return conversation(matter, say, targetMs, random);
    case 'refusal': {
      const words = outcome.reason === 'customer-opted-out' ? REFUSALS.optOut : REFUSALS.quick;
      return [
        say('agent', topic.openings),
        { ...say('customer', words.customer), decides: true },
        say('agent', words.agent),
      ];
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

/**
 * Opening, the matter itself, small talk as long as there is time, and the end that the outcome wants. What the call is
 * for is settled however short it is, unless it is broken off.
 */
function conversation(matter: Matter, say: Say, targetMs: number, random: Random): Line[] {
  const { topic, success } = matter;
  const opening = [say('agent', topic.openings), say('customer', topic.replies)];
  const ending = endingOf(matter, say);
  const linesOf = (exchange: Exchange): Line[] => [
    say('agent', exchange.agent, exchange.tool),
    { ...say('customer', answersTo(exchange, success)), ...(exchange.decides && { decides: true }) },
  ];
  const order = orderOf(topic, success, random);
  const parts = order.map((exchange) => (exchange.decides && ending.length > 0 ? linesOf(exchange) : []));
  for (const [index, exchange] of order.entries()) {
    if (exchange.decides) continue;
    const more = linesOf(exchange);
    const total = lengthOf([...opening, ...parts.flat(), ...ending]);
    if (total + lengthOf(more) / 2 > targetMs) break;
    parts[index] = more;
  }
  return [...opening, ...parts.flat(), ...ending];
}

/** After a no there is nothing left to talk about: what the call is for comes up last. */
function orderOf({ exchanges }: Topic, success: boolean | null, random: Random): Exchange[] {
  const smallTalk = [...random.shuffled(SMALL_TALK), ...random.shuffled(SMALL_TALK)];
  if (success === true) return [...exchanges, ...smallTalk];
  const place = exchanges.findIndex(({ decides }) => decides);
  return [...exchanges.slice(0, place), ...smallTalk, ...exchanges.slice(place, place + 1)];
}

function answersTo({ customer, decides }: Exchange, success: boolean | null): readonly string[] {
  if (!decides || success === true) return customer;
  return success === false ? decides.no : decides.unsure;
}

function endingOf({ topic, outcome, success }: Matter, say: Say): Line[] {
  const closings = success === true ? topic.closings : PARTINGS;
  switch (outcome.reason) {
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
      return [say('agent', closings), say('customer', ['Thanks, bye.', 'Thank you, goodbye.', 'Bye now.'])];
    default:
      return [say('agent', closings)];
  }
}
