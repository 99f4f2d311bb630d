import type { EventEntry, UtteranceEntry } from './conversation-entries.js';

/** From when to when somebody spoke, in epoch milliseconds. */
interface Span {
  turn: number | null;
  from: number;
  to: number;
}

/** The agent began while the customer was speaking. */
export interface Overlap {
  at: number;
  turn: number | null;
  /** How long the customer had spoken. */
  spokenMs: number;
  heard: string | null;
  unspoken: string | null;
  customerText: string | null;
}

/** One that has no end lasted until the end of everything, one that has no beginning is left out. */
export function spansOf(events: readonly EventEntry[], speaker: 'agent' | 'customer', end: number): Span[] {
  const spans: Span[] = [];
  let open: Omit<Span, 'to'> | null = null;
  for (const { type, at, turn } of events) {
    if (type === `${speaker}.speech_started`) open ??= { turn, from: at };
    if (type !== `${speaker}.speech_ended` || open === null) continue;
    spans.push({ ...open, to: at });
    open = null;
  }
  return open === null ? spans : [...spans, { ...open, to: Math.max(open.from, end) }];
}

export const lengthOf = (spans: readonly Span[]): number =>
  spans.reduce((sum, { from, to }) => sum + to - from, 0);

/** Every time that the agent began in the middle of what the customer said. */
export function overlapsIn(
  events: readonly EventEntry[],
  utterances: readonly UtteranceEntry[],
  end: number,
): Overlap[] {
  const customer = spansOf(events, 'customer', end);
  return spansOf(events, 'agent', end).flatMap((agent) => {
    const { from: at, turn } = agent;
    const interrupted = customer.find(({ from, to }) => at > from && at < to);
    if (!interrupted) return [];
    const begun = (speaker: UtteranceEntry['speaker'], { from, to }: Span): UtteranceEntry[] =>
      utterances.filter(
        ({ speaker: who, startedAt }) =>
          who === speaker && startedAt !== null && startedAt >= from && startedAt < to,
      );
    const said = begun('agent', agent);
    return {
      at,
      turn,
      spokenMs: at - interrupted.from,
      heard: joined(said.map(({ text }) => text)),
      unspoken: joined(said.map(({ unspoken }) => unspoken)),
      customerText: joined(begun('customer', interrupted).map(({ text }) => text)),
    };
  });
}

const joined = (texts: readonly (string | null)[]): string | null =>
  texts.filter((text) => text !== null).join(' ') || null;
