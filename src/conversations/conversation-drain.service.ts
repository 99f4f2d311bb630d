import { Inject, Injectable, Logger } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import { CONVERSATION_TIMINGS, type ConversationTimings } from './conversation-timings.js';
import { Conversations } from './conversations.service.js';
import { RelayHeartbeat } from './relay-heartbeat.worker.js';

const LOOK_MS = 50;

/** Brings the conversations of a process that stops to where they can go on, or to an end. */
@Injectable()
export class ConversationDrain {
  private readonly logger = new Logger('ConversationDrain');

  constructor(
    private readonly conversations: Conversations,
    private readonly heartbeat: RelayHeartbeat,
    @Inject(CONVERSATION_TIMINGS) private readonly timings: ConversationTimings,
  ) {}

  /** Where another replica is alive, each conversation finishes its turn, and the carrier takes it there. */
  async begin(): Promise<void> {
    this.conversations.refusesNew = await this.hasPeers();
    if (!this.conversations.refusesNew) return;
    for (const conversation of this.conversations.of()) conversation.drain();
  }

  /** The only replica says goodbye; what is still being said elsewhere is handed over when the application closes. */
  async finish(): Promise<void> {
    if (this.conversations.refusesNew) return;
    this.conversations.refusesNew = true;
    for (const conversation of this.conversations.of()) conversation.takeLeave();
    const end = Date.now() + this.timings.goodbye;
    while (this.conversations.of().length > 0 && Date.now() < end) await delay(LOOK_MS);
  }

  /** Without an answer it is better to believe in peers: a goodbye cannot be taken back. */
  private async hasPeers(): Promise<boolean> {
    try {
      await this.heartbeat.leave();
      return await this.heartbeat.hasPeers();
    } catch (error) {
      this.logger.warn(`whether there are other replicas is not known: ${String(error)}`);
      return true;
    }
  }
}
