import type { Input } from './relay-order.js';
import { CHARACTERS_PER_SECOND } from './speaking-time.js';

/** One piece of what the agent plays: a sentence, a file, or digits. */
export interface Piece {
  /** What `tokensPlayed` says of it. */
  readonly text: string;
  readonly seconds: number;
  readonly interruptible: Input;
  /** Gives way to the next message that has no such mark. */
  readonly preemptible: boolean;
}

/** A sentence ends here: not inside of `3.50` or `10:30`, whose rest may still be on its way. */
const SENTENCE_END = /(?:[.!?:](?=\s)|(?<!\d)[.!?:]$|\d[!?]$)/;

/** Cuts the sentences that are complete out of the text so far; all of it when nothing follows. */
export function cutSentences(text: string, isAll: boolean): { sentences: string[]; rest: string } {
  const sentences: string[] = [];
  let rest = text;
  for (let end = SENTENCE_END.exec(rest); end !== null; end = SENTENCE_END.exec(rest)) {
    const cut = end.index + end[0].length;
    sentences.push(rest.slice(0, cut).trim());
    rest = rest.slice(cut);
  }
  if (isAll) {
    sentences.push(rest.trim());
    rest = '';
  }
  return { sentences: sentences.filter((sentence) => sentence !== ''), rest };
}

/** The whole words of a text that were spoken in so many seconds. */
export function spokenIn(text: string, seconds: number): string {
  const characters = Math.floor(seconds * CHARACTERS_PER_SECOND);
  if (characters >= text.length) return text;
  return /^.*(?=\s)/s.exec(text.slice(0, characters + 1))?.[0].trim() ?? '';
}
