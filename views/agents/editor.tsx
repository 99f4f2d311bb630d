import type { FunctionComponent } from 'preact';
import type { Frame } from '../layouts/frame.js';
import { Shell } from '../layouts/shell.js';
import { ErrorSummary } from '../shared/error-summary.js';
import type { Filled, FormProblem } from '../shared/field.js';
import { EnterSaves, Form, FormButtons } from '../shared/form.js';
import { PageHead } from '../shared/page-head.js';
import { AgentHead, agentPath, type AgentName, AGENTS } from './agent-head.js';
import { AnalysisFields } from './editor-analysis.js';
import { BehaviourFields } from './editor-behaviour.js';
import { FIELD_LABELS } from './field-labels.js';
import { GeneralFields, type UsedVariable } from './editor-general.js';
import { ToolFields } from './editor-tools.js';

/** What each page of the form shows. */
export interface SectionProps {
  filled: Filled;
  problems: readonly FormProblem[];
  /** The control that the work goes on at. */
  focus: string | null;
  variables: readonly UsedVariable[];
  toolOrder: readonly string[];
  /** The model of agents that name none. */
  defaultModel: string;
  /** Whether this installation posts to plain http and private addresses too. */
  allowPrivateTargets: boolean;
}

interface EditorProps extends SectionProps {
  frame: Frame;
  /** null for a new one. */
  agent: AgentName | null;
  section: 'general' | 'behaviour' | 'tools' | 'analysis';
}

const SECTIONS: Record<EditorProps['section'], { title: string; Fields: FunctionComponent<SectionProps> }> = {
  general: { title: 'General', Fields: GeneralFields },
  behaviour: { title: 'Behaviour', Fields: BehaviourFields },
  tools: { title: 'Tools', Fields: ToolFields },
  analysis: { title: 'Analysis', Fields: AnalysisFields },
};

export const EditorPage = ({ frame, agent, section, ...shown }: EditorProps) => {
  const { title, Fields } = SECTIONS[section];
  const place = `/edit/${section}`;
  const action = agent ? agentPath(agent.id) + place : AGENTS.href;
  return (
    <Shell
      title={agent ? `${title} · ${agent.name} · Agents` : 'Create agent · Agents'}
      frame={frame}
      scripts={['agents.js']}
    >
      {agent ? (
        <AgentHead frame={frame} agent={agent} place={place} />
      ) : (
        <PageHead
          title="Create agent"
          from={AGENTS}
          purpose="A name is enough to begin with; everything can be changed later."
        />
      )}
      <Form frame={frame} action={action} class="form" label={agent ? title : 'Create agent'}>
        <EnterSaves />
        <ErrorSummary problems={shown.problems} labels={FIELD_LABELS} />
        <input type="hidden" name="version" value={shown.filled.text('version')} />
        <Fields {...shown} />
        <FormButtons
          submit={agent ? 'Save agent' : 'Create agent'}
          back={agent ? agentPath(agent.id) : AGENTS.href}
        />
      </Form>
    </Shell>
  );
};
