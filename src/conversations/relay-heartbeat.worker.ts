import { Inject, Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { CALLS_CHANNEL, HANDOVER_CHANNEL, Notifications } from '../database/notifications.client.js';
import { sql } from '../database/sql.client.js';
import { PollWorker } from '../jobs/poll.worker.js';
import { CONVERSATION_TIMINGS, type ConversationTimings } from './conversation-timings.js';
import { Conversations } from './conversations.service.js';
import type { CallNews } from './live-conversation.session.js';

interface NewsRow extends CallNews {
  callId: string;
}

/**
 * Says that this process and the sockets it holds are alive, and tells conversations what others have written about
 * their calls: at once when it is told of it, else at the next beat.
 */
@Injectable()
export class RelayHeartbeat extends PollWorker {
  private readonly logger = new Logger('RelayHeartbeat');
  private listening: (() => void)[] = [];

  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly conversations: Conversations,
    private readonly notifications: Notifications,
    @Inject(CONVERSATION_TIMINGS) private readonly timings: ConversationTimings,
  ) {
    super(timings.heartbeat);
  }

  override onApplicationBootstrap(): void {
    this.listening = [
      this.notifications.on(CALLS_CHANNEL, (payload) => this.onCall(payload)),
      this.notifications.on(HANDOVER_CHANNEL, (sessionId) => this.conversations.release(sessionId)),
    ];
    super.onApplicationBootstrap();
  }

  override async beforeApplicationShutdown(): Promise<void> {
    for (const stop of this.listening) stop();
    await super.beforeApplicationShutdown();
    await this.leave().catch(() => undefined);
  }

  /** Whether another process could take up what this one holds. */
  async hasPeers(): Promise<boolean> {
    const peers = await sql(
      this.db,
      `SELECT 1 FROM replicas WHERE id <> $1 AND seen_at > now() - $2 * interval '1 millisecond' LIMIT 1`,
      [this.conversations.owner, this.timings.lease],
    );
    return peers.length > 0;
  }

  /** This process takes up nothing any more. */
  async leave(): Promise<void> {
    await sql(this.db, `DELETE FROM replicas WHERE id = $1`, [this.conversations.owner]);
  }

  protected async round(): Promise<void> {
    const { owner, refusesNew } = this.conversations;
    if (!refusesNew) {
      await sql(
        this.db,
        `INSERT INTO replicas (id, seen_at) VALUES ($1, now()) ON CONFLICT (id) DO UPDATE SET seen_at = now()`,
        [owner],
      );
    }
    const callIds = this.conversations.of().map(({ key }) => key.callId);
    if (callIds.length === 0) return;
    await sql(
      this.db,
      `UPDATE relay_sessions SET lease_until = now() + $2 * interval '1 millisecond'
        WHERE owner = $1 AND closed_at IS NULL`,
      [owner, this.timings.lease],
    );
    await this.tellNews(callIds);
  }

  private onCall(payload: string): void {
    const [, callId = ''] = payload.split(':');
    if (this.conversations.of(callId).length === 0) return;
    this.tellNews([callId]).catch((error: unknown) => {
      this.logger.warn(`news of call ${callId} could not be read: ${String(error)}`);
    });
  }

  private async tellNews(callIds: string[]): Promise<void> {
    const rows = await sql<NewsRow>(
      this.db,
      `SELECT id AS "callId", end_requested_at IS NOT NULL AS "endRequested", went_to_voicemail AS "wentToVoicemail",
              finalized_at IS NOT NULL AS "isOver"
         FROM calls WHERE id = ANY ($1::uuid[])`,
      [callIds],
    );
    for (const { callId, ...news } of rows)
      for (const conversation of this.conversations.of(callId)) conversation.learn(news);
  }
}
