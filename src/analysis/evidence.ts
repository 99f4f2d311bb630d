import type { Line } from './transcript-lines.js';

export interface Quote {
  quote: string;
  transcript_index: number;
}

const MOST_QUOTES = 5;
/** A shorter text is found anywhere and proves nothing. */
const SHORTEST_QUOTE = 2;

/** The quotes that were really said, each with the line in which it stands. A model invents some. */
export function provenQuotes(quotes: readonly Quote[], lines: readonly Line[]): Quote[] {
  const proven = quotes.flatMap(({ quote, transcript_index }) => {
    const wanted = plain(quote);
    if (wanted.length < SHORTEST_QUOTE) return [];
    const holds = ({ text }: Line): boolean => plain(text).includes(wanted);
    const named = lines.find(({ index }) => index === transcript_index);
    const line = named && holds(named) ? named : lines.find(holds);
    return line ? [{ quote, transcript_index: line.index }] : [];
  });
  return proven.slice(0, MOST_QUOTES);
}

/** Without what transcribers and models write differently. */
const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/[^\p{L}\p{N}']+/gu, ' ')
    .trim();
