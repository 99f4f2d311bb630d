import { agentPath, type AgentName } from '../agents/agent-head.js';
import type { Frame } from '../layouts/frame.js';
import { type Filled, type FormProblem, TextField } from '../shared/field.js';
import { Form } from '../shared/form.js';

export interface ChatView {
  id: string;
  /** Of the agent, to the end of the chat. */
  version: number;
  status: 'waiting' | 'answering' | 'ended';
  steps: readonly (
    | { kind: 'said'; speaker: 'agent' | 'customer'; text: string }
    | { kind: 'tool'; name: string; given: string; accepted: boolean }
  )[];
  /** How it ended; null while it goes on. */
  ending: string | null;
}

interface ChatProps {
  frame: Frame;
  agent: AgentName;
  chat: ChatView;
  filled: Filled;
  problems: readonly FormProblem[];
}

/** A conversation in writing, and the line to go on with. */
export const Chat = ({ frame, agent, chat, filled, problems }: ChatProps) => {
  const path = `${agentPath(agent.id)}/test`;
  return (
    <div class="chat" id="chat" data-chat={chat.status}>
      <div class="log" role="log" aria-label={`Chat with ${agent.name}`} tabIndex={0}>
        <ol class="steps">
          {chat.steps.map((step) =>
            step.kind === 'said' ? (
              <li class={step.speaker}>
                <strong>{step.speaker === 'agent' ? agent.name : 'You'}</strong>
                <p>{step.text}</p>
              </li>
            ) : (
              <li class="tool">
                <details>
                  <summary>
                    {step.accepted ? 'Used ' : 'Refused: '}
                    <code>{step.name}</code>
                  </summary>
                  <pre>{step.given}</pre>
                </details>
              </li>
            ),
          )}
          {chat.ending !== null && <li class="ending">{chat.ending}</li>}
        </ol>
      </div>
      {chat.status === 'answering' && (
        <p class="answering">
          {`${agent.name} is still thinking. `}
          <a href={`${path}/chats/${chat.id}`}>Look again</a>
        </p>
      )}
      {chat.status === 'waiting' && (
        <Form frame={frame} action={`${path}/chats/${chat.id}`} class="say" label="Say something">
          <TextField
            name="text"
            label="You say"
            value={filled.text('text')}
            maxLength={2000}
            autocomplete="off"
            autofocus={problems.length === 0}
            problems={problems}
          />
          <button type="submit" class="button primary">
            Send message
          </button>
        </Form>
      )}
      <p class="about">
        <span>{`Version ${chat.version}`}</span>
        <a class={chat.status === 'ended' ? 'button quiet small' : undefined} href={path}>
          Start over
        </a>
      </p>
    </div>
  );
};
