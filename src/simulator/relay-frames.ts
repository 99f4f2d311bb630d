import { z } from 'zod';
import type { CarrierCall } from './carrier-call.js';

/** What an application may send (twilio.com/docs/voice/conversationrelay/websocket-messages). */
const schema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('text'),
    token: z.string(),
    last: z.boolean().default(false),
    lang: z.string().optional(),
    interruptible: z.boolean().optional(),
    preemptible: z.boolean().default(false),
  }),
  z.object({
    type: z.literal('play'),
    source: z.url(),
    loop: z.int().min(0).default(1),
    interruptible: z.boolean().optional(),
    preemptible: z.boolean().default(false),
  }),
  z.object({ type: z.literal('sendDigits'), digits: z.string().regex(/^[0-9w#*]+$/) }),
  z
    .object({
      type: z.literal('language'),
      ttsLanguage: z.string().optional(),
      transcriptionLanguage: z.string().optional(),
    })
    .refine(({ ttsLanguage, transcriptionLanguage }) => (ttsLanguage ?? transcriptionLanguage) !== undefined),
  z.object({ type: z.literal('end'), handoffData: z.string().optional() }),
]);

export type ApplicationFrame = z.infer<typeof schema>;

/** A frame of the application; undefined for one that the carrier answers with error 64107. */
export function readFrame(message: string): ApplicationFrame | undefined {
  try {
    return schema.safeParse(JSON.parse(message)).data;
  } catch {
    return undefined;
  }
}

/** A frame of the carrier. */
export type CarrierFrame = { readonly type: string } & Readonly<Record<string, unknown>>;

/** The first frame. An inbound call's first session opens before its answer is reported. */
export const setupFrame = (
  call: CarrierCall,
  sessionId: string,
  { isFirst, parameters }: { isFirst: boolean; parameters: Readonly<Record<string, string>> },
): CarrierFrame => ({
  type: 'setup',
  sessionId,
  callSid: call.sid,
  parentCallSid: call.parentCallSid ?? '',
  from: call.from,
  to: call.to,
  forwardedFrom: call.forwardedFrom ?? '',
  callerName: call.callerName ?? '',
  direction: call.direction,
  callType: 'PSTN',
  callStatus: call.direction === 'inbound' && isFirst ? 'RINGING' : 'IN_PROGRESS',
  accountSid: call.accountSid,
  customParameters: parameters,
});

export const info = (name: string, value: string): CarrierFrame => ({ type: 'info', name, value });

export const prompt = (voicePrompt: string, lang: string, last: boolean): CarrierFrame => ({
  type: 'prompt',
  voicePrompt,
  lang,
  last,
});

/** What is answered to a frame that makes no sense. */
export const malformed = (message: string): CarrierFrame => ({
  type: 'error',
  description: `Invalid message received, code: 64107, ${message.slice(0, 500)}`,
});

/** Frames that no documentation knows, and that an application has to ignore; which one follows from the one before. */
export const strangeAfter = ({ type }: CarrierFrame): CarrierFrame =>
  type === 'info'
    ? { type: 'info', name: 'customerMood', value: 'curious', ts: 1_767_225_600_000 }
    : { type: 'weather', outlook: ['sunny', null], after: type };
