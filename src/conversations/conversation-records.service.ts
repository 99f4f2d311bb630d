import { Injectable } from '@nestjs/common';
import type { OrganizationId } from '../auth/principal.js';
import { mergeAudio } from '../calls/audio-metrics.js';
import { CallJournal } from '../calls/call-journal.service.js';
import { CallRecords, type HeldCall } from '../calls/call-records.repository.js';
import { isCallsOwn, mergeTurnEvents } from '../calls/turn-events.js';
import type { Tx } from '../database/sql.client.js';
import type { TurnSummary } from './conversation-ports.js';
import { conversationRecord } from './conversation-record.js';
import { RelaySessions } from './relay-sessions.repository.js';

/** What conversations write into their calls' records. Each transaction holds the call's row already. */
@Injectable()
export class ConversationRecords {
  constructor(
    private readonly sessions: RelaySessions,
    private readonly calls: CallRecords,
    private readonly journal: CallJournal,
  ) {}

  /** Others hear of each turn. */
  async tellTurns(tx: Tx, { row }: HeldCall, turns: readonly TurnSummary[]): Promise<void> {
    for (const turn of turns) {
      row.eventSequence += 1;
      await this.calls.change(tx, row, { eventSequence: row.eventSequence });
      await this.journal.tell(tx, row, ['conversation.turn_completed'], { turn: presentTurn(turn) });
    }
  }

  /** Wakes whoever follows the call live. */
  async announce(tx: Tx, org: OrganizationId, callId: string): Promise<void> {
    await this.journal.announce(tx, { organizationId: org, id: callId });
  }

  /** Everything that was written down so far, over all the call's sockets, becomes its record. */
  async write(tx: Tx, org: OrganizationId, callId: string): Promise<void> {
    const held = await this.calls.hold(tx, org, callId);
    if (!held) return;
    const { row } = held;
    const entries = await this.sessions.entries(tx, org, callId);
    const zero = (row.answeredAt ?? row.startedAt).getTime();
    const end = Math.max(zero, ...entries.map(({ at }) => at));
    const record = conversationRecord(entries, zero, end);
    const callsOwn = (await this.calls.turnEvents(tx, row)).filter(isCallsOwn);
    await this.calls.changeDetails(tx, row, {
      ...record,
      turnEvents: mergeTurnEvents(callsOwn, record.turnEvents),
      audioMetrics: mergeAudio(await this.calls.audioMetrics(tx, row), record.audioMetrics),
    });
  }
}

/** What `conversation.turn_completed` tells beside its call. */
const presentTurn = ({ turn, customerText, agentText, interrupted }: TurnSummary) => ({
  turn,
  customer_text: customerText,
  agent_text: agentText,
  interrupted,
});
