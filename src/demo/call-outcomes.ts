import type { CallStatus } from '../calls/call-status.js';

type FinalStatus = Extract<CallStatus, 'completed' | 'busy' | 'no-answer' | 'failed' | 'canceled'>;

/** How a call can go, how often it does, and what the record then says. */
export interface Outcome {
  weight: number;
  status: FinalStatus;
  reason: string;
  /** What there was to hear after the answer; null: it was not answered. */
  heard: 'talk' | 'refusal' | 'silence' | 'voicemail' | 'ivr' | 'nothing' | null;
  /** Seconds: from the answer to the end, else from ringing (or dialling) to the end. */
  seconds: { median: number; spread: number; min: number; max: number };
  /** Shares of call_success true and false; the rest is not known. */
  success: readonly [number, number];
  rang: boolean;
  by: 'customer' | 'agent' | 'operator' | 'carrier' | 'platform';
  category: 'customer' | 'destination' | 'account' | 'network' | 'application' | 'agent' | null;
  retryable: boolean;
  sipCode: number | null;
}

type Exception = Partial<Outcome> & Pick<Outcome, 'weight' | 'reason'>;

const CONVERSATION = { median: 105, spread: 0.55, min: 32, max: 240 };

const completed = (outcome: Exception): Outcome => ({
  status: 'completed',
  heard: 'talk',
  seconds: CONVERSATION,
  success: [0.7, 0.2],
  rang: true,
  by: 'customer',
  category: null,
  retryable: false,
  sipCode: null,
  ...outcome,
});

const unanswered = (status: FinalStatus, outcome: Exception): Outcome => ({
  status,
  heard: null,
  seconds: { median: 2, spread: 0.4, min: 1, max: 6 },
  success: [0, 1],
  rang: true,
  by: 'customer',
  category: 'customer',
  retryable: true,
  sipCode: null,
  ...outcome,
});

const fault = (outcome: Exception): Outcome =>
  unanswered('failed', { rang: false, by: 'carrier', category: 'network', ...outcome });

const brokenOff = (outcome: Exception): Outcome =>
  fault({ heard: 'talk', rang: true, seconds: { median: 55, spread: 0.5, min: 32, max: 240 }, ...outcome });

export const OUTBOUND_OUTCOMES: readonly Outcome[] = [
  completed({ weight: 24, reason: 'customer-ended-call' }),
  completed({ weight: 22, reason: 'agent-ended-call', by: 'agent', success: [0.85, 0.08] }),
  completed({
    weight: 6,
    reason: 'customer-ended-call',
    heard: 'refusal',
    seconds: { median: 18, spread: 0.15, min: 15, max: 24 },
    success: [0, 0.9],
  }),
  completed({
    weight: 15,
    reason: 'voicemail',
    heard: 'voicemail',
    seconds: { median: 30, spread: 0.2, min: 22, max: 50 },
    success: [0, 0.7],
    by: 'agent',
    retryable: true,
  }),
  completed({ weight: 4, reason: 'call-transferred', by: 'agent', success: [0.9, 0.02] }),
  completed({
    weight: 1.2,
    reason: 'customer-opted-out',
    heard: 'refusal',
    seconds: { median: 21, spread: 0.12, min: 18, max: 28 },
    success: [0, 1],
    by: 'agent',
  }),
  completed({
    weight: 1.2,
    reason: 'ivr-reached',
    heard: 'ivr',
    seconds: { median: 25, spread: 0.4, min: 8, max: 90 },
    success: [0, 1],
    by: 'agent',
    retryable: true,
  }),
  completed({
    weight: 1,
    reason: 'silence-timed-out',
    heard: 'silence',
    seconds: { median: 34, spread: 0.15, min: 26, max: 48 },
    success: [0, 0.8],
    by: 'platform',
    retryable: true,
  }),
  completed({ weight: 0.4, reason: 'manually-ended', by: 'operator', success: [0.2, 0.3] }),
  unanswered('busy', { weight: 4, reason: 'customer-busy', rang: false, sipCode: 486 }),
  unanswered('no-answer', {
    weight: 14,
    reason: 'customer-did-not-answer',
    seconds: { median: 38, spread: 0.15, min: 20, max: 45 },
    sipCode: 487,
  }),
  unanswered('no-answer', {
    weight: 4,
    reason: 'customer-declined',
    seconds: { median: 8, spread: 0.5, min: 2, max: 25 },
    sipCode: 603,
    retryable: false,
  }),
  unanswered('canceled', {
    weight: 0.8,
    reason: 'manually-canceled',
    seconds: { median: 6, spread: 0.5, min: 1, max: 20 },
    by: 'operator',
    category: null,
    retryable: false,
  }),
  fault({
    weight: 1.4,
    reason: 'invalid-destination',
    category: 'destination',
    retryable: false,
    sipCode: 404,
  }),
  fault({ weight: 0.3, reason: 'provider-rejected', category: 'account', retryable: false, sipCode: 403 }),
  fault({ weight: 0.4, reason: 'provider-unavailable', sipCode: 503 }),
  brokenOff({ weight: 0.7, reason: 'connection-lost' }),
  fault({
    weight: 0.3,
    reason: 'no-audio-received',
    rang: true,
    heard: 'nothing',
    seconds: { median: 15, spread: 0.2, min: 10, max: 25 },
  }),
];

export const INBOUND_OUTCOMES: readonly Outcome[] = [
  completed({ weight: 44, reason: 'customer-ended-call', success: [0.8, 0.12] }),
  completed({ weight: 34, reason: 'agent-ended-call', by: 'agent', success: [0.9, 0.05] }),
  completed({ weight: 14, reason: 'call-transferred', by: 'agent', success: [0.9, 0.02] }),
  completed({
    weight: 2,
    reason: 'silence-timed-out',
    heard: 'silence',
    seconds: { median: 34, spread: 0.15, min: 26, max: 48 },
    success: [0, 0.8],
    by: 'platform',
  }),
  fault({
    weight: 1.2,
    reason: 'agent-not-available',
    rang: true,
    by: 'platform',
    category: 'agent',
  }),
  brokenOff({ weight: 1, reason: 'connection-lost' }),
];
