import { Controller, Get, Post, Query } from '@nestjs/common';
import { AGENTS } from '../../views/agents/agent-head.js';
import { ComparePage } from '../../views/agents/compare.js';
import { RestorePage, VersionPage, VersionsPage } from '../../views/agents/versions.js';
import { goTo, type PageAnswer } from '../auth/page-answer.js';
import { Me, Needs, PageAuth, Visit } from '../auth/page.decorator.js';
import { type PageVisit, show } from '../auth/page-visit.js';
import type { Person } from '../auth/person.js';
import { type FormProblem, orShowAgain } from '../auth/shown-again.js';
import { NotFound } from '../common/app-error.js';
import { IdParam } from '../common/id-param.decorator.js';
import type { Tx } from '../database/sql.client.js';
import { InTransaction } from '../idempotency/write.interceptor.js';
import { changesBetween } from './agent-changes.js';
import { factsOf } from './agent-facts.js';
import { AgentHistory } from './agent-history.repository.js';
import { changeView, momentView } from './agent-history-view.js';
import type { Agent } from './agent.entity.js';
import { Agents } from './agents.service.js';
import { readVersion, VersionParam } from './version-param.decorator.js';

const PATH = '/settings/agents';
const ROWS_A_PAGE = 20;

const AgentId = () => IdParam('Agent');

/** What an agent was: its versions, what each changed, and the way back to one. */
@Controller(`${PATH}/:id`)
@PageAuth()
export class AgentVersionPagesController {
  constructor(
    private readonly agents: Agents,
    private readonly history: AgentHistory,
  ) {}

  @Get('versions')
  async list(
    @Visit() visit: PageVisit,
    @Me() { organizationId: org }: Person,
    @AgentId() id: string,
    @Query('from') from: unknown,
  ): Promise<PageAnswer> {
    const agent = await this.agents.read(org, id);
    const newest = versionIn(from, agent.version);
    // One more: what the last line changed is told by the version before it.
    const moments = await this.history.list(org, id, newest, ROWS_A_PAGE + 1);
    const path = `${PATH}/${id}/versions`;
    const next = moments[ROWS_A_PAGE]?.version;
    return show(visit, VersionsPage, {
      agent: nameOf(agent),
      current: agent.version,
      versions: moments.slice(0, ROWS_A_PAGE).map((moment, line) => momentView(moment, moments[line + 1])),
      pages: {
        previous: newest >= agent.version ? null : neighbour(path, newest + ROWS_A_PAGE, agent.version),
        next: next === undefined ? null : `${path}?from=${next}`,
      },
    });
  }

  @Get('versions/:version')
  async version(
    @Visit() visit: PageVisit,
    @Me() { organizationId: org }: Person,
    @AgentId() id: string,
    @VersionParam() version: number,
  ): Promise<PageAnswer> {
    const agent = await this.agents.read(org, id);
    const [moment, before] = await this.history.list(org, id, version, 2);
    if (moment?.version !== version) throw new NotFound('Agent version');
    return show(visit, VersionPage, {
      agent: nameOf(agent),
      current: agent.version,
      version: momentView(moment, before),
      groups: factsOf(moment),
    });
  }

  @Get('compare')
  async compare(
    @Visit() visit: PageVisit,
    @Me() { organizationId: org }: Person,
    @AgentId() id: string,
    @Query() given: Record<string, unknown>,
  ): Promise<PageAnswer> {
    const agent = await this.agents.read(org, id);
    const to = versionIn(given['to'], agent.version);
    const from = versionIn(given['from'], Math.max(1, to - 1));
    const [before, after] = await Promise.all([
      this.history.read(org, id, from),
      this.history.read(org, id, to),
    ]);
    return show(visit, ComparePage, {
      agent: nameOf(agent),
      before: momentView(before, undefined),
      after: momentView(after, undefined),
      changes: changesBetween(before, after).map(changeView),
    });
  }

  @Get('versions/:version/restore')
  @Needs('change')
  async askToRestore(
    @Visit() visit: PageVisit,
    @Me() { organizationId: org }: Person,
    @AgentId() id: string,
    @VersionParam() version: number,
  ): Promise<PageAnswer> {
    const agent = await this.agents.read(org, id);
    await this.history.read(org, id, version);
    return restorePage(visit, agent, version);
  }

  @Post('versions/:version/restore')
  async restore(
    @Visit() visit: PageVisit,
    @Me() me: Person,
    @InTransaction() tx: Tx,
    @AgentId() id: string,
    @VersionParam() version: number,
  ): Promise<PageAnswer> {
    const agent = await this.agents.read(me.organizationId, id);
    const restored = await orShowAgain(
      () => this.agents.restore(tx, me.organizationId, id, version, me),
      (problems, status) => restorePage(visit, agent, version, { problems, status }),
    );
    return goTo(
      `${PATH}/${id}/versions`,
      restored.version === agent.version
        ? `Nothing was changed: ${agent.name} is as it was at version ${version}.`
        : `Version ${version} was restored as version ${restored.version}.`,
    );
  }
}

const nameOf = ({ id, name, status }: Agent) => ({ id, name, active: status === 'active' });

/** A version that an address names; what is none counts as not given. */
function versionIn(raw: unknown, otherwise: number): number {
  const version = readVersion(raw);
  return 'value' in version ? version.value : otherwise;
}

const neighbour = (path: string, from: number, newest: number): string =>
  from >= newest ? path : `${path}?from=${from}`;

function restorePage(
  visit: PageVisit,
  { id, name, version: current }: Agent,
  version: number,
  { problems, status }: { problems: FormProblem[]; status: number } = { problems: [], status: 200 },
): PageAnswer {
  const props = {
    title: `Restore version ${version} of ${name}`,
    from: [
      AGENTS,
      { href: `${PATH}/${id}`, label: name },
      { href: `${PATH}/${id}/versions/${version}`, label: `Version ${version}` },
    ] as const,
    action: `${PATH}/${id}/versions/${version}/restore`,
    button: 'Restore version',
    tone: 'primary' as const,
    consequences: [
      `Version ${current + 1} is made with everything that version ${version} says, and ${name} goes by it from then on.`,
      'Calls and chats that are under way go on with the version they began with.',
      `Version ${current} and all others stay, and can be restored in the same way.`,
    ],
    look: { href: `${PATH}/${id}/compare?from=${current}&to=${version}`, label: 'Show what changes' },
    problems,
  };
  return show(visit, RestorePage, props, status);
}
