import { Controller, Get, Post, Query } from '@nestjs/common';
import { AgentPage } from '../../views/agents/agent.js';
import { AgentListPage } from '../../views/agents/list.js';
import { goTo, type PageAnswer } from '../auth/page-answer.js';
import { Me, PageAuth, Visit } from '../auth/page.decorator.js';
import { numberedPage } from '../auth/page-numbers.js';
import { type PageVisit, show } from '../auth/page-visit.js';
import type { Person } from '../auth/person.js';
import { IdParam } from '../common/id-param.decorator.js';
import { searchText } from '../common/search-text.js';
import { nationalPhoneNumber } from '../common/phone-number.js';
import { Precondition } from '../common/versioning.decorator.js';
import type { Tx } from '../database/sql.client.js';
import { InTransaction } from '../idempotency/write.interceptor.js';
import { factsOf } from './agent-facts.js';
import { factNotes } from './fact-notes.js';
import { AgentList } from './agent-list.repository.js';
import { Agents } from './agents.service.js';
import { PhoneNumbers } from './phone-numbers.service.js';

const PATH = '/settings/agents';
const STATUSES = ['active', 'inactive'] as const;

const AgentId = () => IdParam('Agent');

/** The agents: which there are, what each is told, on and off. */
@Controller(PATH)
@PageAuth()
export class AgentPagesController {
  constructor(
    private readonly agents: Agents,
    private readonly lines: AgentList,
    private readonly numbers: PhoneNumbers,
  ) {}

  @Get()
  async list(
    @Visit() visit: PageVisit,
    @Me() me: Person,
    @Query() given: Record<string, unknown>,
  ): Promise<PageAnswer> {
    const status = STATUSES.find((one) => one === given['status']);
    const name = searchText(given['q']);
    const { query, pages } = numberedPage(PATH, given['page'], { q: name, status });
    const filter = { name: name || undefined, status };
    const [found, defaultModel] = await Promise.all([
      this.lines.page(me.organizationId, filter, { ...query, limit: query.limit + 1 }),
      this.agents.defaultModel(me.organizationId),
    ]);
    return show(visit, AgentListPage, {
      defaultModel,
      agents: found.slice(0, query.limit),
      filter: { q: name, status: status ?? '' },
      pages: pages(found.length > query.limit),
    });
  }

  @Get(':id')
  async agent(@Visit() visit: PageVisit, @Me() me: Person, @AgentId() id: string): Promise<PageAnswer> {
    const agent = await this.agents.read(me.organizationId, id);
    const [numbers, defaultNumber, lastCallAt, defaultModel] = await Promise.all([
      this.numbers.ofAgent(me.organizationId, id),
      this.numbers.default(me.organizationId),
      this.lines.lastCallAt(me.organizationId, id),
      this.agents.defaultModel(me.organizationId),
    ]);
    return show(visit, AgentPage, {
      agent: { id, name: agent.name, active: agent.status === 'active', version: agent.version },
      updatedAt: agent.updatedAt,
      lastCallAt,
      numbers: numbers.map(({ id: numberId, number, label }) => ({
        id: numberId,
        number,
        shown: nationalPhoneNumber(number),
        label,
      })),
      defaultNumber: defaultNumber && {
        number: defaultNumber.number,
        shown: nationalPhoneNumber(defaultNumber.number),
      },
      groups: factsOf(agent),
      notes: factNotes(agent.config, defaultModel),
    });
  }

  @Post(':id/activate')
  async activate(
    @Visit() visit: PageVisit,
    @Me() me: Person,
    @InTransaction() tx: Tx,
    @AgentId() id: string,
  ): Promise<PageAnswer> {
    const { name } = await this.agents.change(
      tx,
      me.organizationId,
      id,
      { status: 'active' },
      ANY_VERSION,
      me,
    );
    return goTo(backOf(visit, id), `${name} is active.`);
  }

  @Post(':id/deactivate')
  async deactivate(
    @Visit() visit: PageVisit,
    @Me() me: Person,
    @InTransaction() tx: Tx,
    @AgentId() id: string,
  ): Promise<PageAnswer> {
    const change = { status: 'inactive' } as const;
    const { name } = await this.agents.change(tx, me.organizationId, id, change, ANY_VERSION, me);
    return goTo(
      backOf(visit, id),
      `${name} is inactive: it places and answers no calls. Calls under way go on.`,
    );
  }
}

/** On and off mean the same, whatever else was changed. */
const ANY_VERSION = new Precondition(null);

const backOf = ({ form }: PageVisit, id: string): string =>
  form.text('back') === 'agent' ? `${PATH}/${id}` : PATH;
