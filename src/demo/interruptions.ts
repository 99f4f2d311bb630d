import type { Random } from './random.js';
import { wordCount } from './script.js';
import type { Utterance } from './timeline.js';

/** The customer spoke while the agent did. */
export interface Interruption {
  turn: number;
  kind: 'barge-in' | 'backchannel';
  atMs: number;
  /** How long the agent had spoken. */
  spokenMs: number;
  agentText: string;
  unspoken: string | null;
  customerText: string;
  agentResumed: boolean;
}

const BACKCHANNELS = ['Mm-hm.', 'Okay.', 'Right.', 'Uh-huh.'];
const BACKCHANNEL_SHARE = 0.05;
const LONG_ENOUGH_MS = 3_000;

/** Barge-ins as the lines have them, and the small words that stop nobody. */
export function interruptionsIn(utterances: readonly Utterance[], random: Random): Interruption[] {
  return utterances.flatMap((utterance, index): Interruption[] => {
    const { turn, speaker, startMs, endMs, text, unspoken } = utterance;
    const next = utterances[index + 1];
    if (unspoken !== null && next) return [bargeIn(utterance, next)];
    if (speaker !== 'agent' || endMs - startMs < LONG_ENOUGH_MS || !random.chance(BACKCHANNEL_SHARE))
      return [];
    const atMs = random.int(startMs + 1_000, endMs - 1_000);
    const spokenMs = atMs - startMs;
    const agentText = wordsBy(text, spokenMs / (endMs - startMs));
    const customerText = random.pick(BACKCHANNELS);
    return [
      {
        turn,
        kind: 'backchannel',
        atMs,
        spokenMs,
        agentText,
        unspoken: null,
        customerText,
        agentResumed: true,
      },
    ];
  });
}

const bargeIn = ({ turn, startMs, endMs, text, unspoken }: Utterance, next: Utterance): Interruption => ({
  turn,
  kind: 'barge-in',
  atMs: endMs,
  spokenMs: endMs - startMs,
  agentText: text,
  unspoken,
  customerText: next.text,
  agentResumed: false,
});

const wordsBy = (text: string, share: number): string =>
  text
    .split(' ')
    .slice(0, Math.max(1, Math.round(wordCount(text) * share)))
    .join(' ');
