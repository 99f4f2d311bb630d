import type { Frame } from '../layouts/frame.js';
import { Form } from '../shared/form.js';
import { PageHead } from '../shared/page-head.js';
import { Status } from '../shared/status.js';
import { Tabs } from '../shared/tabs.js';

export const AGENTS = { href: '/settings/agents', label: 'Agents' };

export interface AgentName {
  id: string;
  name: string;
  active: boolean;
}

export const agentPath = (id: string): string => `${AGENTS.href}/${id}`;

interface AgentHeadProps {
  frame: Frame;
  agent: AgentName;
  /** The address below the agent's, such as `/versions`; empty for the agent itself. */
  place: string;
}

const OPEN_TABS = [
  { place: '', label: 'Overview' },
  { place: '/versions', label: 'Versions' },
];
const TABS = [
  { place: '', label: 'Overview' },
  { place: '/edit/general', label: 'General' },
  { place: '/edit/behaviour', label: 'Behaviour' },
  { place: '/edit/tools', label: 'Tools' },
  { place: '/edit/analysis', label: 'Analysis' },
  { place: '/versions', label: 'Versions' },
  { place: '/test', label: 'Test' },
];

/** The head of every page about one agent: who it is, whether it works, and the ways to its other pages. */
export const AgentHead = ({ frame, agent, place }: AgentHeadProps) => {
  const mayChange = frame.person?.mayChange ?? false;
  const path = agentPath(agent.id);
  return (
    <>
      <PageHead title={agent.name} from={AGENTS}>
        <AgentStatus active={agent.active} />
        {mayChange && <AgentSwitch frame={frame} agent={agent} back="agent" />}
      </PageHead>
      <Tabs
        label={`Parts of ${agent.name}`}
        tabs={(mayChange ? TABS : OPEN_TABS).map((tab) => ({ href: path + tab.place, label: tab.label }))}
        current={path + place}
      />
    </>
  );
};

export const AgentStatus = ({ active }: { active: boolean }) => (
  <Status tone={active ? 'good' : 'off'} word={active ? 'Active' : 'Inactive'} />
);

interface AgentSwitchProps {
  frame: Frame;
  agent: AgentName;
  /** Where to look afterwards. */
  back: 'list' | 'agent';
}

/** Lets an agent place and answer calls or not, at once. */
export const AgentSwitch = ({ frame, agent: { id, name, active }, back }: AgentSwitchProps) => (
  <Form frame={frame} action={`${agentPath(id)}/${active ? 'deactivate' : 'activate'}`}>
    <input type="hidden" name="back" value={back} />
    <button
      type="submit"
      class={back === 'list' ? 'button quiet small' : 'button quiet'}
      aria-label={back === 'list' ? `${active ? 'Deactivate' : 'Activate'} ${name}` : undefined}
      title={active ? 'It will place and answer no calls.' : 'It will place and answer calls again.'}
    >
      {`${active ? 'Deactivate' : 'Activate'}${back === 'list' ? '' : ' agent'}`}
    </button>
  </Form>
);
