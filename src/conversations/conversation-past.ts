import type { RelayOutcome } from '../calls/relay-outcome.js';
import type { Entry } from './conversation-entries.js';
import { History } from './history.js';

/** What was said on earlier sockets of the same call. */
export interface ConversationPast {
  history: History;
  /** The last turn that was written down; the opening is 1. */
  turn: number;
  /** Why the last socket closed; null when there was none. */
  resumedAfter: RelayOutcome | null;
  /** The customer wants no more calls. */
  hasOptedOut: boolean;
}

/** The past as it was written down. */
export function pastOf(entries: readonly Entry[], resumedAfter: RelayOutcome | null): ConversationPast {
  const history = new History();
  let turn = 1;
  for (const entry of entries.toSorted((a, b) => a.at - b.at)) {
    if (entry.kind === 'utterance') {
      turn = Math.max(turn, entry.turn);
      const forModel = entry.unspoken === null ? entry.text : `${entry.text} …`;
      if (entry.speaker === 'customer') history.customer(entry.text);
      else history.agent({ forModel });
    } else if (entry.kind === 'tool') {
      history.tool(entry.call, entry.result);
    }
  }
  return { history, turn, resumedAfter, hasOptedOut: entries.some(isOptOut) };
}

const isOptOut = (entry: Entry): boolean =>
  entry.kind === 'tool' && entry.usage?.name === 'opt_out' && entry.usage.status === 'succeeded';
