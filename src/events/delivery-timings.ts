const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Every time limit in the life of a delivery, in milliseconds. Tests shrink them through the settings. */
export interface DeliveryTimings {
  /** Before each attempt, counted from the one before it; the last one that fails ends the delivery. */
  schedule: readonly number[];
  /** Each of them is longer or shorter by up to this part, so that what failed together does not come back together. */
  jitter: number;
  /** Longest that a `Retry-After` is obeyed. */
  retryAfterLongest: number;
  /** One attempt, from the connection to the answer. */
  attempt: number;

  /** How often due deliveries are looked for that nobody in this process told of: retries, and what others left. */
  poll: number;
  /** How long a process may work on an endpoint before another one takes it over; renewed while it works. */
  lease: number;
  /** What may still be finished when the service stops; what is not is sent again by whoever comes next. */
  stopGrace: number;

  /** Failures in a row from which on an endpoint is only probed: a number, not a time. */
  breakerFailures: number;
  /** Before the first probe; doubles up to the longest. */
  probeFirst: number;
  probeLongest: number;

  /** An endpoint that failed at every attempt for so long, and so many times, is disabled. */
  disableAfter: number;
  disableFailures: number;
}

/** Injection token of the timings in force. */
export const DELIVERY_TIMINGS = Symbol('DeliveryTimings');

export const STANDARD_DELIVERY_TIMINGS: DeliveryTimings = {
  schedule: [
    0,
    5 * SECOND,
    5 * MINUTE,
    30 * MINUTE,
    2 * HOUR,
    5 * HOUR,
    10 * HOUR,
    14 * HOUR,
    20 * HOUR,
    24 * HOUR,
  ],
  jitter: 0.2,
  retryAfterLongest: DAY,
  attempt: 15 * SECOND,

  poll: 250,
  lease: 10 * SECOND,
  stopGrace: 5 * SECOND,

  breakerFailures: 20,
  probeFirst: 5 * SECOND,
  probeLongest: 5 * MINUTE,

  disableAfter: 5 * DAY,
  disableFailures: 10,
};
