import type { LlmEvent, LlmToolCall, LlmUsage } from './llm.js';
import { ThoughtFilter } from './thought-filter.js';
import { type ToolCallDelta, ToolCallParts } from './tool-calls.js';

/** What is read of a chunk. Servers differ, so nothing of it is taken for granted. */
export interface ChatChunk {
  choices?: readonly {
    delta?: { content?: unknown; refusal?: unknown; tool_calls?: unknown } | null;
    finish_reason?: unknown;
  }[];
  model?: unknown;
  usage?: unknown;
}

/** Thrown when the stream is over before the answer is. */
export class AnswerCutOff extends Error {}

/** Longest text of one answer, in characters; a telephone call has no use for a tenth of it. */
const LONGEST_TEXT = 64 * 1024;
/** Longest name of a model that is kept, in characters. */
const LONGEST_NAME = 200;

/** The events of one answer, out of its chunks. @throws AnswerCutOff, ToolCallsTooLong, and what the chunks throw */
export async function* readChunks(
  chunks: AsyncIterable<ChatChunk>,
  newId: () => string,
): AsyncGenerator<LlmEvent> {
  const answer = new Answer();
  for await (const chunk of chunks) {
    const text = answer.add(chunk);
    if (text !== '') yield { type: 'text', text };
  }
  const rest = answer.end();
  if (rest !== '') yield { type: 'text', text: rest };
  const calls = answer.calls(newId);
  for (const call of calls) yield { type: 'tool-call', call };
  const { usage, model } = answer;
  yield { type: 'end', reason: calls.length > 0 ? 'tool-calls' : answer.reason, usage, model };
}

class Answer {
  readonly #thoughts = new ThoughtFilter();
  readonly #parts = new ToolCallParts();
  #length = 0;
  #finish: unknown = null;
  usage: LlmUsage | null = null;
  model: string | null = null;

  /** What the chunk adds to what is said. */
  add(chunk: ChatChunk): string {
    this.usage = usageOf(chunk.usage) ?? this.usage;
    if (typeof chunk.model === 'string') this.model ??= chunk.model.slice(0, LONGEST_NAME) || null;
    const choice = chunk.choices?.[0];
    this.#finish = choice?.finish_reason ?? this.#finish;
    const { content, tool_calls: calls } = choice?.delta ?? {};
    for (const call of Array.isArray(calls) ? (calls as ToolCallDelta[]) : []) this.#parts.add(call ?? {});
    if (typeof content !== 'string') return '';
    this.#length += content.length;
    if (this.#length > LONGEST_TEXT) throw new AnswerCutOff('the answer is endless');
    return this.#thoughts.push(content);
  }

  end(): string {
    if (typeof this.#finish !== 'string') throw new AnswerCutOff('the stream ended before the answer did');
    return this.#thoughts.end();
  }

  calls(newId: () => string): LlmToolCall[] {
    return this.#parts.complete(newId);
  }

  get reason(): 'stop' | 'length' | 'content-filter' {
    if (this.#finish === 'length') return 'length';
    return this.#finish === 'content_filter' ? 'content-filter' : 'stop';
  }
}

/** Counts as a server gives them; null where it gives none. */
export function usageOf(usage: unknown): LlmUsage | null {
  if (typeof usage !== 'object' || usage === null) return null;
  const { prompt_tokens: prompt, completion_tokens: completion } = usage as Record<string, unknown>;
  if (!isCount(prompt) || !isCount(completion)) return null;
  return { promptTokens: prompt, completionTokens: completion, totalTokens: prompt + completion };
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
