import type { ComponentChildren } from 'preact';
import { type FormProblem, SelectField, TextField } from '../shared/field.js';

/** Agents to choose one from. */
export interface AgentChoice {
  agents: readonly { value: string; label: string }[];
  /** The id of the chosen one; empty for none. */
  chosen: string;
  /** Part of the name of the agents that are looked for. */
  search: string;
  /** How many of them there are, as far as they are shown. */
  found: number;
  hasMore: boolean;
}

interface AgentFieldProps {
  choice: AgentChoice;
  hint?: ComponentChildren;
  /** What it says that none is chosen; a form without it needs one. */
  none?: string;
  problems: readonly FormProblem[];
}

/** Chooses an agent; where there are too many, some are looked for, and the form comes back with them. */
export const AgentField = ({ choice, hint, none, problems }: AgentFieldProps) => (
  <>
    {(choice.hasMore || choice.search !== '') && <AgentSearch {...choice} />}
    <SelectField
      name="agent_id"
      label="Agent"
      hint={hint}
      value={choice.chosen}
      choices={none === undefined ? choice.agents : [{ value: '', label: none }, ...choice.agents]}
      problems={problems}
    />
  </>
);

const AgentSearch = ({ search, found, hasMore }: AgentChoice) => (
  <div class="with-button">
    <TextField
      name="agent_search"
      label="Find agents by name"
      hint={searchHint(search, found, hasMore)}
      value={search}
      autocomplete="off"
      autofocus={search !== ''}
    />
    <button type="submit" class="button quiet" name="find" value="agents">
      Find agents
    </button>
  </div>
);

function searchHint(search: string, found: number, hasMore: boolean): string {
  if (hasMore)
    return `Only the ${found - 1} newest can be chosen below. Look for others by a part of their name.`;
  return found === 0
    ? `No agent’s name has “${search}” in it.`
    : `${found === 1 ? 'One agent' : `${found} agents`} with “${search}” in the name can be chosen below.`;
}
