import { z } from 'zod';
import { scriptSchema } from './customer-script.js';

const milliseconds = z.int().min(0).max(600_000);

/** What a callback is about, in the words of `dropCallbacks` and of the delivery log. */
const CALLBACK_KINDS = [
  'initiated',
  'ringing',
  'in-progress',
  'completed',
  'busy',
  'no-answer',
  'failed',
  'canceled',
  'detection',
  'recording',
] as const;
export type CallbackKind = (typeof CALLBACK_KINDS)[number];

/** An answer to a request that is refused. */
const refusal = z.strictObject({
  status: z.int().min(400).max(599),
  code: z.int(),
  retryAfterSeconds: z.number().min(0).optional(),
});
export type Refusal = z.infer<typeof refusal>;

/** Ways to make the carrier behave as carriers do on a bad day. Everything off is `DEFAULTS`. */
const shape = {
  /** Delivers `initiated` only after `ringing`. Counts calls. */
  shuffleProgress: z.boolean(),
  /** Delivers `in-progress` only after the final status. Counts calls. */
  lateInProgress: z.boolean(),
  /** Sends every callback this many times more. Counts callbacks. */
  duplicateCallbacks: z.int().min(0).max(20),
  /** Sends callbacks this much later. Counts callbacks. */
  delayCallbacksMs: milliseconds,
  /** Never sends these. Counts the callbacks lost. */
  dropCallbacks: z.array(z.enum(CALLBACK_KINDS)),
  /** Sends, before each callback, a forged one that says `failed` under a wrong signature. Counts callbacks. */
  forgeCallbacks: z.boolean(),
  /** Refuses new calls with this status and error code, without accepting them. Counts requests. */
  refuseCalls: refusal.nullable(),
  /** Accepts or changes a call and answers the request this much later. Counts requests. */
  holdAnswerMs: milliseconds,
  /** Accepts or changes a call and answers only after this callback of it (or the final one) was delivered. Counts requests. */
  answerAfterCallback: z.enum(['initiated', 'ringing', 'answered', 'completed']).nullable(),
  /** Accepts a call and closes the connection without an answer. Counts requests. */
  closeAfterAccept: z.boolean(),
  /** Accepts a call and answers 500. Counts requests. */
  failAfterAccept: z.boolean(),
  /** What the customer does on a relay, instead of what the number says. Counts calls. */
  script: scriptSchema.nullable(),
  /** Delivers `in-progress` only after a relay's setup frame. Counts calls. */
  inProgressAfterSetup: z.boolean(),
  /** The asynchronous detection's result comes so many simulated seconds after the answer. Counts calls. */
  detectionAfterSeconds: z.number().min(0).max(600).nullable(),
  /** Breaks the socket (1006) in the middle of the first sentence after the customer spoke. Counts relays. */
  dropSocket: z.boolean(),
  /** Takes what the customer says in one go for two utterances. Counts utterances. */
  splitUtterances: z.boolean(),
  /** Sends prompts that are not the last as well. Counts relays. */
  partialPrompts: z.boolean(),
  /** Sends each message in two fragments, each in a TCP segment of its own. Counts relays. */
  splitFrames: z.boolean(),
  /** Sends frames and names that nobody knows among the others, and durations as text. Counts relays. */
  strangeFrames: z.boolean(),
  /** Asks a relay's action this much later. Counts relays. */
  delayActionMs: milliseconds,
  /** Asks a relay's action this many times more. Counts relays. */
  duplicateAction: z.int().min(0).max(20),
  /** Recordings are ready this much later. Counts recordings. */
  delayRecordingMs: milliseconds,
  /** Recordings turn out to hold no sound. Counts recordings. */
  absentRecording: z.boolean(),
  /** Leaves calls younger than this out of the list. Counts list requests. */
  listLagMs: milliseconds,
  /** Refuses to show a call's summary, with this status and error code. Counts requests. */
  refuseSummaries: refusal.nullable(),
  /** Has no summary of a call. Counts requests. */
  absentSummary: z.boolean(),
  /** A call's summary is not complete yet. Counts the partial ones that are shown. */
  partialSummary: z.boolean(),
};

const knobs = z.strictObject(shape);
export type Knobs = z.infer<typeof knobs>;

export const DEFAULTS: Knobs = {
  shuffleProgress: false,
  lateInProgress: false,
  duplicateCallbacks: 0,
  delayCallbacksMs: 0,
  dropCallbacks: [],
  forgeCallbacks: false,
  refuseCalls: null,
  holdAnswerMs: 0,
  answerAfterCallback: null,
  closeAfterAccept: false,
  failAfterAccept: false,
  script: null,
  inProgressAfterSetup: false,
  detectionAfterSeconds: null,
  dropSocket: false,
  splitUtterances: false,
  partialPrompts: false,
  splitFrames: false,
  strangeFrames: false,
  delayActionMs: 0,
  duplicateAction: 0,
  delayRecordingMs: 0,
  absentRecording: false,
  listLagMs: 0,
  refuseSummaries: null,
  absentSummary: false,
  partialSummary: false,
};

/** A knob's setting: its value for good, or for the next `times` occasions. */
export type KnobSettings = {
  [K in keyof Knobs]?: Knobs[K] | { readonly value: Knobs[K]; readonly times: number };
};

const names = Object.keys(shape) as (keyof Knobs)[];

const settingsSchema = z.strictObject(
  Object.fromEntries(
    names.map((name) => {
      const once = z.strictObject({ value: shape[name], times: z.int().min(1) });
      return [name, z.union([shape[name], once]).optional()];
    }),
  ),
);

/** Checks settings that came over HTTP. Throws a ZodError that names every wrong one. */
export const readKnobSettings = (body: unknown): KnobSettings => settingsSchema.parse(body);

const isLimited = (setting: unknown): setting is { value: unknown; times: number } =>
  typeof setting === 'object' && setting !== null && 'times' in setting;

/** The knobs as they stand now; a limited one goes back to its default when it is used up. */
export class KnobBoard {
  private settings: KnobSettings = {};

  /** Sets exactly these; every knob that is not named goes back to its default. */
  set(settings: KnobSettings): void {
    this.settings = structuredClone(settings);
  }

  read(): KnobSettings {
    return { ...DEFAULTS, ...this.settings };
  }

  /** A knob's value for this occasion. `matters` tells whether the value makes a difference, and so counts. */
  take<K extends keyof Knobs>(name: K, matters: (value: Knobs[K]) => boolean = () => true): Knobs[K] {
    const setting: unknown = this.settings[name];
    if (setting === undefined) return DEFAULTS[name];
    if (!isLimited(setting)) return setting as Knobs[K];
    const value = setting.value as Knobs[K];
    if (!matters(value)) return value;
    setting.times -= 1;
    if (setting.times === 0) delete this.settings[name];
    return value;
  }
}
