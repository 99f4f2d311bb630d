import { z } from 'zod';

const call = z.object({
  id: z.string(),
  type: z.literal('function'),
  function: z.object({ name: z.string(), arguments: z.string() }),
});

const message = z.discriminatedUnion('role', [
  z.object({ role: z.literal('system'), content: z.string() }),
  z.object({ role: z.literal('user'), content: z.string() }),
  z.object({
    role: z.literal('assistant'),
    content: z.string().nullish(),
    tool_calls: z.array(call).optional(),
  }),
  z.object({ role: z.literal('tool'), tool_call_id: z.string(), content: z.string() }),
]);

const tool = z.object({
  type: z.literal('function'),
  function: z.object({
    name: z.string(),
    description: z.string().default(''),
    parameters: z.record(z.string(), z.unknown()).default({}),
    strict: z.boolean().optional(),
  }),
});

const format = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text') }),
  z.object({ type: z.literal('json_object') }),
  z.object({
    type: z.literal('json_schema'),
    json_schema: z.object({
      name: z.string(),
      schema: z.record(z.string(), z.unknown()),
      strict: z.boolean().optional(),
    }),
  }),
]);

const chatRequest = z.object({
  model: z.string().min(1),
  messages: z.array(message).min(1),
  tools: z.array(tool).default([]),
  stream: z.boolean().default(false),
  stream_options: z.object({ include_usage: z.boolean() }).optional(),
  parallel_tool_calls: z.boolean().optional(),
  temperature: z.number().min(0).max(2).optional(),
  max_tokens: z.int().positive().optional(),
  max_completion_tokens: z.int().positive().optional(),
  response_format: format.optional(),
});

/** What a chat-completions server reads of a request. */
export type ChatRequest = z.output<typeof chatRequest>;

/** @throws ZodError */
export const readChatRequest = (body: unknown): ChatRequest => chatRequest.parse(body);

/** The things that not every server can do, as far as the request asks for them. */
export function askedFor(request: ChatRequest): string[] {
  const format = request.response_format;
  const schema = format?.type === 'json_schema' ? format.json_schema : undefined;
  const strict = schema?.strict === true || request.tools.some((one) => one.function.strict === true);
  return [
    ...(strict ? ['strict'] : []),
    ...(schema ? ['json_schema'] : []),
    ...(format ? ['response_format'] : []),
    ...['stream_options', 'parallel_tool_calls', 'temperature', 'max_tokens'].filter(
      (name) => request[name as keyof ChatRequest] !== undefined,
    ),
  ];
}
