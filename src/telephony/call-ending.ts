import type { CallObstacle, CarrierCallStatus } from './carrier-status.js';

interface Ending {
  status: CarrierCallStatus;
  obstacle: CallObstacle | null;
}

const customer = (reason: CallObstacle['reason'], retryable: boolean): CallObstacle => ({
  reason,
  category: 'customer',
  retryable,
});
const failed = (
  reason: CallObstacle['reason'],
  category: CallObstacle['category'],
  retryable: boolean,
): Ending => ({ status: 'failed', obstacle: { reason, category, retryable } });

const BUSY: Ending = { status: 'busy', obstacle: customer('customer-busy', true) };
const NO_ANSWER: Ending = { status: 'no-answer', obstacle: customer('customer-did-not-answer', true) };
/** The contract counts a declined call among the unanswered ones, whatever the carrier calls it. */
const DECLINED: Ending = { status: 'no-answer', obstacle: customer('customer-declined', false) };
const NO_SUCH_NUMBER = failed('invalid-destination', 'destination', false);
const REFUSED = failed('provider-rejected', 'account', false);
const BAD_REPUTATION = failed('provider-rejected', 'caller-id', false);
const NETWORK_DOWN = failed('provider-unavailable', 'network', true);
/** Answered, and yet not a completed call: the carrier got no usable document from us. */
const ANSWER_LOST = failed('unknown-error', 'application', true);
const UNNAMED = failed('unknown-error', 'network', true);

/** Final SIP answers, RFC 3261 section 21; 607 is RFC 8197, 608 is RFC 8688. */
const BY_SIP_CODE: Readonly<Record<number, Ending>> = {
  200: ANSWER_LOST,
  401: REFUSED,
  402: REFUSED,
  403: REFUSED,
  404: NO_SUCH_NUMBER,
  407: REFUSED,
  408: NETWORK_DOWN,
  410: NO_SUCH_NUMBER,
  480: NO_ANSWER,
  484: NO_SUCH_NUMBER,
  486: BUSY,
  487: NO_ANSWER,
  500: NETWORK_DOWN,
  502: NETWORK_DOWN,
  503: NETWORK_DOWN,
  504: NETWORK_DOWN,
  600: BUSY,
  603: DECLINED,
  604: NO_SUCH_NUMBER,
  607: DECLINED,
  608: BAD_REPUTATION,
};

const BY_STATUS: Partial<Record<CarrierCallStatus, Ending>> = {
  busy: BUSY,
  'no-answer': NO_ANSWER,
  failed: UNNAMED,
};

/** The SIP codes that know better than the carrier's `busy` or `no-answer`. */
const OUTRANKS_STATUS: ReadonlySet<number> = new Set([200, 603, 607]);

/**
 * How a call ended, from the carrier's status, the final SIP code and what its error code says (any may be missing).
 * Only `busy`, `no-answer` and `failed` are looked into; every other status stands as it is.
 *
 * A fault of ours or of the network is never blamed on the customer: a `busy` that hides an unreachable answer URL
 * becomes `failed`. A `failed` whose SIP code names the customer's doing becomes `busy` or `no-answer`.
 */
export function callEnding(
  status: CarrierCallStatus | null,
  sipCode: number | null,
  error: CallObstacle | null,
): { status: CarrierCallStatus | null; obstacle: CallObstacle | null } {
  const byStatus = status === null ? undefined : BY_STATUS[status];
  if (!byStatus) return { status, obstacle: null };
  if (error && (status === 'failed' || error.category === 'application'))
    return { status: 'failed', obstacle: error };
  const bySip = sipCode === null ? undefined : BY_SIP_CODE[sipCode];
  const outranks = sipCode !== null && (status === 'failed' || OUTRANKS_STATUS.has(sipCode));
  return bySip && outranks ? bySip : byStatus;
}
