import type { ChatPayload } from './chat.dto.js';
import type { Chat } from './chat.entity.js';

/** `now` tells whether a process that was to answer is gone. */
export const presentChat = (chat: Chat, now: Date): ChatPayload => ({
  id: chat.id,
  agent_id: chat.agentId,
  agent_version: chat.agentVersion,
  status: statusOf(chat, now),
  messages: chat.entries.flatMap((entry) =>
    entry.kind === 'utterance'
      ? [{ speaker: entry.speaker, text: entry.text, at: new Date(entry.at).toISOString() }]
      : [],
  ),
  tool_uses: chat.entries.flatMap((entry) =>
    entry.kind === 'tool' && entry.usage
      ? [
          {
            name: entry.usage.name,
            arguments: entry.usage.arguments,
            accepted: entry.usage.status === 'succeeded',
            at: new Date(entry.at).toISOString(),
          },
        ]
      : [],
  ),
  ended: chat.outcome as ChatPayload['ended'],
  destination: chat.destination,
  created_at: chat.createdAt.toISOString(),
  expires_at: chat.expiresAt.toISOString(),
});

function statusOf({ outcome, answeringUntil }: Chat, now: Date): ChatPayload['status'] {
  if (outcome !== null) return 'ended';
  return answeringUntil !== null && answeringUntil > now ? 'answering' : 'waiting';
}
