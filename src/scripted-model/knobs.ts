import { z } from 'zod';

/** What a server may be without; it refuses a request that asks for it, as such servers do. */
const LACKS = [
  'strict',
  'json_schema',
  'response_format',
  'stream_options',
  'parallel_tool_calls',
  'temperature',
  'max_tokens',
] as const;

/** Ways to fail. */
const FAULTS = [
  /** Takes the request and never answers. */
  'silent',
  /** Answers 200 and nothing in it. */
  'empty',
  /** Ends in the middle of a chunk's JSON. */
  'half-json',
  /** Sends one line of 10 MB. */
  'long-line',
  /** Begins to answer, then sends an error instead of a chunk. */
  'error-in-stream',
  /** Begins to answer, then the connection breaks. */
  'dropped',
  /** Begins to answer, then ends properly without having finished. */
  'cut-off',
  /** Redirects to another address. */
  'redirect',
] as const;

const toolCall = z.strictObject({ name: z.string(), arguments: z.string() });
const scriptedReply = z.strictObject({
  text: z.string().default(''),
  toolCalls: z.array(toolCall).default([]),
});

const shape = {
  /** To the first token, ms. */
  firstTokenMs: z.int().min(0).max(600_000),
  /** 0: all at once. */
  tokensPerSecond: z.number().min(0).max(100_000),
  /** Characters of a tool call's arguments in one chunk; 0 for all in one. */
  splitArguments: z.int().min(0).max(1_000),
  lacks: z.array(z.enum(LACKS)),
  fault: z.enum(FAULTS).nullable(),
  /** Answers with this status and an error body that repeats the request's key. */
  status: z.int().min(400).max(599).nullable(),
  /** Requests that `fault` and `status` are for; null for all that come. */
  faultTimes: z.int().min(1).nullable(),
  /** Thinks aloud before it answers: in a field of its own, or in the text. */
  reasoning: z.enum(['field', 'tags']).nullable(),
  /** Sends comments between events and ends its lines with CRLF. */
  oddFraming: z.boolean(),
  /** Does not say what it counted. */
  omitUsage: z.boolean(),
  /** What it answers to the next requests, instead of what it makes of them. */
  replies: z.array(scriptedReply).max(1_000),
};

export type Knobs = { [Name in keyof typeof shape]: z.output<(typeof shape)[Name]> };

/** As fast as a good model. */
export const REALISTIC: Knobs = {
  firstTokenMs: 250,
  tokensPerSecond: 60,
  splitArguments: 0,
  lacks: [],
  fault: null,
  status: null,
  faultTimes: null,
  reasoning: null,
  oddFraming: false,
  omitUsage: false,
  replies: [],
};

/** Checks knobs that came over HTTP; what is not named stays as it is. @throws ZodError */
export const readKnobs = (body: unknown): Partial<Knobs> => z.strictObject(shape).partial().parse(body);
