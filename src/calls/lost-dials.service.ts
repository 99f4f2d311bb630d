import { Injectable } from '@nestjs/common';
import type { OrganizationId } from '../auth/principal.js';
import type { CarrierCall } from '../telephony/carrier.js';
import { platformEnding } from './call-ending.js';
import { CallRecords } from './call-records.repository.js';
import { isFinal } from './call-status.js';
import { booksWord } from './carrier-facts.js';
import { CarrierWords } from './carrier-words.service.js';
import { DialAttempts } from './dial-attempts.repository.js';
import { DialOutcomes } from './dial-outcomes.service.js';

/** A dial of which nobody knows whether it reached the carrier. */
export interface LostDial {
  org: OrganizationId;
  callId: string;
  attemptId: string;
  /** The account that was asked to dial; null: the installation's. */
  accountId: string | null;
  to: string;
  from: string;
  sentAt: Date;
}

/** What the records know of dials of unknown outcome, and what they learn. */
@Injectable()
export class LostDials {
  constructor(
    private readonly records: CallRecords,
    private readonly attempts: DialAttempts,
    private readonly outcomes: DialOutcomes,
    private readonly words: CarrierWords,
  ) {}

  /** The lost dial of a call; null when there is none (any more), and then nobody needs to look again. */
  ofCall(org: OrganizationId, callId: string): Promise<LostDial | null> {
    return this.records.holding(org, callId, async (tx, { row }) => {
      const attempt = await this.attempts.openOf(tx, org, callId);
      if (attempt?.state !== 'unknown' || isFinal(row.status) || row.phoneNumber === null) {
        await this.records.change(tx, row, { watchAt: null });
        return null;
      }
      const { id: attemptId, sentAt } = attempt;
      const { phoneNumber: to, platformNumber: from, carrierAccountId: accountId } = row;
      return { org, callId, attemptId, accountId, to, from, sentAt };
    });
  }

  /** This call of the carrier's is the one. */
  async found({ org, callId, attemptId }: LostDial, call: CarrierCall): Promise<void> {
    await this.records.holding(org, callId, async (tx, held) => {
      const attempt = await this.attempts.find(tx, org, attemptId);
      if (attempt?.state !== 'unknown') return;
      await this.outcomes.adopt(tx, held, attempt, call.carrierCallId);
      await this.words.hear(tx, held, booksWord(call));
    });
  }

  /** It is looked for again at this instant. */
  async searchAgain({ org, callId }: LostDial, at: Date): Promise<void> {
    await this.records.holding(org, callId, async (tx, { row }) => {
      if (row.carrierCallId === null && !isFinal(row.status))
        await this.records.change(tx, row, { watchAt: at });
    });
  }

  /** Nobody found out in time whether it rang. */
  async giveUp({ org, callId, attemptId }: LostDial): Promise<void> {
    await this.records.holding(org, callId, async (tx, held) => {
      const attempt = await this.attempts.find(tx, org, attemptId);
      if (attempt?.state !== 'unknown' || isFinal(held.row.status)) return;
      await this.words.close(tx, held, platformEnding('dial-outcome-unknown', new Date()));
    });
  }
}
