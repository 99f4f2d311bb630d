import { setTimeout } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { AgentVersion } from '../agents/agent-version.entity.js';
import { Agents } from '../agents/agents.service.js';
import { completeConfig } from '../agents/agent-config.js';
import type { OrganizationId } from '../auth/principal.js';
import { renderGreeting } from '../calls/render-greeting.js';
import { Conflict, NotFound } from '../common/app-error.js';
import { newId } from '../common/new-id.adapter.js';
import { storable } from '../common/redact-secrets.js';
import type { Tx } from '../database/sql.client.js';
import { afterCommit, Transactions } from '../database/transactions.service.js';
import { ChatAnswers, type Answered } from './chat-answers.service.js';
import type { CreateChatDto } from './chat.dto.js';
import { Chat } from './chat.entity.js';
import type { Entry, UtteranceEntry } from './conversation-entries.js';

const HOUR_MS = 3_600_000;
/** Longer than an answer may take. */
const ANSWERING_MS = 90_000;
const MOST_ENTRIES = 500;
/** How long a page waits for an answer, and how often it looks: any replica may make it. */
const LONGEST_WAIT_MS = 20_000;
const LOOK_EVERY_MS = 100;

/** Chats with agents: what is said is kept until nobody has said anything for an hour. */
@Injectable()
export class Chats {
  constructor(
    private readonly agents: Agents,
    private readonly transactions: Transactions,
    private readonly answers: ChatAnswers,
  ) {}

  /** The agent greets. @throws NotFound */
  async create(
    tx: Tx,
    org: OrganizationId,
    agentId: string,
    { variables = {} }: CreateChatDto,
  ): Promise<Chat> {
    const agent = await this.agents.read(org, agentId);
    const now = new Date();
    const greeting = renderGreeting(completeConfig(agent.config).greeting, variables);
    const chat = Object.assign(new Chat(), {
      organizationId: org,
      id: newId(),
      agentId,
      agentVersion: agent.version,
      variables,
      entries: greeting === '' ? [] : [utterance('agent', 1, greeting, now)],
      answeringUntil: null,
      outcome: null,
      destination: null,
      createdAt: now,
      expiresAt: new Date(now.getTime() + HOUR_MS),
    } satisfies Chat);
    await tx.save(Chat, chat);
    return chat;
  }

  /** @throws NotFound */
  async read(org: OrganizationId, agentId: string, id: string): Promise<Chat> {
    return this.transactions.run((tx) => this.find(tx, org, agentId, id));
  }

  /** The chat once the agent has answered, or as it is when that takes too long to wait for. @throws NotFound */
  async answered(org: OrganizationId, agentId: string, id: string): Promise<Chat> {
    const until = performance.now() + LONGEST_WAIT_MS;
    let chat = await this.read(org, agentId, id);
    while (isAnswering(chat) && performance.now() < until) {
      await setTimeout(LOOK_EVERY_MS);
      chat = await this.read(org, agentId, id);
    }
    return chat;
  }

  /** The customer says something; the agent answers once that is committed. @throws NotFound, Conflict */
  async send(tx: Tx, org: OrganizationId, agentId: string, id: string, text: string): Promise<Chat> {
    const chat = await this.find(tx, org, agentId, id);
    const now = new Date();
    if (chat.outcome !== null) throw new Conflict('chat_over', 'Chat is over');
    if (isAnswering(chat)) throw new Conflict('chat_answering', 'The agent is still answering');
    if (chat.entries.length >= MOST_ENTRIES) throw new Conflict('chat_over', 'Chat is over');
    const turn = Math.max(1, ...chat.entries.map((entry) => ('turn' in entry ? (entry.turn ?? 1) : 1))) + 1;
    chat.entries = [...chat.entries, utterance('customer', turn, storable(text), now)];
    chat.answeringUntil = new Date(now.getTime() + ANSWERING_MS);
    chat.expiresAt = new Date(now.getTime() + HOUR_MS);
    await tx.save(Chat, chat);
    const agent = await tx.findOneByOrFail(AgentVersion, {
      organizationId: org,
      agentId,
      version: chat.agentVersion,
    });
    afterCommit(tx, () => {
      this.answers.answer(chat, agent, (answered) => this.keep(chat, answered));
    });
    return chat;
  }

  private async keep({ organizationId: org, agentId, id }: Chat, answered: Answered): Promise<void> {
    await this.transactions.run(async (tx) => {
      const chat = await this.find(tx, org, agentId, id);
      const { entries, outcome, destination } = answered;
      Object.assign(chat, {
        entries: [...chat.entries, ...entries],
        outcome,
        destination,
        answeringUntil: null,
      });
      await tx.save(Chat, chat);
    });
  }

  private async find(tx: Tx, org: OrganizationId, agentId: string, id: string): Promise<Chat> {
    const chat = await tx.findOne(Chat, {
      where: { organizationId: org, id, agentId },
      lock: { mode: 'for_no_key_update' },
    });
    if (!chat || chat.expiresAt <= new Date()) throw new NotFound('Chat');
    return chat;
  }
}

const isAnswering = ({ answeringUntil }: Chat): boolean =>
  answeringUntil !== null && answeringUntil > new Date();

const utterance = (speaker: UtteranceEntry['speaker'], turn: number, text: string, at: Date): Entry => ({
  kind: 'utterance',
  at: at.getTime(),
  turn,
  speaker,
  text,
  unspoken: null,
  startedAt: null,
  endedAt: null,
  language: null,
  toolCallIds: [],
});
