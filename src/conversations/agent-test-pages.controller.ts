import { Controller, Get, Post } from '@nestjs/common';
import { AgentTestPage } from '../../views/conversations/agent-test.js';
import { Agents } from '../agents/agents.service.js';
import type { Agent } from '../agents/agent.entity.js';
import { PhoneNumbers } from '../agents/phone-numbers.service.js';
import { variableNames } from '../agents/prompt-variables.js';
import { Form } from '../auth/form.js';
import { goTo, type PageAnswer } from '../auth/page-answer.js';
import { Me, Needs, PageAuth, Visit } from '../auth/page.decorator.js';
import { type PageVisit, show } from '../auth/page-visit.js';
import type { Person } from '../auth/person.js';
import { askingFor, atParts, type FormProblem, orShowAgain } from '../auth/shown-again.js';
import { CALL_ASKS_FOR, callIn } from '../calls/call-form.js';
import { reasonFor } from '../calls/calling-number.js';
import { callProblems } from '../calls/call-refusal.js';
import { OutboundCalls } from '../calls/outbound-calls.service.js';
import { IdParam } from '../common/id-param.decorator.js';
import { nationalPhoneNumber } from '../common/phone-number.js';
import { readFields } from '../common/read-fields.js';
import type { Tx } from '../database/sql.client.js';
import { InTransaction } from '../idempotency/write.interceptor.js';
import { CreateChatDto, SendChatMessageDto } from './chat.dto.js';
import type { Chat } from './chat.entity.js';
import { chatView } from './chat-view.js';
import { Chats } from './chats.service.js';

const AgentId = () => IdParam('Agent');
const ChatId = () => IdParam('Chat', 'chatId');

const pathOf = (id: string): string => `/settings/agents/${id}/test`;

interface Shown {
  chat?: Chat;
  form?: Form;
  problems?: FormProblem[];
  status?: number;
}

/** Tries an agent out: in writing, or on the phone. */
@Controller('settings/agents/:id/test')
@PageAuth()
export class AgentTestPagesController {
  constructor(
    private readonly agents: Agents,
    private readonly numbers: PhoneNumbers,
    private readonly chats: Chats,
    private readonly calls: OutboundCalls,
  ) {}

  @Get()
  @Needs('change')
  async start(@Visit() visit: PageVisit, @Me() me: Person, @AgentId() id: string): Promise<PageAnswer> {
    return this.page(visit, await this.agents.read(me.organizationId, id), {});
  }

  @Post('chats')
  async begin(
    @Visit() visit: PageVisit,
    @Me() me: Person,
    @InTransaction() tx: Tx,
    @AgentId() id: string,
  ): Promise<PageAnswer> {
    const { form } = visit;
    const agent = await this.agents.read(me.organizationId, id);
    const chat = await orShowAgain(
      async () => {
        const dto = readFields(CreateChatDto, { variables: variablesIn(form) });
        return this.chats.create(tx, me.organizationId, id, dto);
      },
      (problems, status) => this.page(visit, agent, { form, problems, status }),
      atParts,
    );
    return goTo(`${pathOf(id)}/chats/${chat.id}`);
  }

  /** The chat, once its agent has answered: so it needs no script. */
  @Get('chats/:chatId')
  @Needs('change')
  async chat(
    @Visit() visit: PageVisit,
    @Me() me: Person,
    @AgentId() id: string,
    @ChatId() chatId: string,
  ): Promise<PageAnswer> {
    const chat = await this.chats.answered(me.organizationId, id, chatId);
    return this.page(visit, await this.agents.read(me.organizationId, id), { chat });
  }

  @Post('chats/:chatId')
  async say(
    @Visit() visit: PageVisit,
    @Me() me: Person,
    @InTransaction() tx: Tx,
    @AgentId() id: string,
    @ChatId() chatId: string,
  ): Promise<PageAnswer> {
    const { form } = visit;
    const chat = await this.chats.read(me.organizationId, id, chatId);
    const agent = await this.agents.read(me.organizationId, id);
    await orShowAgain(
      async () => {
        const { text } = readFields(SendChatMessageDto, { text: form.text('text') });
        return this.chats.send(tx, me.organizationId, id, chatId, text);
      },
      (problems, status) => this.page(visit, agent, { chat, form, problems, status }),
      askingFor(form, { text: 'Enter what you say.' }, atParts),
    );
    return goTo(`${pathOf(id)}/chats/${chatId}`);
  }

  @Post('calls')
  async call(
    @Visit() visit: PageVisit,
    @Me() me: Person,
    @InTransaction() tx: Tx,
    @AgentId() id: string,
  ): Promise<PageAnswer> {
    const { form } = visit;
    const agent = await this.agents.read(me.organizationId, id);
    const { callId } = await orShowAgain(
      async () => this.calls.start(tx, me.organizationId, callIn(form, id, variablesIn(form))),
      (problems, status) => this.page(visit, agent, { form, problems, status }),
      askingFor(form, CALL_ASKS_FOR, tellCallProblems),
    );
    return goTo(`/settings/calls/${callId}`, `${agent.name} is calling.`);
  }

  private async page(
    visit: PageVisit,
    agent: Agent,
    { chat, form = Form.empty(), problems = [], status }: Shown,
  ): Promise<PageAnswer> {
    const { prompt, greeting } = agent.config;
    const numbers = await this.numbers.callingNumbers(agent.organizationId, [agent.id]);
    const number = numbers.get(agent.id);
    return show(
      visit,
      AgentTestPage,
      {
        agent: { id: agent.id, name: agent.name, active: agent.status === 'active' },
        callsFrom: number
          ? { ...number, shown: nationalPhoneNumber(number.number), reason: reasonFor(number) }
          : null,
        variables: variableNames(prompt, greeting),
        chat: chat ? chatView(chat, new Date()) : null,
        filled: form,
        problems,
      },
      status,
    );
  }
}

/** What is filled in for the variables of the agent's words; what is empty is not given. */
const variablesIn = (form: Form): Record<string, string> =>
  Object.fromEntries(
    form
      .names()
      .filter((name) => name.startsWith('variables.') && form.text(name) !== '')
      .map((name) => [name.slice('variables.'.length), form.text(name)]),
  );

/** The agent is the page's: what is wrong with it is told of the form as a whole. */
const tellCallProblems = callProblems({ agentId: null, phoneNumber: 'phone_number' });
