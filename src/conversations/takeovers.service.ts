import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { setTimeout as delay } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import type { OrganizationId } from '../auth/principal.js';
import { HANDOVER_CHANNEL, notify } from '../database/notifications.client.js';
import { CONVERSATION_TIMINGS, type ConversationTimings } from './conversation-timings.js';
import { RelaySessions } from './relay-sessions.repository.js';

const LOOK_MS = 25;

/**
 * Has other processes let go of a call before this one goes on with it: they may not know yet that their socket is gone,
 * and hold words that nobody has written down.
 */
@Injectable()
export class Takeovers {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly sessions: RelaySessions,
    @Inject(CONVERSATION_TIMINGS) private readonly timings: ConversationTimings,
  ) {}

  /** Resolves when nobody holds a socket of the call any more, or did not let go of it in time. */
  async settle(org: OrganizationId, callId: string): Promise<void> {
    const end = Date.now() + this.timings.handover;
    let held = await this.sessions.held(this.db, org, callId);
    for (const sessionId of held) await notify(this.db, HANDOVER_CHANNEL, sessionId);
    while (held.length > 0 && Date.now() < end) {
      await delay(LOOK_MS);
      held = await this.sessions.held(this.db, org, callId);
    }
  }
}
