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

/**
 * Reads a frame of the carrier's, as tolerantly as its meaning allows: numbers and flags may come as text, fields that
 * are not needed may be missing. Null: it is no frame, and the carrier is at fault.
 */
export function readRelayFrame(text: string): RelayInFrame | null {
  const frame = parseObject(text);
  const type = frame?.['type'];
  if (!frame || typeof type !== 'string') return null;
  const read = READERS.get(type);
  return read ? read(frame) : { type: 'other', name: type };
}

type Fields = Record<string, unknown>;

const READERS = new Map<string, (frame: Fields) => RelayInFrame | null>([
  ['setup', readSetup],
  ['prompt', readPrompt],
  ['dtmf', readDtmf],
  ['interrupt', readInterrupt],
  ['error', ({ description }) => ({ type: 'error', description: textOf(description) ?? '' })],
  ['info', readInfo],
]);

function readSetup(frame: Fields): RelayInFrame | null {
  const [sessionId, callSid, accountSid] = [frame['sessionId'], frame['callSid'], frame['accountSid']].map(
    textOf,
  );
  if (!sessionId || !callSid || !accountSid) return null;
  const parameters = frame['customParameters'];
  return {
    type: 'setup',
    sessionId,
    callSid,
    accountSid,
    from: textOf(frame['from']) ?? '',
    to: textOf(frame['to']) ?? '',
    direction: textOf(frame['direction']) ?? '',
    customParameters: Object.fromEntries(
      Object.entries(isObject(parameters) ? parameters : {}).flatMap(([name, value]) => {
        const text = textOf(value);
        return text === null ? [] : [[name, text]];
      }),
    ),
  };
}

function readPrompt({ voicePrompt, lang, last }: Fields): RelayInFrame | null {
  const said = textOf(voicePrompt);
  // A carrier that sends no partial ones may leave `last` out.
  return said === null
    ? null
    : { type: 'prompt', voicePrompt: said, lang: textOf(lang), last: flagOf(last) ?? true };
}

function readDtmf({ digit }: Fields): RelayInFrame | null {
  const key = textOf(digit);
  return key !== null && /^[0-9A-D*#]$/i.test(key) ? { type: 'dtmf', digit: key.toUpperCase() } : null;
}

function readInterrupt({
  utteranceUntilInterrupt: said,
  durationUntilInterruptMs: duration,
}: Fields): RelayInFrame {
  return {
    type: 'interrupt',
    utteranceUntilInterrupt: textOf(said) ?? '',
    durationUntilInterruptMs: numberOf(duration),
  };
}

function readInfo({ name, value }: Fields): RelayInFrame | null {
  if (typeof name !== 'string') return null;
  if (name === 'agentSpeaking' || name === 'clientSpeaking') {
    const on = flagOf(value);
    return on === null ? null : { type: 'info', name, on };
  }
  if (name === 'tokensPlayed') {
    const text = textOf(value);
    return text === null ? null : { type: 'info', name, text };
  }
  if (name === 'roundTripDelayMs') {
    const ms = numberOf(value);
    return ms === null ? null : { type: 'info', name, ms };
  }
  return { type: 'other', name: `info ${name}` };
}

function parseObject(text: string): Fields | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;
}

/** A number of at least 0. */
function numberOf(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) && number >= 0 ? number : null;
}

function flagOf(value: unknown): boolean | null {
  const word = textOf(value)?.toLowerCase();
  if (word === 'on' || word === 'true') return true;
  return word === 'off' || word === 'false' ? false : null;
}
