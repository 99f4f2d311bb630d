import type { CallObstacle } from './carrier-status.js';

const invalid: CallObstacle = { reason: 'invalid-destination', category: 'destination', retryable: false };
const barred: CallObstacle = { reason: 'provider-rejected', category: 'destination', retryable: false };
const callerId: CallObstacle = { reason: 'provider-rejected', category: 'caller-id', retryable: false };
const account: CallObstacle = { reason: 'provider-rejected', category: 'account', retryable: false };
const request: CallObstacle = { reason: 'provider-rejected', category: 'request', retryable: false };
const network: CallObstacle = { reason: 'provider-unavailable', category: 'network', retryable: true };
const full: CallObstacle = { reason: 'provider-unavailable', category: 'capacity', retryable: true };
const tooManyCalls: CallObstacle = {
  reason: 'concurrency-limit-reached',
  category: 'capacity',
  retryable: true,
};
/** The carrier could not get or read what we answered it: ours to mend, never the customer's doing. */
const application: CallObstacle = { reason: 'unknown-error', category: 'application', retryable: true };

/**
 * Twilio's error codes that can end an outbound call, from the REST answer or from a status callback.
 * Source: https://www.twilio.com/docs/api/errors (one page a code).
 */
const OBSTACLES: ReadonlyMap<string, CallObstacle> = new Map(
  Object.entries({
    10001: account, // account is not active
    10002: account, // trial account does not support the feature
    10004: tooManyCalls, // call concurrency limit exceeded
    10005: account, // voice calling disabled for the account
    13214: callerId, // invalid caller id
    13223: invalid, // not E.164
    13224: invalid, // number not supported or invalid
    13225: barred, // blocked by Twilio
    13226: invalid, // invalid country code
    13227: barred, // geographic permission is off
    13247: callerId, // invalid, unassigned or do-not-originate From
    20003: account, // wrong credentials
    20005: account, // account not active
    20006: account, // access denied
    20010: account, // action disabled for the account
    20404: account, // no such account
    20429: full, // too many requests
    21201: invalid, // no number to call
    21202: barred, // premium number
    21203: barred, // international calling not enabled
    21210: callerId, // From not verified
    21211: invalid, // invalid To
    21212: callerId, // invalid From
    21213: callerId, // From missing
    21214: invalid, // To cannot be reached
    21215: barred, // geographic permission is off
    21216: barred, // blocked by Twilio
    21217: invalid, // not a valid number
    21219: barred, // trial account, To not verified
    22001: network, // timed out before the call was completed
    22005: full, // more than 24 hours of calls queued
    32016: network, // no ringing in time
    32017: callerId, // blocked by analytics for the caller id
    32203: barred, // blocked by Twilio
    32204: callerId, // From not verified
    32205: barred, // geographic permission is off
    32206: callerId, // invalid From
    32224: barred, // forwarded call blocked by regulation
    573002: callerId, // trial account, From not assigned to this recipient
    573005: barred, // trial account, To not verified
  }),
);

/** 11xxx: our URL could not be fetched; 12xxx: what it answered could not be understood. */
const ANSWER_NOT_USABLE = /^1[12]\d{3}$/;

/** What a Twilio error code says about the call; null for a code that says nothing about it. */
export function obstacleOfError(code: string | null): CallObstacle | null {
  if (code === null) return null;
  if (ANSWER_NOT_USABLE.test(code)) return application;
  return OBSTACLES.get(code) ?? null;
}

/** Why a request to dial was refused with a 4xx; a code that is not in the table blames our request. */
export const obstacleOfRefusal = (code: string | null): CallObstacle => obstacleOfError(code) ?? request;
