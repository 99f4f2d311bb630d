import { type AgentChoice, AgentField } from '../agents/agent-choice.js';
import type { Frame } from '../layouts/frame.js';
import { Shell } from '../layouts/shell.js';
import { EmptyState } from '../shared/empty-state.js';
import { ErrorSummary } from '../shared/error-summary.js';
import { type FormProblem, TextAreaField, TextField } from '../shared/field.js';
import { Form } from '../shared/form.js';
import { PageHead } from '../shared/page-head.js';

const CALLS = { href: '/settings/calls', label: 'Calls' };

export interface StartCallProps {
  frame: Frame;
  /** Of those that may call. */
  agent: AgentChoice;
  number: string;
  notes: string;
  problems: readonly FormProblem[];
}

export const StartCallPage = (props: StartCallProps) => (
  <Shell title="Start call · Calls" frame={props.frame}>
    <PageHead
      title="Start call"
      from={CALLS}
      purpose="The agent calls at once. You can watch the conversation while it goes on."
    />
    {props.agent.agents.length === 0 && props.agent.search === '' ? (
      <EmptyState title="No active agent" text="An agent makes the call. Create one, or activate one.">
        <a class="button primary" href="/settings/agents">
          See agents
        </a>
      </EmptyState>
    ) : (
      <StartForm {...props} />
    )}
  </Shell>
);

/** Who answers a simulated call is decided by its number. */
const SIMULATED =
  'The carrier is simulated. +1 312 555 0150 has a conversation, 0101 is busy, 0102 does not answer, 0103 is a voicemail.';

const LABELS = { phone_number: 'Number to call', notes: 'What the agent should know' };

const StartForm = ({ frame, agent, number, notes, problems }: StartCallProps) => (
  // Enter calls nobody while agents are looked for: it presses the form's first button.
  <Form frame={frame} action={CALLS.href} class="form">
    <ErrorSummary problems={problems} labels={LABELS} />
    <AgentField choice={agent} problems={problems} />
    <TextField
      name="phone_number"
      label="Number to call"
      hint={frame.simulated ? SIMULATED : 'A number in the United States or Canada: +1 and ten digits.'}
      type="tel"
      value={number}
      autocomplete="off"
      problems={problems}
    />
    <TextAreaField
      name="notes"
      label="What the agent should know"
      optional
      hint="Becomes the call’s first note."
      value={notes}
      rows={4}
      maxLength={5_000}
      problems={problems}
    />
    <div class="buttons">
      <button type="submit" class="button primary">
        Start call
      </button>
      <a class="button quiet" href={CALLS.href}>
        Cancel
      </a>
    </div>
  </Form>
);
