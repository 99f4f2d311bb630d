import { Controller, Get, Post, Query } from '@nestjs/common';
import { StartCallPage } from '../../views/calls/start.js';
import { AgentChoices } from '../agents/agent-choices.service.js';
import { Form } from '../auth/form.js';
import { goTo, type PageAnswer } from '../auth/page-answer.js';
import { Me, Needs, PageAuth, Visit } from '../auth/page.decorator.js';
import { type PageVisit, show } from '../auth/page-visit.js';
import type { Person } from '../auth/person.js';
import { type FormProblem, orShowAgain } from '../auth/shown-again.js';
import { nationalPhoneNumber, normalizePhoneNumber } from '../common/phone-number.js';
import { readFields } from '../common/read-fields.js';
import type { Tx } from '../database/sql.client.js';
import { InTransaction } from '../idempotency/write.interceptor.js';
import { CALLS_PATH } from './call-list-pages.controller.js';
import { callProblems } from './call-refusal.js';
import { OutboundCalls } from './outbound-calls.service.js';
import { StartCallDto, type StartedCall } from './start-call.dto.js';

const tellProblems = callProblems({ agentId: 'agent_id', phoneNumber: 'phone_number' });

/** Has an agent call a number. */
@Controller(CALLS_PATH)
@PageAuth()
export class CallStartPagesController {
  constructor(
    private readonly calls: OutboundCalls,
    private readonly agents: AgentChoices,
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
      () => this.startedBy(tx, me, visit.form),
      (problems) => this.startForm(visit, me, visit.form, problems),
      tellProblems,
    );
    // Who has no name is called by the number.
    return goTo(`${CALLS_PATH}/${callId}`, `${nationalPhoneNumber(contactName)} is being called.`);
  }

  private startedBy(tx: Tx, me: Person, form: Form): Promise<StartedCall> {
    const typed = form.text('phone_number');
    const number = normalizePhoneNumber(typed, 'US');
    const dto = readFields(StartCallDto, {
      agentId: form.text('agent_id'),
      phoneNumber: 'e164' in number ? number.e164 : typed,
      notes: form.given('notes'),
    });
    return this.calls.start(tx, me.organizationId, dto);
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
    const props = {
      agent,
      number: form.text('phone_number'),
      notes: form.text('notes'),
      problems,
    };
    return show(visit, StartCallPage, props, problems.length > 0 ? 422 : 200);
  }
}

/** As people write it, if it is one. */
function shownNumber(text: string): string {
  const number = normalizePhoneNumber(text, 'US');
  return 'e164' in number ? nationalPhoneNumber(number.e164) : text;
}
