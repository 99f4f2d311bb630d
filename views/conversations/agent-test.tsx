import { AgentHead, agentPath, type AgentName } from '../agents/agent-head.js';
import { CALL_LABELS, CallFields } from '../calls/call-fields.js';
import { NoNumber } from '../calls/no-number.js';
import type { Frame } from '../layouts/frame.js';
import { Shell } from '../layouts/shell.js';
import { ErrorSummary } from '../shared/error-summary.js';
import type { FilledForm } from '../shared/filled-field.js';
import { Form } from '../shared/form.js';
import { Notice } from '../shared/notice.js';
import { Phone } from '../shared/phone.js';
import { Chat, type ChatView } from './chat.js';

interface AgentTestProps extends FilledForm {
  frame: Frame;
  agent: AgentName;
  /** What it calls from; null without any number. */
  callsFrom: { number: string; shown: string; label: string | null; reason: string } | null;
  /** Names that the agent's words ask values for. */
  variables: readonly string[];
  /** null before one was begun. */
  chat: ChatView | null;
}

export const AgentTestPage = (props: AgentTestProps) => {
  const { frame, agent, chat, filled, problems } = props;
  const path = `${agentPath(agent.id)}/test`;
  const obstacle = obstacleTo(props);
  return (
    <Shell title={`Test · ${agent.name} · Agents`} frame={frame} scripts={['agents.js']}>
      <AgentHead frame={frame} agent={agent} place="/test" />
      <ErrorSummary problems={problems} labels={CALL_LABELS} />
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
          {obstacle && problems.length === 0 ? obstacle : <TestCall {...props} path={path} />}
        </section>
      </div>
    </Shell>
  );
};

/** Why the agent cannot call, before anybody fills in a form for nothing. */
function obstacleTo({ agent, callsFrom }: AgentTestProps) {
  if (!agent.active) {
    return (
      <Notice tone="waiting" title={`${agent.name} is inactive`}>
        It places no calls until it is activated.
      </Notice>
    );
  }
  return callsFrom ? null : <NoNumber>Neither this agent nor the organization has one.</NoNumber>;
}

const TestCall = (props: AgentTestProps & { path: string }) => {
  const { frame, agent, callsFrom, chat, path } = props;
  return (
    <>
      <p>
        {`${agent.name} calls a number`}
        {callsFrom && (
          <>
            {' from '}
            <Phone number={callsFrom.number} shown={callsFrom.shown} />
            {`${callsFrom.label === null ? '' : ` (${callsFrom.label})`}, ${callsFrom.reason}`}
          </>
        )}
        {`. It is a call like any other: analysed, ${frame.simulated ? '' : 'billed by the carrier, '}and in the list of calls.`}
      </p>
      <Form frame={frame} action={`${path}/calls`} class="form" label="Phone call">
        <CallFields form={props} simulated={frame.simulated} />
        {chat === null && <Variables {...props} at="call" />}
        <div class="buttons">
          <button type="submit" class="button quiet">
            Start call
          </button>
        </div>
      </Form>
    </>
  );
};

/** A value for each variable; several forms of the page have them, so `at` keeps their ids apart. */
const Variables = ({ variables, filled, at }: AgentTestProps & { at: string }) =>
  variables.length === 0 ? null : (
    <fieldset class="field">
      <legend>Variables</legend>
      <p class="hint">Values for the agent’s words. What is left empty is left out.</p>
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
