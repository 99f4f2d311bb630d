/** Every time limit in the life of a call, in milliseconds. Tests shrink them through the settings. */
export interface CallTimings {
  /** How long a process may dial a call before another one takes it over; renewed while it dials. */
  dialLease: number;
  /** How often expired leases are looked for: the most that a retry or a take-over comes late. */
  dialPoll: number;
  /** A call that could not be handed to the carrier by then fails instead of ringing late. */
  dialDeadline: number;
  /** First wait after a dial that never reached the carrier; doubles up to the longest. */
  dialRetry: number;
  dialRetryLongest: number;

  /** When the carrier's list is searched for a dial of unknown outcome, after it was sent. */
  lostDialSearches: readonly number[];
  /** An unknown outcome that is not known by then ends the call. */
  lostDialGiveUp: number;
  /** Longest time between a dial and the carrier's record of it, in either direction: clocks differ. */
  lostDialWindow: number;

  /** How long a last word that an earlier, missing callback would change is held back. */
  straggler: number;

  /** How long a last word is held back for a conversation that is still being written down. */
  conversationGrace: number;

  /** How often calls that are due to be looked at are looked for. */
  watchPoll: number;
  /** How long one look at a call may take before another process looks as well. */
  watchLease: number;
  /** Longest time queued at the carrier, and ringing; in progress beyond the longest call. */
  queuedLimit: number;
  ringingLimit: number;
  inProgressGrace: number;
  /** The carrier rings this much longer than it was asked to, before the watchdog asks why. */
  ringingGrace: number;
  /** After a call, before its recording is asked for if the carrier has not reported it. */
  recordingCheck: number;
  /** When the carrier is asked how a call sounded, after its end, until it has told all it knows. */
  soundLooks: readonly number[];
  /** Between telling the carrier to end a call and asking what became of it. */
  endCheck: number;
  /** First wait after a carrier that could not be asked; doubles up to the longest, until it is given up. */
  watchRetry: number;
  watchRetryLongest: number;
  watchGiveUp: number;
}

/** Injection token of the timings in force. */
export const TIMINGS = Symbol('CallTimings');

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

export const CALL_TIMINGS: CallTimings = {
  // Outlives the ten seconds that one request to the carrier may take.
  dialLease: 20 * SECOND,
  dialPoll: SECOND,
  dialDeadline: 5 * MINUTE,
  dialRetry: SECOND,
  dialRetryLongest: 30 * SECOND,

  lostDialSearches: [5 * SECOND, 15 * SECOND, MINUTE, 5 * MINUTE],
  lostDialGiveUp: 10 * MINUTE,
  lostDialWindow: MINUTE,

  straggler: 3 * SECOND,
  conversationGrace: MINUTE,

  watchPoll: SECOND,
  watchLease: 30 * SECOND,
  queuedLimit: 10 * MINUTE,
  ringingLimit: 2 * MINUTE,
  inProgressGrace: 2 * MINUTE,
  ringingGrace: 20 * SECOND,
  recordingCheck: MINUTE,
  // Twilio shows part of it after ten minutes at most, and all of it after half an hour.
  soundLooks: [5 * SECOND, MINUTE, 11 * MINUTE, 31 * MINUTE, HOUR],
  endCheck: 5 * SECOND,
  watchRetry: 30 * SECOND,
  watchRetryLongest: 15 * MINUTE,
  watchGiveUp: 4 * HOUR,
};

/** The wait before attempt number `attempt` (from 1) of something that is tried again ever more slowly. */
export const backOff = (attempt: number, first: number, longest: number): number =>
  Math.min(longest, first * 2 ** Math.min(attempt - 1, 30));
