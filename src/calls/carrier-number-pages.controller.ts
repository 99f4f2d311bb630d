import { Controller, Get, Post } from '@nestjs/common';
import { ConnectNumberPage } from '../../views/agents/connect-number.js';
import { AgentChoices } from '../agents/agent-choices.service.js';
import { CarrierAccounts } from '../auth/carrier-accounts.service.js';
import type { Form } from '../auth/form.js';
import { goTo, type PageAnswer } from '../auth/page-answer.js';
import { Asks, Me, Needs, PageAuth, Visit } from '../auth/page.decorator.js';
import { type PageVisit, show } from '../auth/page-visit.js';
import type { Person } from '../auth/person.js';
import { askingFor, type FormProblem, orShowAgain } from '../auth/shown-again.js';
import { InvalidRequest } from '../common/app-error.js';
import { nationalPhoneNumber } from '../common/phone-number.js';
import { readFields } from '../common/read-fields.js';
import { CreatePhoneNumberDto } from '../agents/phone-number.dto.js';
import { connectionProblems } from './connection-refusal.js';
import { type Connected, OwnNumbers, type OwnNumberList } from './own-numbers.service.js';

/** Connecting a number of the organization's own account with an agent. */
@Controller('settings/carrier-numbers')
@PageAuth()
export class CarrierNumberPagesController {
  constructor(
    private readonly numbers: OwnNumbers,
    private readonly accounts: CarrierAccounts,
    private readonly agents: AgentChoices,
  ) {}

  @Get()
  @Needs('change')
  form(@Visit() visit: PageVisit, @Me() me: Person): Promise<PageAnswer> {
    return this.page(visit, me, { list: null, problems: [] });
  }

  /** Asks the carrier, and shows what it told. */
  @Post('list')
  @Asks()
  async list(@Visit() visit: PageVisit, @Me() me: Person): Promise<PageAnswer> {
    const list = await orShowAgain(
      () => this.numbers.list(me.organizationId),
      (problems) => this.page(visit, me, { list: null, problems }),
      connectionProblems,
    );
    return this.page(visit, me, { list, problems: [] });
  }

  @Post()
  @Asks()
  async connect(@Visit() visit: PageVisit, @Me() me: Person): Promise<PageAnswer> {
    const { form } = visit;
    if (form.checked('find')) return this.page(visit, me, { list: null, problems: [] });
    const { number, isOverruled } = await orShowAgain(
      () => this.connected(me, form),
      (problems) => this.page(visit, me, { list: null, problems }),
      askingFor(form, { agent_id: 'Choose the agent that answers.' }, connectionProblems),
    );
    const shown = nationalPhoneNumber(number.number);
    return goTo(
      '/settings/phone-numbers',
      isOverruled
        ? `${shown} was connected, but Twilio asks its TwiML application or SIP trunk first: detach it in the Twilio console.`
        : `${shown} was connected: calls to it come here.`,
    );
  }

  private async connected(me: Person, form: Form): Promise<Connected> {
    requireOne(form);
    const { number, agent_id } = readFields(CreatePhoneNumberDto, {
      number: numberIn(form),
      agent_id: form.nullable('agent_id'),
    });
    if (!agent_id) {
      throw new InvalidRequest('Invalid agent_id', [
        { field: 'agent_id', in: 'body', issue: 'must be the agent that answers' },
      ]);
    }
    return this.numbers.connectTo(me, number, agent_id);
  }

  private async page(
    visit: PageVisit,
    { organizationId: org }: Person,
    { list, problems }: { list: OwnNumberList | null; problems: FormProblem[] },
  ): Promise<PageAnswer> {
    const { form } = visit;
    const { current, takes } = await this.accounts.of(org);
    const agent = await this.agents.of(org, {
      search: form.text('agent_search'),
      chosen: form.text('agent_id'),
    });
    const shown = {
      account: current?.accountSid ?? null,
      onlySimulated: takes === 'none',
      list: list && { ...list, numbers: list.numbers.map(choiceOf) },
      number: numberIn(form),
      agent,
      problems,
    };
    return show(visit, ConnectNumberPage, shown, problems.length > 0 ? 422 : 200);
  }
}

/** The one that was typed in, or chosen of the list. */
const numberIn = (form: Form): string => form.text('number') || form.text('chosen');

/** Nobody's choice is guessed: connecting a number changes where its calls go. */
function requireOne(form: Form): void {
  const chosen = form.text('chosen');
  if (chosen === '' && form.text('number') === '')
    throw refusal('choose a number, or enter one such as +1 312 555 0100');
  if (chosen !== '' && form.text('number') !== '')
    throw refusal(`choose a number or type one, not both: ${nationalPhoneNumber(chosen)} was chosen too`);
}

const refusal = (issue: string): InvalidRequest =>
  new InvalidRequest('Invalid number', [{ field: 'number', in: 'body', issue }]);

const choiceOf = ({ number, name, isConnected }: OwnNumberList['numbers'][number]) => ({
  number,
  national: nationalPhoneNumber(number),
  // Twilio names a number by itself, with its digits.
  name:
    name.replaceAll(/\D/g, '') === number.replaceAll(/\D/g, '').slice(-10) || name === number ? null : name,
  isConnected,
});
