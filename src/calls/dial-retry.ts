import { backOff, type CallTimings } from './call-timings.js';

/**
 * When to dial again after `attempts` dials that certainly did not reach the carrier; null when that is later than the
 * call may still be dialled. The carrier's `Retry-After`, if it gave one, is kept.
 */
export function nextDial(
  now: Date,
  deadline: Date,
  { attempts, retryAfterSeconds }: { attempts: number; retryAfterSeconds: number | null },
  timings: Pick<CallTimings, 'dialRetry' | 'dialRetryLongest'>,
): Date | null {
  const wait = Math.max(
    backOff(attempts, timings.dialRetry, timings.dialRetryLongest),
    (retryAfterSeconds ?? 0) * 1000,
  );
  const next = new Date(now.getTime() + wait);
  return next < deadline ? next : null;
}
