/** Every time limit in a conversation that is not the agent's own, in milliseconds. Tests shrink them. */
export interface ConversationTimings {
  /** A carrier that has opened a socket says within this time for which call. */
  setup: number;
  /** A model that has not begun to answer by then is excused to the customer. */
  firstToken: number;
  /** A model that has not begun by then has failed. */
  giveUp: number;
  /** Between two keys of one number. */
  keypad: number;
  /** An interruption after which nobody says anything for so long was none: the agent goes on. */
  falseInterruption: number;
  /** After an answering machine's last word its tone comes within this time. */
  tone: number;
  /** Added to the time that words take, when the carrier does not say that they were spoken. */
  playoutGrace: number;
  /** A carrier that was told to end the session closes the socket within this time, or we do. */
  closing: number;
  /** How long a process owns a session without saying that it lives, and how often it says so. */
  lease: number;
  heartbeat: number;
  /** How long a process that still holds an earlier line of a call is given to write down what was said on it. */
  handover: number;
  /** How often sessions of lost processes are looked for. */
  sweep: number;
  /** How often a reader of a live view gets a sign of life; one who reads nothing for two of them is cut off. */
  liveHeartbeat: number;
  /** How long a goodbye may take when the only replica stops. */
  goodbye: number;
  /** How long the carrier is then given to close the calls it was said on. */
  lastWord: number;
}

const SECOND = 1_000;

/** Injection token of the timings in force. */
export const CONVERSATION_TIMINGS = Symbol('ConversationTimings');

export const DEFAULT_TIMINGS: ConversationTimings = {
  setup: 10 * SECOND,
  firstToken: 6 * SECOND,
  giveUp: 15 * SECOND,
  keypad: 2 * SECOND,
  falseInterruption: 2 * SECOND,
  tone: 2 * SECOND,
  playoutGrace: 2 * SECOND,
  closing: 5 * SECOND,
  lease: 30 * SECOND,
  heartbeat: 10 * SECOND,
  handover: SECOND,
  sweep: 5 * SECOND,
  liveHeartbeat: 10 * SECOND,
  goodbye: 10 * SECOND,
  lastWord: 5 * SECOND,
};
