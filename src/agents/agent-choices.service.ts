import { Injectable } from '@nestjs/common';
import type { AgentChoice } from '../../views/agents/agent-choice.js';
import type { OrganizationId } from '../auth/principal.js';
import { isUuid } from '../common/readings.js';
import { AgentList } from './agent-list.repository.js';

/** Agents to choose from at once; of more, some are looked for by their name. */
const MOST_CHOICES = 50;

interface Asked {
  /** A part of the names that are looked for. */
  search: string;
  /** The id of the one that is chosen already; empty for none. */
  chosen: string;
  status?: 'active';
}

/** What a form needs to let somebody choose an agent, however many there are. */
@Injectable()
export class AgentChoices {
  constructor(private readonly agents: AgentList) {}

  /** The newest that match, the chosen one among them; and whether there are more than that. */
  async of(org: OrganizationId, { search, chosen, status }: Asked): Promise<AgentChoice> {
    const page = { limit: MOST_CHOICES + 1, offset: 0 };
    const [found, names] = await Promise.all([
      this.agents.page(org, { name: search || undefined, status }, page),
      this.agents.names(org, isUuid(chosen) ? [chosen] : []),
    ]);
    const listed = new Map([
      ...names,
      ...found.slice(0, MOST_CHOICES).map(({ id, name }) => [id, name] as const),
    ]);
    return {
      agents: Array.from(listed, ([value, label]) => ({ value, label })),
      chosen,
      search,
      found: found.length,
      hasMore: found.length > MOST_CHOICES,
    };
  }
}
