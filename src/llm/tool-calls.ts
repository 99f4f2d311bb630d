import type { LlmToolCall } from './llm.js';

/** A part of a tool call as servers send it: nothing of it can be relied upon. */
export interface ToolCallDelta {
  index?: unknown;
  id?: unknown;
  function?: { name?: unknown; arguments?: unknown } | null;
}

/** More than one answer of a conversation can have any use for. */
const MOST_CALLS = 16;
/** Longest arguments of all calls together, in characters. */
const MOST_CHARACTERS = 128 * 1024;

/** Thrown when a server sends more than any tool call needs. */
export class ToolCallsTooLong extends Error {}

/**
 * Puts tool calls together from their parts: by index; without one, by id; without both, to the last call. Id and name
 * count once, however often they are sent; arguments are appended, and an object that came as JSON becomes text.
 */
export class ToolCallParts {
  readonly #calls = new Map<unknown, LlmToolCall>();
  #last: unknown = undefined;
  #characters = 0;

  add(delta: ToolCallDelta): void {
    const call = this.#callOf(delta);
    call.id ||= textOf(delta.id);
    call.name ||= textOf(delta.function?.name);
    const part = argumentsOf(delta.function?.arguments);
    this.#characters += part.length;
    if (this.#characters > MOST_CHARACTERS) throw new ToolCallsTooLong();
    call.arguments += part;
  }

  /** The calls in the order in which they began; a call without an id gets one from `newId`. */
  complete(newId: () => string): LlmToolCall[] {
    return [...this.#calls.values()].map((call) => ({
      id: call.id || newId(),
      name: call.name,
      arguments: call.arguments || '{}',
    }));
  }

  #callOf(delta: ToolCallDelta): LlmToolCall {
    const key = delta.index ?? (textOf(delta.id) || (this.#last ?? 0));
    this.#last = key;
    const known = this.#calls.get(key);
    if (known) return known;
    if (this.#calls.size >= MOST_CALLS) throw new ToolCallsTooLong();
    const call = { id: '', name: '', arguments: '' };
    this.#calls.set(key, call);
    return call;
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 256) : '');

/** Some servers send the arguments as what they are, not as their JSON. */
function argumentsOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : '';
}
