import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { hostname } from 'node:os';
import type { CallBrief } from '../calls/call-brief.js';
import { newId } from '../common/new-id.adapter.js';
import type { Line } from './conversation-ports.js';
import { CONVERSATION_TIMINGS, type ConversationTimings } from './conversation-timings.js';
import { ConversationWriter } from './conversation-writer.service.js';
import { LiveConversation } from './live-conversation.session.js';
import { Minds } from './minds.service.js';
import { Takeovers } from './takeovers.service.js';
import { ToolBoxes } from './tool-boxes.service.js';

/** The conversations that this process holds. */
@Injectable()
export class Conversations implements BeforeApplicationShutdown {
  /** Unique among all processes that ever were. */
  readonly owner = `${hostname()}:${process.pid}:${newId()}`;
  /** Another process is to take what comes. */
  refusesNew = false;
  private readonly live = new Set<LiveConversation>();
  /** Being written down, by call. */
  private readonly closing = new Map<Promise<void>, string>();

  constructor(
    private readonly writer: ConversationWriter,
    private readonly takeovers: Takeovers,
    private readonly minds: Minds,
    private readonly toolBoxes: ToolBoxes,
    @Inject(CONVERSATION_TIMINGS) private readonly timings: ConversationTimings,
  ) {}

  get areLive(): boolean {
    return this.live.size > 0;
  }

  /** A line was opened for this call: its row is written, and the conversation begins. */
  async open(brief: CallBrief, carrierSessionId: string, line: Line): Promise<LiveConversation> {
    const { org, callId } = brief;
    const key = { org, callId, sessionId: newId() };
    for (const earlier of this.of(callId)) this.release(earlier.key.sessionId);
    await this.written(callId);
    await this.takeovers.settle(org, callId);
    const { owner, timings } = this;
    const session = { id: key.sessionId, callId, carrierSessionId, owner, leaseMs: timings.lease };
    const past = await this.writer.open(org, session);
    const conversation = new LiveConversation(brief, past, {
      key,
      line,
      writer: this.writer,
      mind: this.minds.of(brief),
      tools: this.toolBoxes.open(brief),
      timings,
    });
    this.live.add(conversation);
    return conversation;
  }

  /** The line is gone. Resolves when everything is written; never throws. */
  close(conversation: LiveConversation, isOrderly: boolean): Promise<void> {
    if (!this.live.delete(conversation)) return Promise.resolve();
    const closing = conversation.close(isOrderly).finally(() => this.closing.delete(closing));
    this.closing.set(closing, conversation.key.callId);
    return closing;
  }

  /** Whoever was spoken to on this line is on another one by now, here or elsewhere: what was said is written down. */
  release(sessionId: string): void {
    const conversation = [...this.live].find(({ key }) => key.sessionId === sessionId);
    if (conversation) void this.close(conversation, false).then(() => conversation.hangUp());
  }

  /** Resolves when what was said before on a line that is gone is written down. */
  private async written(callId: string): Promise<void> {
    await Promise.all([...this.closing].flatMap(([closing, of]) => (of === callId ? [closing] : [])));
  }

  /** Those of one call, or all. */
  of(callId?: string): LiveConversation[] {
    return [...this.live].filter(({ key }) => callId === undefined || key.callId === callId);
  }

  /** Whoever is still talking goes on elsewhere. */
  async beforeApplicationShutdown(): Promise<void> {
    for (const conversation of this.of()) {
      conversation.handOver();
      void this.close(conversation, false);
    }
    await Promise.all(this.closing.keys());
  }
}
