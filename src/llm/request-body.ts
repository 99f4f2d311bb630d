import type {
  ChatCompletionCreateParamsBase,
  ChatCompletionMessageParam,
  ChatCompletionTool,
} from 'openai/resources/chat/completions/completions';
import type { Ability } from './abilities.js';
import type { LlmMessage, LlmRequest, LlmTool } from './llm.js';
import { isStrictSchema } from './strict-schema.js';

export interface JsonAnswer {
  name: string;
  schema: Record<string, unknown>;
}

/** A request on the wire, and which of the things that not every server can do it asks for. */
export interface RequestBody {
  body: ChatCompletionCreateParamsBase;
  asksFor: ReadonlySet<Ability>;
}

interface Part {
  fields: Partial<ChatCompletionCreateParamsBase>;
  asksFor: Ability[];
}

/** The request as its server can take it: without what it is known to be unable to do. */
export function requestBody(
  request: LlmRequest & { schema?: JsonAnswer },
  unable: ReadonlySet<Ability>,
): RequestBody {
  const parts = [
    toolsPart(request.tools ?? [], unable),
    temperaturePart(request, unable),
    lengthPart(request, unable),
    request.schema ? answerPart(request.schema, unable) : streamPart(unable),
  ];
  const messages = [...request.messages.map(wireMessage), ...instructionOf(request.schema, unable)];
  const fields = parts.map((part) => part.fields);
  const body = Object.assign({ model: request.endpoint.model, messages }, ...fields);
  return { body, asksFor: new Set(parts.flatMap((part) => part.asksFor)) };
}

const NOTHING: Part = { fields: {}, asksFor: [] };

function toolsPart(tools: readonly LlmTool[], unable: ReadonlySet<Ability>): Part {
  if (tools.length === 0) return NOTHING;
  const strict = !unable.has('strict') && tools.some(({ parameters }) => isStrictSchema(parameters));
  const oneByOne = !unable.has('parallel_tool_calls');
  return {
    fields: {
      tools: tools.map((tool) => wireTool(tool, strict)),
      ...(oneByOne && { parallel_tool_calls: false }),
    },
    asksFor: [
      ...(strict ? (['strict'] as const) : []),
      ...(oneByOne ? (['parallel_tool_calls'] as const) : []),
    ],
  };
}

function temperaturePart({ temperature }: LlmRequest, unable: ReadonlySet<Ability>): Part {
  if (temperature === null || temperature === undefined || unable.has('temperature')) return NOTHING;
  return { fields: { temperature }, asksFor: ['temperature'] };
}

/** Models that think before they speak know the limit by another name. */
function lengthPart({ maxTokens }: LlmRequest, unable: ReadonlySet<Ability>): Part {
  if (maxTokens === undefined) return NOTHING;
  return unable.has('max_tokens')
    ? { fields: { max_completion_tokens: maxTokens }, asksFor: [] }
    : { fields: { max_tokens: maxTokens }, asksFor: ['max_tokens'] };
}

function streamPart(unable: ReadonlySet<Ability>): Part {
  return unable.has('stream_options')
    ? { fields: { stream: true }, asksFor: [] }
    : { fields: { stream: true, stream_options: { include_usage: true } }, asksFor: ['stream_options'] };
}

/** json_schema, else json_object, else nothing: the instruction says it then. */
function answerPart({ name, schema }: JsonAnswer, unable: ReadonlySet<Ability>): Part {
  if (unable.has('response_format')) return NOTHING;
  if (unable.has('json_schema'))
    return { fields: { response_format: { type: 'json_object' } }, asksFor: ['response_format'] };
  const strict = !unable.has('strict') && isStrictSchema(schema);
  const format = { name, schema, ...(strict && { strict }) };
  return {
    fields: { response_format: { type: 'json_schema', json_schema: format } },
    asksFor: ['json_schema', 'response_format', ...(strict ? (['strict'] as const) : [])],
  };
}

/** What a server that takes no schema is told in words; json_object wants the word JSON as well. */
function instructionOf(
  answer: JsonAnswer | undefined,
  unable: ReadonlySet<Ability>,
): ChatCompletionMessageParam[] {
  const told = !unable.has('json_schema') && !unable.has('response_format');
  if (!answer || told) return [];
  const content = `Answer with one JSON object and nothing else. It satisfies this JSON Schema:\n${JSON.stringify(answer.schema)}`;
  return [{ role: 'system', content }];
}

const wireTool = ({ name, description, parameters }: LlmTool, strict: boolean): ChatCompletionTool => ({
  type: 'function',
  function: {
    name,
    description,
    parameters,
    ...(strict && isStrictSchema(parameters) && { strict }),
  },
});

function wireMessage(message: LlmMessage): ChatCompletionMessageParam {
  if (message.role === 'tool')
    return { role: 'tool', tool_call_id: message.toolCallId, content: message.content };
  if (message.role !== 'assistant' || !message.toolCalls?.length)
    return { role: message.role, content: message.content ?? '' };
  return {
    role: 'assistant',
    content: message.content,
    tool_calls: message.toolCalls.map(({ id, name, arguments: text }) => ({
      id,
      type: 'function',
      function: { name, arguments: text },
    })),
  };
}
