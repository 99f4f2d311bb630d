import { readPrompt } from './agent-prompt.js';
import { analyze } from './analysis.js';
import type { ChatRequest } from './chat-request.js';
import { readDialogue } from './dialogue.js';
import type { Reply } from './reply.js';
import { nextSpeech } from './speech.js';
import { dueCall, farewell } from './tool-choice.js';
import { jsonOf } from './words.js';

/**
 * The answer to a request, always the same to the same: an analysis where one is asked for, else the agent's next
 * words and deeds. It asks what the prompt tells it to ask, answers out of the prompt's sentences, and uses its tools.
 */
export function replyTo(request: ChatRequest): Reply {
  const schema = schemaOf(request);
  if (schema) {
    const transcript = request.messages.findLast(({ role }) => role === 'user')?.content ?? '';
    return { text: JSON.stringify(analyze(schema, transcript)), toolCalls: [] };
  }
  const dialogue = readDialogue(request);
  if (dialogue.hasAnswered) return { text: '', toolCalls: [] };
  const tools = request.tools.map((tool) => tool.function);
  const prompt = readPrompt(dialogue.prompt);
  const leaving = farewell(dialogue, tools);
  if (leaving) return leaving;
  const due = dueCall(dialogue, prompt, tools);
  return due ? { text: '', toolCalls: [due] } : { text: nextSpeech(dialogue, prompt), toolCalls: [] };
}

/** The form of the answer, told by the protocol or, to a server that knows none, in words. */
function schemaOf({ messages, response_format: format }: ChatRequest): Record<string, unknown> | null {
  if (format?.type === 'json_schema') return format.json_schema.schema;
  const told = messages.findLast(({ role }) => role === 'system')?.content ?? '';
  const text = /JSON Schema[^\n]*:\s*\n+(\{.*\})/.exec(told)?.[1];
  return text === undefined ? null : (jsonOf(text) as Record<string, unknown> | null);
}
