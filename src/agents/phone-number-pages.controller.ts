import { Controller, Get, Post, Query } from '@nestjs/common';
import { PhoneNumberFormPage, PhoneNumbersPage } from '../../views/agents/phone-numbers.js';
import { ConfirmPage } from '../../views/shared/confirm-page.js';
import { CarrierAccounts } from '../auth/carrier-accounts.service.js';
import type { Form } from '../auth/form.js';
import { goTo, type PageAnswer } from '../auth/page-answer.js';
import { Me, Needs, PageAuth, Visit } from '../auth/page.decorator.js';
import { numberedPage } from '../auth/page-numbers.js';
import { type PageVisit, show } from '../auth/page-visit.js';
import type { Person } from '../auth/person.js';
import { askingFor, type FormProblem, orShowAgain } from '../auth/shown-again.js';
import { IdParam } from '../common/id-param.decorator.js';
import { nationalPhoneNumber } from '../common/phone-number.js';
import { readFields } from '../common/read-fields.js';
import { Precondition } from '../common/versioning.decorator.js';
import type { Tx } from '../database/sql.client.js';
import { InTransaction } from '../idempotency/write.interceptor.js';
import { AgentChoices } from './agent-choices.service.js';
import { AgentList } from './agent-list.repository.js';
import { ChangePhoneNumberDto, CreatePhoneNumberDto } from './phone-number.dto.js';
import type { PhoneNumber } from './phone-number.entity.js';
import { PhoneNumbers } from './phone-numbers.service.js';

const PATH = '/settings/phone-numbers';
const NUMBERS = { href: PATH, label: 'Phone numbers' };

const PhoneNumberId = () => IdParam('Phone number');

/** The numbers that agents call from and answer. */
@Controller(PATH)
@PageAuth()
export class PhoneNumberPagesController {
  constructor(
    private readonly numbers: PhoneNumbers,
    private readonly agents: AgentList,
    private readonly agentChoices: AgentChoices,
    private readonly accounts: CarrierAccounts,
  ) {}

  @Get()
  async list(@Visit() visit: PageVisit, @Me() me: Person, @Query('page') page: unknown): Promise<PageAnswer> {
    const { query, pages } = numberedPage(PATH, page);
    const { data, pagination } = await this.numbers.list(me.organizationId, query);
    const names = await this.agents.names(
      me.organizationId,
      data.flatMap(({ agentId }) => agentId ?? []),
    );
    const { current } = await this.accounts.of(me.organizationId);
    return show(visit, PhoneNumbersPage, {
      canConnect: current !== null,
      numbers: data.map(({ id, number, label, agentId, isDefault }) => ({
        id,
        number,
        national: nationalPhoneNumber(number),
        label,
        agent: agentId === null ? null : (names.get(agentId) ?? null),
        isDefault,
      })),
      pages: pages(pagination.has_more),
    });
  }

  @Get('new')
  @Needs('change')
  newForm(@Visit() visit: PageVisit, @Me() me: Person): Promise<PageAnswer> {
    return this.form(visit, me, null, visit.form);
  }

  @Post()
  async create(@Visit() visit: PageVisit, @Me() me: Person, @InTransaction() tx: Tx): Promise<PageAnswer> {
    const { form } = visit;
    if (form.checked('find')) return this.form(visit, me, null, form);
    const { number } = await orShowAgain(
      async () => {
        const fields = { number: form.text('number'), ...fieldsIn(form) };
        // Unticked says nothing: the first number becomes the default.
        const dto = readFields(CreatePhoneNumberDto, {
          ...fields,
          is_default: fields.is_default || undefined,
        });
        return this.numbers.create(tx, me.organizationId, dto);
      },
      (problems) => this.form(visit, me, null, form, problems),
      askingFor(form, { number: 'Enter a phone number, such as +1 312 555 0100.' }),
    );
    return goTo(PATH, `${nationalPhoneNumber(number)} was added.`);
  }

  @Get(':id')
  @Needs('change')
  async editForm(
    @Visit() visit: PageVisit,
    @Me() me: Person,
    @PhoneNumberId() id: string,
  ): Promise<PageAnswer> {
    return this.form(visit, me, await this.numbers.read(me.organizationId, id), null);
  }

  @Post(':id')
  async change(
    @Visit() visit: PageVisit,
    @Me() me: Person,
    @InTransaction() tx: Tx,
    @PhoneNumberId() id: string,
  ): Promise<PageAnswer> {
    const { form } = visit;
    const number = await this.numbers.read(me.organizationId, id);
    if (form.checked('find')) return this.form(visit, me, number, form);
    await orShowAgain(
      async () => {
        const dto = readFields(ChangePhoneNumberDto, fieldsIn(form));
        const seen = new Precondition([Number(form.text('version'))]);
        return this.numbers.change(tx, me.organizationId, id, dto, seen);
      },
      (problems, status) => this.form(visit, me, number, form, problems, status),
    );
    return goTo(PATH, `${nationalPhoneNumber(number.number)} was saved.`);
  }

  @Get(':id/remove')
  @Needs('change')
  async askToRemove(
    @Visit() visit: PageVisit,
    @Me() me: Person,
    @PhoneNumberId() id: string,
  ): Promise<PageAnswer> {
    const { number } = await this.numbers.read(me.organizationId, id);
    return show(visit, ConfirmPage, {
      title: `Remove ${nationalPhoneNumber(number)}`,
      from: [NUMBERS, { href: `${PATH}/${id}`, label: nationalPhoneNumber(number) }],
      action: `${PATH}/${id}/remove`,
      button: 'Remove phone number',
      consequences: [
        'Agents no longer call from it, and calls to it are no longer answered.',
        'Calls made with it keep it in their record. You can add it again.',
      ],
    });
  }

  @Post(':id/remove')
  async remove(@Me() me: Person, @InTransaction() tx: Tx, @PhoneNumberId() id: string): Promise<PageAnswer> {
    await this.numbers.delete(tx, me.organizationId, id);
    return goTo(PATH, 'The number was removed.');
  }

  private async form(
    visit: PageVisit,
    me: Person,
    number: PhoneNumber | null,
    typed: Form | null,
    problems: FormProblem[] = [],
    status = problems.length > 0 ? 422 : 200,
  ): Promise<PageAnswer> {
    const shown = {
      id: number?.id ?? null,
      number: number ? nationalPhoneNumber(number.number) : (typed?.text('number') ?? ''),
      label: typed?.text('label') ?? number?.label ?? '',
      isDefault: typed?.checked('is_default') ?? number?.isDefault ?? false,
      version: typed?.text('version') ?? String(number?.version ?? ''),
    };
    const agent = await this.agentChoices.of(me.organizationId, {
      search: typed?.text('agent_search') ?? '',
      chosen: typed?.text('agent_id') ?? number?.agentId ?? '',
    });
    const { current } = await this.accounts.of(me.organizationId);
    const canConnect = current !== null;
    return show(visit, PhoneNumberFormPage, { ...shown, canConnect, agent, problems }, status);
  }
}

const fieldsIn = (form: Form) => ({
  label: form.nullable('label'),
  agent_id: form.nullable('agent_id'),
  is_default: form.checked('is_default'),
});
