import type { CallMemory } from './call-brief.js';

/** A call before this one, with the same contact, in which somebody was reached. */
export interface EarlierCall {
  id: string;
  startedAt: Date;
  callType: 'inbound' | 'outbound';
  wentToVoicemail: boolean;
  /** What its analysis made of it. */
  summary: string | null;
  /** The end of its transcript, for a call that nobody has analysed (yet). */
  lastWords: string | null;
}

/** As many calls as a person would remember. */
export const CALLS_REMEMBERED = 3;

/** The brief goes into the agent's prompt, which is paid for with every turn. */
const BRIEF_AT_MOST = 1_200;
const LINE_AT_MOST = BRIEF_AT_MOST / CALLS_REMEMBERED - 1;

/** What an agent knows of earlier calls, newest first; null where there were none. */
export function composeMemory(total: number, newest: readonly EarlierCall[]): CallMemory | null {
  const [last] = newest;
  if (!last) return null;
  return {
    previous_calls: total,
    last_call_id: last.id,
    last_call_at: last.startedAt.toISOString(),
    brief: newest.slice(0, CALLS_REMEMBERED).map(lineOf).join('\n'),
  };
}

function lineOf({ startedAt, callType, ...call }: EarlierCall): string {
  const whose = callType === 'inbound' ? 'they called' : 'we called';
  const head = `${startedAt.toISOString().slice(0, 10)}, ${whose}: `;
  const text = whatWasSaid(call).replaceAll(/\s+/g, ' ').trim();
  return head + cut(text, LINE_AT_MOST - head.length, call.summary ? 'start' : 'end');
}

const whatWasSaid = ({ summary, lastWords, wentToVoicemail }: Omit<EarlierCall, 'startedAt' | 'callType'>) =>
  summary || (wentToVoicemail ? 'voicemail answered' : lastWords || 'nothing is known of what was said');

/** By code points, so that no character is halved. */
function cut(text: string, length: number, keep: 'start' | 'end'): string {
  const points = Array.from(text);
  if (points.length <= length) return text;
  const kept = keep === 'start' ? points.slice(0, length - 1) : points.slice(1 - length);
  return keep === 'start' ? `${kept.join('')}…` : `…${kept.join('')}`;
}
