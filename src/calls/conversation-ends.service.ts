import { Injectable } from '@nestjs/common';
import type { OrganizationId } from '../auth/principal.js';
import type { Tx } from '../database/sql.client.js';
import { afterCommit } from '../database/transactions.service.js';
import { CallJournal } from './call-journal.service.js';
import { CallRecords, type HeldCall } from './call-records.repository.js';
import { isFinal } from './call-status.js';
import { CarrierWords } from './carrier-words.service.js';
import { InboundRecordings } from './inbound-recordings.service.js';

/** What a conversation tells of its call, in the transaction that writes the conversation's own rows. */
@Injectable()
export class ConversationEnds {
  constructor(
    private readonly records: CallRecords,
    private readonly words: CarrierWords,
    private readonly journal: CallJournal,
    private readonly recordings: InboundRecordings,
  ) {}

  /**
   * Takes the lock that whatever changes a call takes first. Whoever writes the call's details calls this before, or
   * two transactions may wait for each other.
   */
  hold(tx: Tx, org: OrganizationId, callId: string): Promise<HeldCall | null> {
    return this.records.hold(tx, org, callId);
  }

  /** A socket's row is there, open: a call that came in is answered by it, and recorded from then on. */
  async relayOpened(tx: Tx, org: OrganizationId, callId: string): Promise<void> {
    const held = await this.records.hold(tx, org, callId);
    if (!held) return;
    const { status, callType, carrierCallId, carrierAccountId } = held.row;
    await this.words.follow(tx, held);
    if (callType === 'inbound' && status === 'ringing' && carrierCallId !== null && held.config.record)
      afterCommit(tx, () => this.recordings.begin({ org, callId, carrierCallId, carrierAccountId }));
  }

  /**
   * A socket's row has `closed_at` and `outcome`, and the details are written: the call's record is closed if the
   * carrier has said its last word, else the watchdog asks for it soon.
   */
  async relayClosed(tx: Tx, org: OrganizationId, callId: string): Promise<void> {
    const held = await this.records.hold(tx, org, callId);
    if (held?.relay.outcome === 'voicemail' && !held.row.wentToVoicemail)
      await this.journal.machineHeard(tx, held, null);
    if (held) await this.words.follow(tx, held);
  }

  /** What was heard shows that a machine answered. @returns false when that is known already, or the call is over */
  async machineHeard(
    tx: Tx,
    org: OrganizationId,
    callId: string,
    detectedAtMs: number | null,
  ): Promise<boolean> {
    const held = await this.records.hold(tx, org, callId);
    if (!held || held.row.wentToVoicemail || isFinal(held.row.status)) return false;
    await this.journal.machineHeard(tx, held, detectedAtMs);
    return true;
  }
}
