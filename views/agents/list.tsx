import type { Frame } from '../layouts/frame.js';
import { Shell } from '../layouts/shell.js';
import { EmptyState } from '../shared/empty-state.js';
import { SelectField, TextField } from '../shared/field.js';
import { FilterBar } from '../shared/filter-bar.js';
import { PageHead } from '../shared/page-head.js';
import { Pagination } from '../shared/pagination.js';
import { Table } from '../shared/table.js';
import { Time } from '../shared/time.js';
import { agentPath, AGENTS, AgentStatus, AgentSwitch } from './agent-head.js';

export interface AgentListProps {
  frame: Frame;
  agents: readonly {
    id: string;
    name: string;
    active: boolean;
    version: number;
    model: string | null;
    lastCallAt: Date | null;
    updatedAt: Date;
  }[];
  /** Of agents that name none. */
  defaultModel: string;
  filter: { q: string; status: string };
  pages: { previous: string | null; next: string | null };
}

const STATUSES = [
  { value: '', label: 'Any status' },
  { value: 'active', label: 'Active' },
  { value: 'inactive', label: 'Inactive' },
];

export const AgentListPage = ({ frame, agents, defaultModel, filter, pages }: AgentListProps) => {
  const isFiltered = filter.q !== '' || filter.status !== '';
  const mayChange = frame.person?.mayChange ?? false;
  return (
    <Shell title="Agents" frame={frame}>
      <PageHead
        title="Agents"
        purpose="Who places and answers calls: what they say, with which voice, and what they may do."
      >
        {mayChange && (isFiltered || agents.length > 0) && <NewAgent />}
      </PageHead>
      {(isFiltered || agents.length > 0) && (
        <FilterBar action={AGENTS.href} clear={isFiltered ? AGENTS.href : null}>
          <TextField name="q" label="Name" value={filter.q} autocomplete="off" />
          <SelectField name="status" label="Status" value={filter.status} choices={STATUSES} />
        </FilterBar>
      )}
      {agents.length === 0 ? (
        <NoAgents filter={filter} mayChange={mayChange} />
      ) : (
        <Table
          caption="Agents"
          columns={[
            'Name',
            'Status',
            { label: 'Version', wideOnly: true },
            { label: 'Model', wideOnly: true },
            { label: 'Last call', wideOnly: true },
            { label: 'Changed', wideOnly: true },
            { label: 'Action', hidden: true },
          ]}
        >
          {agents.map((agent) => (
            <tr>
              <th scope="row" class="name">
                <a class="two-lines" dir="auto" href={agentPath(agent.id)} title={agent.name}>
                  {agent.name}
                </a>
                <small class="narrow-only">
                  {agent.lastCallAt && 'Last call '}
                  <Time at={agent.lastCallAt} none="No calls yet" />
                </small>
              </th>
              <td>
                <AgentStatus active={agent.active} />
              </td>
              <td>{agent.version}</td>
              <td>{agent.model ?? <span class="none">{`${defaultModel} (default)`}</span>}</td>
              <td>
                <Time at={agent.lastCallAt} none="No calls yet" />
              </td>
              <td>
                <Time at={agent.updatedAt} />
              </td>
              <td class="right">{mayChange && <AgentSwitch frame={frame} agent={agent} back="list" />}</td>
            </tr>
          ))}
        </Table>
      )}
      <Pagination {...pages} />
    </Shell>
  );
};

function noMatchWords({ q, status }: AgentListProps['filter']): string {
  const which = status === '' ? 'No agent' : `No ${status} agent`;
  return q === '' ? `${which} was found.` : `${which} has “${q}” in its name.`;
}

const NewAgent = () => (
  <a class="button primary" href={`${AGENTS.href}/new`}>
    Create agent
  </a>
);

const NoAgents = ({ filter, mayChange }: { filter: AgentListProps['filter']; mayChange: boolean }) =>
  filter.q !== '' || filter.status !== '' ? (
    <EmptyState title="No agents match" text={noMatchWords(filter)}>
      <a class="button quiet" href={AGENTS.href}>
        Clear filters
      </a>
    </EmptyState>
  ) : (
    <EmptyState
      title="No agents yet"
      text="An agent talks on the phone as its prompt says. Create one, try it in writing, then let it call."
    >
      {mayChange && <NewAgent />}
    </EmptyState>
  );
