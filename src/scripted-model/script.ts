import type { ChatRequest } from './chat-request.js';
import type { Reply } from './reply.js';

export function replyTo(request: ChatRequest): Reply {
  return { text: `You said: ${request.messages.at(-1)?.content ?? ''}`, toolCalls: [] };
}
