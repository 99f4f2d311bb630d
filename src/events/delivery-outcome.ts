import { redactText } from '../common/redact-text.js';
import type { SafeHttpResult } from '../common/safe-http.client.js';
import { DELIVERY_ERRORS, type DeliveryError } from './delivery-errors.js';
import { readRetryAfter } from './retry-schedule.js';

/** What an attempt came to, as it is logged. */
export interface DeliveryOutcome {
  delivered: boolean;
  status: number | null;
  error: DeliveryError | null;
  message: string | null;
  latencyMs: number;
  /** Fit for the log. */
  body: string | null;
  truncated: boolean;
  /** What the receiver asks for, in ms. */
  retryAfter: number | null;
}

/** Reads an answer, or why there is none. Only 2xx counts. */
export function outcomeOf(result: SafeHttpResult, now: Date): DeliveryOutcome {
  const { latencyMs } = result;
  if (!result.ok) return { ...failed(result.error, latencyMs), message: result.message };
  const { status, headers, body, truncated } = result;
  const error = errorOf(status);
  return {
    delivered: error === null,
    status,
    error,
    message: error && DELIVERY_ERRORS[error],
    latencyMs,
    // A mark may fall into the middle of a character, which PostgreSQL would not take.
    body: redactText(body).toWellFormed(),
    truncated,
    retryAfter: error && readRetryAfter(headers['retry-after'], now),
  };
}

/** An attempt without an answer. */
export const failed = (error: DeliveryError, latencyMs: number): DeliveryOutcome => ({
  delivered: false,
  status: null,
  error,
  message: DELIVERY_ERRORS[error],
  latencyMs,
  body: null,
  truncated: false,
  retryAfter: null,
});

function errorOf(status: number): DeliveryError | null {
  if (status >= 200 && status < 300) return null;
  if (status === 410) return 'gone';
  return status >= 300 && status < 400 ? 'redirect' : 'bad_status';
}
