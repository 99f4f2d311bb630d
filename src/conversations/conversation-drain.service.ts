import { Inject, Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { setTimeout as delay } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { sql } from '../database/sql.client.js';
import { CONVERSATION_TIMINGS, type ConversationTimings } from './conversation-timings.js';
import type { SessionKey } from './conversation-writer.service.js';
import { Conversations } from './conversations.service.js';
import { RelayHeartbeat } from './relay-heartbeat.worker.js';

const LOOK_MS = 50;

/** Waits until it is true, but no longer. */
async function within(limitMs: number, isTrue: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + limitMs;
  while (!(await isTrue()) && Date.now() < end) await delay(LOOK_MS);
}

/** Brings the conversations of a process that stops to where they can go on, or to an end. */
@Injectable()
export class ConversationDrain {
  private readonly logger = new Logger('ConversationDrain');

  constructor(
    @InjectDataSource() private readonly db: DataSource,
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

  /**
   * The only replica says goodbye, and stays for the carrier's last words: nobody else would hear them. What is still
   * being said elsewhere is handed over when the application closes.
   */
  async finish(): Promise<void> {
    if (this.conversations.refusesNew) return;
    this.conversations.refusesNew = true;
    const talking = this.conversations.of();
    if (talking.length === 0) return;
    for (const conversation of talking) conversation.takeLeave();
    await within(this.timings.goodbye, () => Promise.resolve(this.conversations.of().length === 0));
    await within(this.timings.lastWord, () => this.areClosed(talking.map(({ key }) => key)));
  }

  /** What cannot be read is not known to be closed. */
  private async areClosed(calls: readonly SessionKey[]): Promise<boolean> {
    const open = sql(
      this.db,
      `SELECT 1 FROM calls WHERE finalized_at IS NULL
          AND (organization_id, id) IN (SELECT * FROM unnest($1::uuid[], $2::uuid[])) LIMIT 1`,
      [calls.map(({ org }) => org), calls.map(({ callId }) => callId)],
    );
    return open.then(
      (rows) => rows.length === 0,
      () => false,
    );
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
