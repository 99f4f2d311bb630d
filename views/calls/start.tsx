import { type AgentChoice, AgentField } from '../agents/agent-choice.js';
import type { Frame } from '../layouts/frame.js';
import { Shell } from '../layouts/shell.js';
import { EmptyState } from '../shared/empty-state.js';
import { ErrorSummary } from '../shared/error-summary.js';
import type { Filled, FormProblem } from '../shared/field.js';
import { Form, FormButtons } from '../shared/form.js';
import { PageHead } from '../shared/page-head.js';
import { VariableRows } from '../contacts/variable-rows.js';
import { NoNumber } from './no-number.js';
import { CALL_LABELS, CallFields } from './call-fields.js';

const CALLS = { href: '/settings/calls', label: 'Calls' };

export interface StartCallProps {
  frame: Frame;
  /** Of those that may call. */
  agent: AgentChoice;
  /** What the agents call from, or how that is chosen; null where none of these can call. */
  callsFrom: string | null;
  /** Some active agent can call, shown or not. */
  hasNumber: boolean;
  filled: Filled;
  variables: readonly { name: string; value: string }[];
  problems: readonly FormProblem[];
}

export const StartCallPage = (props: StartCallProps) => (
  <Shell title="Start call · Calls" frame={props.frame}>
    <PageHead
      title="Start call"
      from={CALLS}
      purpose="The agent calls at once. You can watch the conversation while it goes on."
    />
    <StartOrObstacle {...props} />
  </Shell>
);

/** The form, or why nobody can be called, before anybody fills it in for nothing. */
const StartOrObstacle = (props: StartCallProps) => {
  const { agent, hasNumber, problems } = props;
  if (agent.agents.length === 0 && agent.search === '') {
    return (
      <EmptyState title="No active agent" text="An agent makes the call. Create one, or activate one.">
        <a class="button primary" href="/settings/agents">
          See agents
        </a>
      </EmptyState>
    );
  }
  if (hasNumber || problems.length > 0) return <StartForm {...props} />;
  return <NoNumber>No active agent has one of its own, and the organization has no default number.</NoNumber>;
};

const NoneCalls = ({ agent }: Pick<StartCallProps, 'agent'>) => (
  <>
    {agent.agents.length === 1
      ? 'It has no number to call from.'
      : 'None of these has a number to call from.'}{' '}
    Add one, or choose a default, under <a href="/settings/phone-numbers">Phone numbers</a>.
  </>
);

const StartForm = ({ frame, agent, callsFrom, filled, variables, problems }: StartCallProps) => (
  // Enter calls nobody while agents are looked for: it presses the form's first button.
  <Form frame={frame} action={CALLS.href} class="form">
    <ErrorSummary problems={problems} labels={CALL_LABELS} />
    <AgentField
      choice={agent}
      hint={agent.agents.length > 0 ? (callsFrom ?? <NoneCalls agent={agent} />) : undefined}
      problems={problems}
    />
    <CallFields form={{ filled, problems }} simulated={frame.simulated} />
    <VariableRows
      hint={
        <>
          What fills <code>{'{{plan}}'}</code> and the like in the agent’s words, in this call only. It wins
          over the contact’s own.
        </>
      }
      variables={variables}
      problems={problems}
    />
    <FormButtons submit="Start call" back={CALLS.href} />
  </Form>
);
