import type { TimelineMark } from './timeline.js';

/** Words that somebody spoke, or was about to. */
export const quoted = (text: string): string => `“${text}”`;

/** What a mark says beside its title; what the customer said into the agent's words is a quotation. */
export const detailText = ({ kind, detail }: TimelineMark): string | null =>
  !detail || kind === 'tool' || kind === 'event' ? detail : quoted(detail);

/** What an interrupted agent had still wanted to say. */
export const unspokenText = (unspoken: string | null): string | null =>
  unspoken === null ? null : `Not said: ${quoted(unspoken)}`;
