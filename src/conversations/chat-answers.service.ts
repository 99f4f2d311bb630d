import { Inject, Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { completeConfig } from '../agents/agent-config.js';
import type { AgentVersion } from '../agents/agent-version.entity.js';
import type { CallBrief } from '../calls/call-brief.js';
import type { RelayOutcome } from '../calls/relay-outcome.js';
import type { Handoff } from '../telephony/relay-frames.js';
import { ChatLine } from './chat-line.session.js';
import type { Chat } from './chat.entity.js';
import { asJson, type Entry } from './conversation-entries.js';
import { pastOf } from './conversation-past.js';
import { CONVERSATION_TIMINGS, type ConversationTimings } from './conversation-timings.js';
import { ConversationSession } from './conversation.session.js';
import { DryToolBox } from './dry-tool-box.js';
import { Minds } from './minds.service.js';

/** An answer that takes longer is given up. */
const LONGEST_MS = 60_000;

/** What an answer adds to a chat. */
export interface Answered {
  entries: Entry[];
  /** How the agent ended the chat; null when it goes on. */
  outcome: RelayOutcome | null;
  destination: string | null;
}

/**
 * Answers in chats. Each answer is a conversation that is taken up where it was left, on a line that plays everything
 * at once, by a process that is about to stop: it finishes the turn and hands over. So a chat needs no process of its own.
 */
@Injectable()
export class ChatAnswers implements BeforeApplicationShutdown {
  private readonly logger = new Logger('ChatAnswers');
  private readonly running = new Set<Promise<void>>();

  constructor(
    private readonly minds: Minds,
    @Inject(CONVERSATION_TIMINGS) private readonly timings: ConversationTimings,
  ) {}

  /** Returns at once; `keep` is called when the agent has said what it has to say. */
  answer(chat: Chat, agent: AgentVersion, keep: (answered: Answered) => Promise<void>): void {
    const running = this.converse(chat, agent)
      .then(keep)
      .catch((error: unknown) => this.logger.error(`chat ${chat.id} was not answered: ${String(error)}`))
      .finally(() => this.running.delete(running));
    this.running.add(running);
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.running);
  }

  private async converse(chat: Chat, agent: AgentVersion): Promise<Answered> {
    const brief = briefOf(chat, agent);
    const entries: Entry[] = [];
    const line = new ChatLine((frame) => session.receive(frame), LONGEST_MS);
    const ports = {
      line,
      mind: this.minds.of(brief),
      tools: new DryToolBox(brief.agent.config),
      journal: {
        write: (written: readonly Entry[]) => entries.push(...written),
        machineHeard: () => undefined,
      },
    };
    const past = pastOf(chat.entries, 'drained');
    const session = new ConversationSession({ brief, ports, past, timings: this.timings });
    session.start();
    session.drain();
    const handoff = await line.over;
    entries.push(...(await session.close()).entries);
    const said = entries.filter(({ kind }) => kind === 'utterance' || kind === 'tool');
    return {
      entries: JSON.parse(asJson(said.toSorted((a, b) => a.at - b.at))) as Entry[],
      outcome: handoff ? session.outcome(true) : null,
      destination: destinationOf(handoff),
    };
  }
}

const destinationOf = (handoff: Handoff | null): string | null =>
  handoff?.reason === 'transfer' ? handoff.destination : null;

/** Nobody was called, and nobody is known. */
const briefOf = (chat: Chat, { name, version, config }: AgentVersion): CallBrief => ({
  org: chat.organizationId,
  callId: chat.id,
  carrierCallId: null,
  carrierAccountId: null,
  callType: 'inbound',
  agent: { id: chat.agentId, name, version, config: completeConfig(config) },
  contact: null,
  customerNumber: null,
  platformNumber: '',
  variables: chat.variables,
  greeting: '',
  notes: null,
  memory: null,
  organization: { id: chat.organizationId, name: '' },
  answeredAt: null,
  startedAt: chat.createdAt,
  endRequested: false,
  wentToVoicemail: false,
});
