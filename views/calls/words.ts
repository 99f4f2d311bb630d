import type { Tone } from '../shared/status.js';

export type CallStatus =
  | 'scheduled'
  | 'queued'
  | 'ringing'
  | 'in-progress'
  | 'completed'
  | 'busy'
  | 'no-answer'
  | 'failed'
  | 'canceled';

/** Each status as people say it. */
export const STATUS_WORDS: Record<CallStatus, string> = {
  scheduled: 'Scheduled',
  queued: 'Queued',
  ringing: 'Ringing',
  'in-progress': 'In progress',
  completed: 'Completed',
  busy: 'Busy',
  'no-answer': 'No answer',
  failed: 'Failed',
  canceled: 'Cancelled',
};

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export const DIRECTION_WORDS = { inbound: 'Inbound', outbound: 'Outbound' } as const;
export const SUCCESS_WORDS = { true: 'Successful', false: 'Not successful' } as const;
export const VOICEMAIL_WORDS = { true: 'Reached voicemail', false: 'No voicemail' } as const;

export interface CallOutcome {
  status: CallStatus;
  success: boolean | null;
  voicemail: boolean;
}

const TONES: Record<CallStatus, Tone> = {
  scheduled: 'off',
  queued: 'waiting',
  ringing: 'waiting',
  'in-progress': 'live',
  completed: 'off',
  busy: 'off',
  'no-answer': 'off',
  failed: 'bad',
  canceled: 'off',
};

export const isLive = (status: CallStatus): boolean =>
  status === 'queued' || status === 'ringing' || status === 'in-progress';

/** Not over: it can still be called off. */
export const isUnderWay = (status: CallStatus): boolean => isLive(status) || status === 'scheduled';

/** How the call went, in a word and a colour. */
export function outcomeOf({ status, success, voicemail }: CallOutcome): { tone: Tone; word: string } {
  if (status !== 'completed') return { tone: TONES[status], word: STATUS_WORDS[status] };
  const word = voicemail ? 'Voicemail' : STATUS_WORDS.completed;
  return { tone: success === null || voicemail ? 'off' : success ? 'good' : 'bad', word };
}

/** What the outcome says beyond its word: whether a call that was held reached what it was for. */
export const successNote = ({ status, success, voicemail }: CallOutcome): string | null =>
  status === 'completed' && !voicemail && success !== null ? SUCCESS_WORDS[`${success}`].toLowerCase() : null;
