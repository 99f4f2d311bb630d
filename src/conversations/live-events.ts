import type { UtteranceEntry } from './conversation-entries.js';

/** What was said, as it is kept: its place among a call's entries, and the entry. */
export interface LiveUtterance {
  seq: number;
  data: Omit<UtteranceEntry, 'kind'>;
}

/** Where a stream begins: after an entry, or nowhere, because its reader has seen the end. */
export type LivePlace = { after: number } | 'end';

/** The id of an event: who comes back with it goes on behind it. */
const ID = /^(\d{1,9})(\.end)?$/;

/** Reads a `Last-Event-ID`; undefined when it is none of ours. */
export function readPlace(id: string | undefined): LivePlace | undefined {
  if (id === undefined || id === '') return { after: 0 };
  const [, seq, end] = ID.exec(id) ?? [];
  if (seq === undefined) return undefined;
  return end ? 'end' : { after: Number(seq) };
}

/** The call as reading it shows it: at the beginning, and whenever that has changed. */
export const statusEvent = (seq: number, call: string): string => event(String(seq), 'status', call);

export const utteranceEvent = ({ seq, data }: LiveUtterance): string =>
  event(
    String(seq),
    'utterance',
    JSON.stringify({
      seq,
      turn: data.turn,
      speaker: data.speaker,
      text: data.text,
      text_unspoken: data.unspoken,
      at: new Date(data.startedAt ?? data.at).toISOString(),
    }),
  );

/** Nothing comes after it. */
export const endEvent = (seq: number): string => event(`${seq}.end`, 'end', '{}');

/** A comment: keeps proxies from closing the connection. */
export const HEARTBEAT = ': still here\n\n';

/** JSON has no line breaks of its own. */
const event = (id: string, name: string, data: string): string =>
  `id: ${id}\nevent: ${name}\ndata: ${data}\n\n`;
