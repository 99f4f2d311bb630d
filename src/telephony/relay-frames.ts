/**
 * The frames of ConversationRelay, the WebSocket on which a carrier sends what it heard and speaks what it is sent.
 * Source: Twilio, "ConversationRelay WebSocket messages".
 */

/** From the carrier. */
export type RelayInFrame =
  | {
      type: 'setup';
      sessionId: string;
      callSid: string;
      accountSid: string;
      from: string;
      to: string;
      direction: string;
      customParameters: Record<string, string>;
    }
  /** What the customer said; only the `last` one of an utterance is final. */
  | { type: 'prompt'; voicePrompt: string; lang: string | null; last: boolean }
  | { type: 'dtmf'; digit: string }
  /** The customer broke in: what was queued is gone. The text is of the current chunk only. */
  | { type: 'interrupt'; utteranceUntilInterrupt: string; durationUntilInterruptMs: number | null }
  /** The carrier could not use a frame of ours. */
  | { type: 'error'; description: string }
  | { type: 'info'; name: 'agentSpeaking' | 'clientSpeaking'; on: boolean }
  /** Words of ours that the customer has heard. */
  | { type: 'info'; name: 'tokensPlayed'; text: string }
  | { type: 'info'; name: 'roundTripDelayMs'; ms: number }
  /** A type or a name that is not known: to be ignored. */
  | { type: 'other'; name: string };

/** To the carrier. */
export type RelayOutFrame =
  /** `last` closes the talk cycle; speech begins before it. Spaces belong to the token. */
  | { type: 'text'; token: string; last: boolean; interruptible?: boolean; preemptible?: boolean }
  /** 0-9, w (half a second), # and *. Queued behind speech. */
  | { type: 'sendDigits'; digits: string }
  /** Ends the session: the carrier asks the action address what to do next, and gives it `handoffData`. */
  | { type: 'end'; handoffData?: string };

/** What `end` hands over to the address that is asked next. */
export type Handoff =
  | { reason: 'end' }
  /** `destination` is the name of one of the agent's transfer destinations, never a number. */
  | { reason: 'transfer'; destination: string };
