import type { DeliveryTimings } from './delivery-timings.js';

/**
 * Milliseconds until the next attempt of a delivery that has been tried so many times, or null when that was the last
 * one. `chance` is from 0 to 1. A receiver may ask for more time, never for less: that would use the attempts up.
 */
export function nextPause(
  tries: number,
  { schedule, jitter, retryAfterLongest }: DeliveryTimings,
  chance: number,
  retryAfter: number | null,
): number | null {
  const pause = schedule[tries];
  if (pause === undefined) return null;
  const spread = pause * (1 + jitter * (2 * chance - 1));
  return Math.round(Math.max(spread, Math.min(retryAfter ?? 0, retryAfterLongest)));
}

/** Milliseconds that a `Retry-After` asks for: seconds, also with a fraction, or a date (RFC 9110, section 10.2.3). */
export function readRetryAfter(header: string | undefined, now: Date): number | null {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}(\.\d{1,9})?$/.test(text)) return Number(text) * 1_000;
  const date = /^[A-Z][a-z]{2},? /.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(date) ? null : Math.max(0, date - now.getTime());
}
