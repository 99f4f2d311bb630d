import type { ChatRequest } from './chat-request.js';

interface Call {
  name: string;
  arguments: string;
}

/** The conversation so far, as a script looks at it. */
export interface Dialogue {
  prompt: string;
  /** What the customer said last; empty at the beginning. */
  heard: string;
  /** All that the agent said, in order. */
  said: string[];
  /** Whether the agent has spoken since the customer did. */
  hasAnswered: boolean;
  /** All tool calls, in order. */
  calls: Call[];
  /** What tools answered since the customer spoke. */
  results: string[];
}

export function readDialogue({ messages }: ChatRequest): Dialogue {
  const textOf = (role: string): string[] =>
    messages.filter((message) => message.role === role).map(({ content }) => content ?? '');
  const sinceCustomer = messages.slice(messages.findLastIndex(({ role }) => role === 'user') + 1);
  return {
    prompt: textOf('system').join('\n'),
    heard: textOf('user').at(-1) ?? '',
    said: textOf('assistant').filter((text) => text !== ''),
    hasAnswered: sinceCustomer.some(({ role, content }) => role === 'assistant' && content),
    calls: messages.flatMap((message) =>
      message.role === 'assistant' ? (message.tool_calls ?? []).map((call) => call.function) : [],
    ),
    results: sinceCustomer.flatMap((message) => (message.role === 'tool' ? [message.content] : [])),
  };
}
