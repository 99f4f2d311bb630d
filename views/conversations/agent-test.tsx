import { AgentHead, agentPath, type AgentName } from '../agents/agent-head.js';
import type { Frame } from '../layouts/frame.js';
import { Shell } from '../layouts/shell.js';
import { ErrorSummary } from '../shared/error-summary.js';
import { FilledArea, type FilledForm, FilledText } from '../shared/filled-field.js';
import { Form } from '../shared/form.js';
import { Chat, type ChatView } from './chat.js';

interface AgentTestProps extends FilledForm {
  frame: Frame;
  agent: AgentName;
  /** Names that the agent's words ask values for. */
  variables: readonly string[];
  /** null before one was begun. */
  chat: ChatView | null;
}

export const AgentTestPage = (props: AgentTestProps) => {
  const { frame, agent, chat, filled, problems } = props;
  const path = `${agentPath(agent.id)}/test`;
  return (
    <Shell title={`Test · ${agent.name} · Agents`} frame={frame} scripts={['agents.js']}>
      <AgentHead frame={frame} agent={agent} place="/test" />
      <ErrorSummary problems={problems} />
      <div class="trials">
        <section aria-labelledby="chat-title">
          <h2 id="chat-title">Chat</h2>
          <p>
            In writing, with the prompt, model and tools of a call. Tools are shown and do nothing; the chat
            is forgotten after an hour.
          </p>
          {chat === null ? (
            <Form frame={frame} action={`${path}/chats`} class="form" label="Chat">
              <Variables {...props} at="chat" />
              <div class="buttons">
                <button type="submit" class="button primary">
                  Start chat
                </button>
              </div>
            </Form>
          ) : (
            <Chat frame={frame} agent={agent} chat={chat} filled={filled} problems={problems} />
          )}
        </section>
        <section aria-labelledby="call-title">
          <h2 id="call-title">Phone call</h2>
          <p>{`${agent.name} calls a number. It is a call like any other: analysed, billed by the carrier, and in the list of calls.`}</p>
          <Form frame={frame} action={`${path}/calls`} class="form" label="Phone call">
            <FilledText
              form={props}
              name="phoneNumber"
              label="Number"
              hint="+1 and ten digits."
              type="tel"
              autocomplete="tel"
            />
            <FilledArea
              form={props}
              name="notes"
              label="Notes"
              hint="What the agent should know of this call. May be left empty."
              rows={3}
            />
            {chat === null && <Variables {...props} at="call" />}
            <div class="buttons">
              <button type="submit" class="button quiet">
                Place call
              </button>
            </div>
          </Form>
        </section>
      </div>
    </Shell>
  );
};

/** A value for each variable; several forms of the page have them, so `at` keeps their ids apart. */
const Variables = ({ variables, filled, at }: AgentTestProps & { at: string }) =>
  variables.length === 0 ? null : (
    <fieldset class="field">
      <legend>Variables</legend>
      <p class="hint">Values for the agent’s words; what is left empty is left out.</p>
      <div class="values">
        {variables.map((name) => (
          <>
            <label for={`${at}-${name}`}>
              <code>{name}</code>
            </label>
            <input
              id={`${at}-${name}`}
              name={`variables.${name}`}
              value={filled.text(`variables.${name}`)}
              autocomplete="off"
            />
          </>
        ))}
      </div>
    </fieldset>
  );
