/** Every status of a call; the last five are final and never change again. */
export const CALL_STATUSES = [
  'scheduled',
  'queued',
  'ringing',
  'in-progress',
  'completed',
  'busy',
  'no-answer',
  'failed',
  'canceled',
] as const;
export type CallStatus = (typeof CALL_STATUSES)[number];

export type LiveStatus = 'queued' | 'ringing' | 'in-progress';
export type FinalStatus = 'completed' | 'busy' | 'no-answer' | 'failed' | 'canceled';

/** Who asked to end a call before it ended by itself. */
export type EndRequester = 'operator' | 'watchdog';

/** What may follow what. A final status has no successors. */
const SUCCESSORS: Record<CallStatus, readonly CallStatus[]> = {
  scheduled: ['queued', 'canceled'],
  queued: ['ringing', 'in-progress', 'completed', 'busy', 'no-answer', 'failed', 'canceled'],
  ringing: ['in-progress', 'completed', 'busy', 'no-answer', 'failed', 'canceled'],
  'in-progress': ['completed', 'failed'],
  completed: [],
  busy: [],
  'no-answer': [],
  failed: [],
  canceled: [],
};

export const canMove = (from: CallStatus, to: CallStatus): boolean => SUCCESSORS[from].includes(to);

export const isFinal = (status: CallStatus): status is FinalStatus => SUCCESSORS[status].length === 0;

/** Live calls count towards the organization's concurrency limit. */
export const LIVE_STATUSES = ['queued', 'ringing', 'in-progress'] as const satisfies readonly LiveStatus[];
