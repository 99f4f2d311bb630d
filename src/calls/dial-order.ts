import { randomBytes } from 'node:crypto';
import type { AgentConfig } from '../agents/agent-config.js';
import type { OrganizationId } from '../auth/principal.js';
import { newId } from '../common/new-id.adapter.js';
import type { PlaceCall } from '../telephony/carrier.js';
import { callbackPath, type CallbackTarget } from './callback-path.js';

/**
 * One process's right to dial one call, until `validUntil` by that process's own monotonic clock (milliseconds). The
 * epoch fences it: whoever takes the call over raises it.
 */
export interface DialLease {
  org: OrganizationId;
  callId: string;
  epoch: number;
  validUntil: number;
}

/** One request to the carrier, before it is sent. */
export interface NewAttempt {
  id: string;
  /** Random; names the attempt in the addresses of its callbacks. */
  token: string;
}

/** 192 bits: nobody guesses the address of a callback. */
const TOKEN_BYTES = 24;

export const newAttempt = (): NewAttempt => ({
  id: newId(),
  token: randomBytes(TOKEN_BYTES).toString('base64url'),
});

/** Who calls whom, and how. */
export interface DialOrder {
  /** The organization's account at the carrier that dials; null: the installation's. */
  accountId: string | null;
  to: string;
  from: string;
  config: AgentConfig;
}

/** What the carrier is asked for; every address in it carries the attempt's token. */
export function placeCall(target: CallbackTarget, { to, from, config }: DialOrder): PlaceCall {
  return {
    to,
    from,
    callbacks: { answer: callbackPath(target, 'answer'), status: callbackPath(target, 'status') },
    ringTimeoutSeconds: config.ringTimeoutSeconds,
    maxDurationSeconds: config.maxDurationSeconds,
    voicemailDetection: {
      // A message is left when the machine's own greeting is over; to hang up, the first sign of a machine will do.
      when: config.voicemail.action === 'leave_message' ? 'greeting-end' : 'answer',
      callback: callbackPath(target, 'voicemail'),
    },
    recording: config.record ? { callback: callbackPath(target, 'recording') } : null,
  };
}
