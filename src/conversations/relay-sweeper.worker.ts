import { Inject, Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { sql } from '../database/sql.client.js';
import { PollWorker } from '../jobs/poll.worker.js';
import { CONVERSATION_TIMINGS, type ConversationTimings } from './conversation-timings.js';
import { ConversationWriter, type SessionKey } from './conversation-writer.service.js';

const SESSIONS_AT_ONCE = 20;

/** Clears up after processes that are gone: their sockets are closed, and the record is made of what they wrote. */
@Injectable()
export class RelaySweeper extends PollWorker {
  private readonly logger = new Logger('RelaySweeper');

  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly writer: ConversationWriter,
    @Inject(CONVERSATION_TIMINGS) timings: ConversationTimings,
  ) {
    super(timings.sweep);
  }

  protected async round(): Promise<void> {
    const lost = await sql<SessionKey>(
      this.db,
      `SELECT organization_id AS org, call_id AS "callId", id AS "sessionId" FROM relay_sessions
        WHERE closed_at IS NULL AND lease_until < now() ORDER BY lease_until LIMIT $1`,
      [SESSIONS_AT_ONCE],
    );
    for (const key of lost) {
      await this.writer.lost(key).catch((error: unknown) => {
        this.logger.warn(`the record of call ${key.callId} could not be made yet: ${String(error)}`);
      });
    }
  }
}
