import { Controller, Get, Post } from '@nestjs/common';
import { EditorPage } from '../../views/agents/editor.js';
import type { Form } from '../auth/form.js';
import { goTo, type PageAnswer } from '../auth/page-answer.js';
import { Me, Needs, PageAuth, Visit } from '../auth/page.decorator.js';
import { type PageVisit, show } from '../auth/page-visit.js';
import type { Person } from '../auth/person.js';
import { atParts, type FormProblem, orShowAgain } from '../auth/shown-again.js';
import { IdParam } from '../common/id-param.decorator.js';
import { readFields } from '../common/read-fields.js';
import { Precondition } from '../common/versioning.decorator.js';
import type { Tx } from '../database/sql.client.js';
import { InTransaction } from '../idempotency/write.interceptor.js';
import { changesBetween, changeWords } from './agent-changes.js';
import { rearranged, withoutBlankRows } from './agent-form-lists.js';
import { explainJson, formOf, newAgentForm, SECTION_FIELDS, type Section, toolOrder } from './agent-form.js';
import { SectionParam } from './agent-section.decorator.js';
import { ChangeAgentDto, CreateAgentDto } from './agent.dto.js';
import type { Agent } from './agent.entity.js';
import { Agents } from './agents.service.js';
import { usedVariables } from './prompt-variables.js';

const PATH = '/settings/agents';

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
  constructor(private readonly agents: Agents) {}

  @Get('new')
  @Needs('change')
  newForm(@Visit() visit: PageVisit): PageAnswer {
    return editor(visit, null, 'general', { form: newAgentForm() });
  }

  @Post()
  async create(@Visit() visit: PageVisit, @Me() me: Person, @InTransaction() tx: Tx): Promise<PageAnswer> {
    const { form } = visit;
    const { id, name } = await orShowAgain(
      async () => {
        const dto = readFields(CreateAgentDto, SECTION_FIELDS.general(form));
        return this.agents.create(tx, me.organizationId, dto, me);
      },
      (problems, status) => editor(visit, null, 'general', { form, problems, status }),
      atParts,
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
    return editor(visit, agent, section, { form: formOf(agent) });
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
    if (other) return editor(visit, agent, section, other);
    const form = withoutBlankRows(visit.form);
    const seen = Number(form.text('version'));
    const { name, version } = await orShowAgain(
      async () => {
        const dto = readFields(ChangeAgentDto, SECTION_FIELDS[section](form));
        return this.agents.change(tx, me.organizationId, id, dto, new Precondition([seen]), me);
      },
      async (problems, status) =>
        status === 412
          ? this.overtaken(visit, agent, section, { form, seen })
          : editor(visit, agent, section, { form, problems: problems.map(explainJson(form)), status }),
      atParts,
    );
    const what =
      version === seen
        ? `Nothing was changed: ${name} was so already.`
        : `${name} was saved as version ${version}.`;
    return goTo(`${PATH}/${id}/edit/${section}`, what);
  }

  /** Somebody else has saved meanwhile: says what they changed, keeps what was typed, and lets it win if it is sent again. */
  private async overtaken(
    visit: PageVisit,
    agent: Agent,
    section: Section,
    { form, seen }: { form: Form; seen: number },
  ): Promise<PageAnswer> {
    const before = await this.agents.findVersion(agent.organizationId, agent.id, seen);
    const words = before ? changeWords(changesBetween(before, agent)) : 'It is not known what';
    const text = `Version ${agent.version} was saved while you were editing (${words}). What you typed stands below and is not saved: save again to put it over theirs.`;
    const current = form.changed((fields) =>
      fields.map(([name, value]) => [name, name === 'version' ? String(agent.version) : value]),
    );
    return editor(visit, agent, section, { form: current, problems: [{ field: null, text }], status: 412 });
  }
}

function editor(
  visit: PageVisit,
  agent: Agent | null,
  section: Section,
  { form, problems = [], focus, status }: Shown,
): PageAnswer {
  return show(
    visit,
    EditorPage,
    {
      agent: agent && { id: agent.id, name: agent.name, active: agent.status === 'active' },
      section,
      filled: form,
      variables: usedVariables(form.raw('prompt'), form.raw('greeting')),
      toolOrder: toolOrder(form),
      problems,
      focus: focus ?? null,
    },
    status,
  );
}
