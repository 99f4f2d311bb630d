import { Injectable } from '@nestjs/common';
import type { Tx } from '../database/sql.client.js';
import { canceledEnding, platformEnding, type CallEnding } from './call-ending.js';
import { CallRecords, type HeldCall } from './call-records.repository.js';
import { CarrierWords } from './carrier-words.service.js';
import { DialAttempts, type DialVerdict } from './dial-attempts.repository.js';
import type { DialLease } from './dial-order.js';
import { DialOutcomes } from './dial-outcomes.service.js';

/** What becomes of a call that was judged not to be dialled. */
@Injectable()
export class DialRefusals {
  constructor(
    private readonly records: CallRecords,
    private readonly attempts: DialAttempts,
    private readonly outcomes: DialOutcomes,
    private readonly words: CarrierWords,
  ) {}

  /** Acts on the verdict, as long as the lease under which it was found still holds. */
  async act({ org, callId, epoch }: DialLease, verdict: DialVerdict): Promise<void> {
    await this.records.holding(org, callId, async (tx, held) => {
      if (held.row.status !== 'queued' || held.row.dialEpoch !== epoch) return;
      if (verdict === 'dialled') {
        await this.takeOver(tx, held);
        return;
      }
      const ending = await this.endingOf(tx, held, verdict);
      if (ending) await this.words.close(tx, held, ending);
    });
  }

  /** The process that dialled it died, or was cut off, before it could record what came of it. */
  private async takeOver(tx: Tx, held: HeldCall): Promise<void> {
    const attempt = await this.attempts.openOf(tx, held.row.organizationId, held.row.id);
    if (attempt?.state === 'sending')
      await this.outcomes.loseTrack(tx, held, attempt, 'The dialling process was lost');
  }

  private async endingOf(tx: Tx, { row }: HeldCall, verdict: DialVerdict): Promise<CallEnding | null> {
    const now = new Date();
    switch (verdict) {
      case 'called-off':
        return canceledEnding(now);
      case 'do-not-call':
        return platformEnding('blocked-do-not-call', now);
      case 'agent-inactive':
        return platformEnding('agent-not-available', now);
      case 'too-late': {
        const attempts = await this.attempts.count(tx, row.organizationId, row.id);
        return platformEnding(attempts > 0 ? 'provider-unavailable' : 'worker-lost', now);
      }
      default:
        return null;
    }
  }
}
