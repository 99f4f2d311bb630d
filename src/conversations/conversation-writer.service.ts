import { Injectable } from '@nestjs/common';
import type { OrganizationId } from '../auth/principal.js';
import { ConversationEnds } from '../calls/conversation-ends.service.js';
import type { RelayOutcome } from '../calls/relay-outcome.js';
import type { Tx } from '../database/sql.client.js';
import { Transactions } from '../database/transactions.service.js';
import type { Entry } from './conversation-entries.js';
import { pastOf, type ConversationPast } from './conversation-past.js';
import type { TurnSummary } from './conversation-ports.js';
import { ConversationRecords } from './conversation-records.service.js';
import { RelaySessions, type NewRelaySession } from './relay-sessions.repository.js';

/** Names a socket's row. */
export interface SessionKey {
  org: OrganizationId;
  callId: string;
  sessionId: string;
}

/** What is written of a conversation: at its beginning, after each turn, at its end. Each is one transaction. */
@Injectable()
export class ConversationWriter {
  constructor(
    private readonly transactions: Transactions,
    private readonly sessions: RelaySessions,
    private readonly ends: ConversationEnds,
    private readonly records: ConversationRecords,
  ) {}

  /** A socket is open. @returns what was said before on other sockets of the call */
  open(org: OrganizationId, session: NewRelaySession): Promise<ConversationPast> {
    return this.transactions.run(async (tx) => {
      const { callId } = session;
      await this.ends.hold(tx, org, callId);
      await this.sessions.open(tx, org, session);
      const entries = await this.sessions.entries(tx, org, callId);
      const past = pastOf(entries, await this.sessions.lastOutcome(tx, org, callId));
      await this.ends.relayOpened(tx, org, callId);
      return past;
    });
  }

  /** A turn is over. @returns false when the session is not this process's any more: nothing was written */
  turn(
    { org, callId, sessionId }: SessionKey,
    entries: readonly Entry[],
    turns: readonly TurnSummary[],
  ): Promise<boolean> {
    return this.transactions.run(async (tx) => {
      const held = await this.ends.hold(tx, org, callId);
      if (!held || !(await this.sessions.isOpen(tx, org, sessionId))) return false;
      await this.sessions.append(tx, org, callId, entries);
      await this.records.tellTurns(tx, held, turns);
      await this.records.announce(tx, org, callId);
      return true;
    });
  }

  /** The socket is closed: what is left is written down, and the record made. Once: whoever comes second does nothing. */
  async close(
    { org, callId, sessionId }: SessionKey,
    outcome: RelayOutcome,
    entries: readonly Entry[],
    turns: readonly TurnSummary[],
  ): Promise<void> {
    await this.transactions.run(async (tx) => {
      const held = await this.ends.hold(tx, org, callId);
      if (!held || !(await this.sessions.isOpen(tx, org, sessionId))) return;
      await this.sessions.append(tx, org, callId, entries);
      await this.records.tellTurns(tx, held, turns);
      await this.conclude(tx, { org, callId, sessionId }, outcome);
    });
  }

  /** Its process is gone: the record is made of what it wrote. */
  async lost(key: SessionKey): Promise<void> {
    await this.transactions.run(async (tx) => {
      await this.ends.hold(tx, key.org, key.callId);
      if (await this.sessions.isLost(tx, key.org, key.sessionId)) await this.conclude(tx, key, 'lost');
    });
  }

  private async conclude(
    tx: Tx,
    { org, callId, sessionId }: SessionKey,
    outcome: RelayOutcome,
  ): Promise<void> {
    await this.sessions.close(tx, org, sessionId, outcome);
    await this.records.write(tx, org, callId);
    await this.ends.relayClosed(tx, org, callId);
  }

  /** The other end is a machine; `detectedAtMs` counts from the answer. */
  async machineHeard({ org, callId }: SessionKey, detectedAtMs: number): Promise<void> {
    await this.transactions.run((tx) => this.ends.machineHeard(tx, org, callId, detectedAtMs));
  }
}
