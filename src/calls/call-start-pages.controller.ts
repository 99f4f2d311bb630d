import { Controller, Get, Post, Query } from '@nestjs/common';
import { StartCallPage } from '../../views/calls/start.js';
import { AgentChoices } from '../agents/agent-choices.service.js';
import { PhoneNumbers } from '../agents/phone-numbers.service.js';
import { Form } from '../auth/form.js';
import { goTo, type PageAnswer } from '../auth/page-answer.js';
import { Me, Needs, PageAuth, Visit } from '../auth/page.decorator.js';
import { type PageVisit, show } from '../auth/page-visit.js';
import type { Person } from '../auth/person.js';
import { askingFor, type FormProblem, orShowAgain } from '../auth/shown-again.js';
import { nationalPhoneNumber, normalizePhoneNumber } from '../common/phone-number.js';
import { namedRowsIn, variableRowsIn, withBlanks } from '../contacts/variable-rows.js';
import type { Tx } from '../database/sql.client.js';
import { InTransaction } from '../idempotency/write.interceptor.js';
import { CALLS_PATH } from './call-list-pages.controller.js';
import { CALL_ASKS_FOR, callIn } from './call-form.js';
import { callersOf } from './calling-number.js';
import { callProblems } from './call-refusal.js';
import { OutboundCalls } from './outbound-calls.service.js';
import type { StartCallDto } from './start-call.dto.js';

const tellProblems = callProblems({ agentId: 'agent_id', phoneNumber: 'phone_number' });

/** Has an agent call a number. */
@Controller(CALLS_PATH)
@PageAuth()
export class CallStartPagesController {
  constructor(
    private readonly calls: OutboundCalls,
    private readonly agents: AgentChoices,
    private readonly numbers: PhoneNumbers,
  ) {}

  @Get('new')
  @Needs('change')
  form(
    @Visit() visit: PageVisit,
    @Me() me: Person,
    @Query('agent_id') agentId: unknown,
    @Query('phone_number') number: unknown,
  ): Promise<PageAnswer> {
    const given = Form.of({
      agent_id: typeof agentId === 'string' ? agentId : '',
      phone_number: typeof number === 'string' ? shownNumber(number) : '',
    });
    return this.startForm(visit, me, given);
  }

  @Post()
  async start(@Visit() visit: PageVisit, @Me() me: Person, @InTransaction() tx: Tx): Promise<PageAnswer> {
    if (visit.form.checked('find')) return this.startForm(visit, me, visit.form);
    const { callId, contactName } = await orShowAgain(
      async () => this.calls.start(tx, me.organizationId, filledIn(visit.form)),
      (problems) => this.startForm(visit, me, visit.form, problems),
      askingFor(visit.form, CALL_ASKS_FOR, tellProblems),
    );
    // Who has no name is called by the number.
    return goTo(`${CALLS_PATH}/${callId}`, `${nationalPhoneNumber(contactName)} is being called.`);
  }

  private async startForm(
    visit: PageVisit,
    me: Person,
    form: Form,
    problems: FormProblem[] = [],
  ): Promise<PageAnswer> {
    const agent = await this.agents.of(me.organizationId, {
      search: form.text('agent_search'),
      // Who looks for another agent has not chosen the one that stood there.
      chosen: form.checked('find') ? '' : form.text('agent_id'),
      status: 'active',
    });
    const [numbers, hasNumber] = await Promise.all([
      this.numbers.callingNumbers(
        me.organizationId,
        agent.agents.map(({ value }) => value),
      ),
      this.numbers.canCall(me.organizationId),
    ]);
    const { agents, hint } = callersOf(agent.agents, numbers);
    const props = {
      agent: { ...agent, agents },
      callsFrom: hint,
      hasNumber,
      filled: form,
      variables: withBlanks(variableRowsIn(form)),
      problems,
    };
    return show(visit, StartCallPage, props, problems.length > 0 ? 422 : 200);
  }
}

function filledIn(form: Form): StartCallDto {
  const rows = namedRowsIn(form).map(({ name, value }): [string, string] => [name, value]);
  return callIn(form, form.text('agent_id'), rows.length > 0 ? Object.fromEntries(rows) : undefined);
}

/** As people write it, if it is one. */
function shownNumber(text: string): string {
  const number = normalizePhoneNumber(text, 'US');
  return 'e164' in number ? nationalPhoneNumber(number.e164) : text;
}
