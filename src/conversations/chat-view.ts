import type { Chat } from './chat.entity.js';
import { presentChat } from './chat.presenter.js';

/** Something that was said or done in a chat, as its page shows it. */
type ChatStep =
  | { kind: 'said'; speaker: 'agent' | 'customer'; text: string }
  | { kind: 'tool'; name: string; given: string; accepted: boolean };

/** How a chat ended, in words. */
const ENDINGS: Record<string, string> = {
  'agent-ended': 'The agent has said goodbye and ended the chat.',
  transferred: 'The agent has ended the chat to transfer the customer.',
  'opted-out': 'The agent has ended the chat: the customer does not want to be called again.',
  'model-failed': 'The model could not be reached or gave no answer, so the agent has ended the chat.',
};

/** A chat as its page shows it; `now` tells whether its answer still comes. */
export function chatView(chat: Chat, now: Date) {
  const { id, agent_version: version, status, ended, destination } = presentChat(chat, now);
  return {
    id,
    version,
    status,
    steps: chat.entries.flatMap(stepsOf),
    ending:
      ended &&
      [ENDINGS[ended], destination && `It would have gone to ${destination}.`].filter(Boolean).join(' '),
  };
}

function stepsOf(entry: Chat['entries'][number]): ChatStep[] {
  if (entry.kind === 'utterance') return [{ kind: 'said', speaker: entry.speaker, text: entry.text }];
  if (entry.kind !== 'tool' || !entry.usage) return [];
  const { name, arguments: given, status } = entry.usage;
  return [
    {
      kind: 'tool',
      name,
      given: typeof given === 'string' ? given : JSON.stringify(given, null, 2),
      accepted: status === 'succeeded',
    },
  ];
}
