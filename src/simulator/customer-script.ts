import { z } from 'zod';

/** Instead of waiting for the agent to finish: so many simulated milliseconds after it began to speak. */
const interruptAfterMs = z.int().min(0).max(600_000).optional();

/** What a scripted customer does next. */
const step = z.union([
  /** Says something, when the agent has finished. `splitUtterance`: the carrier takes it for two utterances. */
  z.strictObject({
    say: z.string().min(1).max(2000),
    splitUtterance: z.boolean().optional(),
    interruptAfterMs,
  }),
  /** Presses keys; `w` waits half a second. */
  z.strictObject({ dtmf: z.string().regex(/^[0-9*#w]{1,64}$/), interruptAfterMs }),
  /** Says nothing for so many simulated seconds, whatever the agent does. */
  z.strictObject({ silence: z.number().min(0).max(14_400) }),
  z.strictObject({ hangup: z.literal(true), interruptAfterMs }),
  /** Breaks the carrier's socket to the application; the script goes on when the carrier opens another. */
  z.strictObject({ dropSocket: z.literal(true), interruptAfterMs }),
  /** Sends the application a frame as it is: a text, or something that becomes JSON. */
  z.strictObject({ sendRaw: z.union([z.string(), z.looseObject({})]), interruptAfterMs }),
]);

/** What a scripted customer does, one step after the other; after the last one it only listens. */
export const scriptSchema = z.array(step).max(200);
export type Script = z.infer<typeof scriptSchema>;
export type ScriptStep = Script[number];
