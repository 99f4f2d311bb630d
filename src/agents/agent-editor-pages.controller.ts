import { Controller, Get, Inject, Post } from '@nestjs/common';
import { EditorPage } from '../../views/agents/editor.js';
import type { Form } from '../auth/form.js';
import { goTo, type PageAnswer } from '../auth/page-answer.js';
import { Me, Needs, PageAuth, Visit } from '../auth/page.decorator.js';
import { type PageVisit, show } from '../auth/page-visit.js';
import type { Person } from '../auth/person.js';
import { askingFor, atParts, type FormProblem, orShowAgain } from '../auth/shown-again.js';
import { IdParam } from '../common/id-param.decorator.js';
import { readFields } from '../common/read-fields.js';
import { Precondition } from '../common/versioning.decorator.js';
import type { Tx } from '../database/sql.client.js';
import { InTransaction } from '../idempotency/write.interceptor.js';
import { SETTINGS, type Settings } from '../settings.js';
import { rearranged, withoutBlankRows } from './agent-form-lists.js';
import { explainJson, formOf, newAgentForm, SECTION_FIELDS, type Section, toolOrder } from './agent-form.js';
import { askedFor } from './agent-form-words.js';
import { AgentHistory } from './agent-history.repository.js';
import { overtakenBy } from './agent-history-view.js';
import { SectionParam } from './agent-section.decorator.js';
import { ChangeAgentDto, CreateAgentDto } from './agent.dto.js';
import type { Agent } from './agent.entity.js';
import { Agents } from './agents.service.js';
import { broughtUp } from './brought-up.js';
import { usedVariables } from './prompt-variables.js';
import { readVersion } from './version-param.decorator.js';

const PATH = '/settings/agents';

/** What a form without a version began with: whatever there is has overtaken it. */
const NO_VERSION = 0;

const AgentId = () => IdParam('Agent');

/** What a page of the form shows beside its agent. */
interface Shown {
  form: Form;
  problems?: FormProblem[];
  /** The control that the work goes on at. */
  focus?: string;
  status?: number;
}

/** Makes agents, and changes what they are told, a page of the form at a time. */
@Controller(PATH)
@PageAuth()
export class AgentEditorPagesController {
  constructor(
    private readonly agents: Agents,
    private readonly history: AgentHistory,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Get('new')
  @Needs('change')
  newForm(@Visit() visit: PageVisit, @Me() me: Person): Promise<PageAnswer> {
    return this.editor(visit, me, null, 'general', { form: newAgentForm() });
  }

  @Post()
  async create(@Visit() visit: PageVisit, @Me() me: Person, @InTransaction() tx: Tx): Promise<PageAnswer> {
    const { form } = visit;
    const { id, name } = await orShowAgain(
      async () => {
        const dto = readFields(CreateAgentDto, SECTION_FIELDS.general(form));
        return this.agents.create(tx, me.organizationId, dto, me);
      },
      (problems, status) => this.editor(visit, me, null, 'general', { form, problems, status }),
      askingFor(form, askedFor(this.settings.allowPrivateTargets), atParts),
    );
    return goTo(`${PATH}/${id}`, `${name} was created, and is active.`);
  }

  @Get(':id/edit/:section')
  @Needs('change')
  async form(
    @Visit() visit: PageVisit,
    @Me() me: Person,
    @AgentId() id: string,
    @SectionParam() section: Section,
  ): Promise<PageAnswer> {
    const agent = await this.agents.read(me.organizationId, id);
    return this.editor(visit, me, agent, section, { form: formOf(agent) });
  }

  @Post(':id/edit/:section')
  async change(
    @Visit() visit: PageVisit,
    @Me() me: Person,
    @InTransaction() tx: Tx,
    @AgentId() id: string,
    @SectionParam() section: Section,
  ): Promise<PageAnswer> {
    const agent = await this.agents.read(me.organizationId, id);
    const other = rearranged(visit.form);
    if (other) return this.editor(visit, me, agent, section, other);
    const form = withoutBlankRows(visit.form);
    const version = readVersion(form.text('version'));
    const seen = 'value' in version ? version.value : NO_VERSION;
    const saved = await orShowAgain(
      async () => {
        const dto = readFields(ChangeAgentDto, SECTION_FIELDS[section](form));
        return this.agents.change(tx, me.organizationId, id, dto, new Precondition([seen]), me);
      },
      async (problems, status) =>
        status === 412
          ? this.overtaken(visit, me, id, section, { form, seen })
          : this.editor(visit, me, agent, section, {
              form,
              problems: problems.map(explainJson(form)),
              status,
            }),
      askingFor(form, askedFor(this.settings.allowPrivateTargets), atParts),
    );
    const what =
      saved.version === seen
        ? `Nothing was changed: ${saved.name} was so already.`
        : `${saved.name} was saved as version ${saved.version}.`;
    return goTo(`${PATH}/${id}/edit/${section}`, what);
  }

  /** Somebody else has saved meanwhile: says who and what, keeps what was changed here, and lets it win if it is sent again. */
  private async overtaken(
    visit: PageVisit,
    me: Person,
    id: string,
    section: Section,
    { form, seen }: { form: Form; seen: number },
  ): Promise<PageAnswer> {
    const agent = await this.agents.read(me.organizationId, id);
    const now = await this.history.read(me.organizationId, id, agent.version);
    const before = (await this.history.find(me.organizationId, id, seen)) ?? now;
    const current = broughtUp(form, section, before, now);
    const problems = [overtakenBy(id, before, now), ...current.both];
    return this.editor(visit, me, agent, section, { form: current.form, problems, status: 412 });
  }

  private async editor(
    visit: PageVisit,
    me: Person,
    agent: Agent | null,
    section: Section,
    { form, problems = [], focus, status }: Shown,
  ): Promise<PageAnswer> {
    return show(
      visit,
      EditorPage,
      {
        agent: agent && { id: agent.id, name: agent.name, active: agent.status === 'active' },
        section,
        filled: form,
        variables: usedVariables(form.raw('prompt'), form.raw('greeting')),
        toolOrder: toolOrder(form),
        defaultModel: await this.agents.defaultModel(me.organizationId),
        allowPrivateTargets: this.settings.allowPrivateTargets,
        problems,
        focus: focus ?? null,
      },
      status,
    );
  }
}
