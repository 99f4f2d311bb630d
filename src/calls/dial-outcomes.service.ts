import { Inject, Injectable } from '@nestjs/common';
import type { OrganizationId } from '../auth/principal.js';
import { maskPhoneNumber } from '../common/phone-number.js';
import type { Tx } from '../database/sql.client.js';
import type { PlaceCallOutcome } from '../telephony/carrier.js';
import { canceledEnding, platformEnding, rejectedEnding } from './call-ending.js';
import { CallRecords, type HeldCall } from './call-records.repository.js';
import { isFinal } from './call-status.js';
import { TIMINGS, type CallTimings } from './call-timings.js';
import { CarrierWords } from './carrier-words.service.js';
import { DialAttempts } from './dial-attempts.repository.js';
import type { DialAttempt } from './dial-attempt.entity.js';
import { nextDial } from './dial-retry.js';
import { nextSearch, overdueAt } from './watch-plan.js';

type Outcome<Kind extends PlaceCallOutcome['kind']> = Extract<PlaceCallOutcome, { kind: Kind }>;

/** Nobody may dial it: it was dialled, or waits for its outcome or for another try. */
const NO_LEASE = { dialOwner: null, dialLeaseUntil: null } as const;

/** Records what became of a request to dial. Nothing here allows a second one while the first may have rung. */
@Injectable()
export class DialOutcomes {
  constructor(
    private readonly records: CallRecords,
    private readonly attempts: DialAttempts,
    private readonly words: CarrierWords,
    @Inject(TIMINGS) private readonly timings: CallTimings,
  ) {}

  /** The carrier answered, or did not. If a callback has told more in the meantime, that stands. */
  async record(
    org: OrganizationId,
    callId: string,
    attemptId: string,
    outcome: PlaceCallOutcome,
  ): Promise<void> {
    await this.records.holding(org, callId, async (tx, held) => {
      const attempt = await this.attempts.find(tx, org, attemptId);
      if (!attempt || attempt.carrierCallId !== null) return;
      if (outcome.kind === 'accepted') await this.adopt(tx, held, attempt, outcome.carrierCallId);
      else if (outcome.kind === 'not-sent') await this.notSent(tx, held, attempt, outcome);
      else if (outcome.kind === 'rejected') await this.rejected(tx, held, attempt, outcome);
      else await this.loseTrack(tx, held, attempt, outcome.message);
    });
  }

  /**
   * A callback names the attempt with this token and that call of the carrier's: whether the two belong together. The
   * first one to say so tells what became of the dial.
   */
  async claim(tx: Tx, held: HeldCall, token: string, carrierCallId: string): Promise<boolean> {
    const { organizationId: org, id } = held.row;
    const attempt = await this.attempts.openByToken(tx, org, id, token);
    if (!attempt) return false;
    if (attempt.carrierCallId === null) await this.adopt(tx, held, attempt, carrierCallId);
    return attempt.carrierCallId === null || attempt.carrierCallId === carrierCallId;
  }

  /** The attempt is this call of the carrier's. */
  async adopt(tx: Tx, { row, config }: HeldCall, attempt: DialAttempt, carrierCallId: string): Promise<void> {
    await this.attempts.change(tx, attempt, { state: 'accepted', carrierCallId, resolvedAt: new Date() });
    Object.assign(row, { carrierCallId, dialedAt: attempt.sentAt });
    // The record of a call that was given up before it was found is closed: the watchdog ends the call itself.
    const watchAt = isFinal(row.status) ? new Date() : overdueAt(row, config, this.timings);
    const { dialedAt } = row;
    await this.records.change(tx, row, { carrierCallId, dialedAt, ...NO_LEASE, watchAt, watchAttempts: 0 });
  }

  /** It may have rung: from here on only the carrier can tell. */
  async loseTrack(tx: Tx, { row }: HeldCall, attempt: DialAttempt, message: string): Promise<void> {
    await this.attempts.change(tx, attempt, { state: 'unknown', errorMessage: message });
    if (isFinal(row.status)) return;
    const watchAt = nextSearch(attempt.sentAt, attempt.sentAt, this.timings);
    await this.records.change(tx, row, { ...NO_LEASE, watchAt, watchAttempts: 0 });
  }

  private async notSent(
    tx: Tx,
    held: HeldCall,
    attempt: DialAttempt,
    { cause, message, retryAfterSeconds }: Outcome<'not-sent'>,
  ): Promise<void> {
    const { row } = held;
    const now = new Date();
    const resolution = { errorCode: cause, errorMessage: message, resolvedAt: now };
    await this.attempts.change(tx, attempt, { state: 'not-sent', ...resolution });
    if (isFinal(row.status)) return;
    if (row.endRequestedAt) return this.words.close(tx, held, canceledEnding(now));
    const attempts = await this.attempts.count(tx, row.organizationId, row.id);
    const next = nextDial(now, row.dialDeadline ?? now, { attempts, retryAfterSeconds }, this.timings);
    if (!next) return this.words.close(tx, held, platformEnding('provider-unavailable', now));
    await this.records.change(tx, row, { ...NO_LEASE, dialLeaseUntil: next });
  }

  private async rejected(
    tx: Tx,
    held: HeldCall,
    attempt: DialAttempt,
    { carrierCode, obstacle, ...refusal }: Outcome<'rejected'>,
  ): Promise<void> {
    const number = held.row.phoneNumber ?? '';
    // The carrier quotes the number; what is kept must not outlive the contact's erasure.
    const message = number ? refusal.message.replaceAll(number, maskPhoneNumber(number)) : refusal.message;
    const now = new Date();
    const resolution = { errorCode: carrierCode, errorMessage: message, resolvedAt: now };
    await this.attempts.change(tx, attempt, { state: 'rejected', ...resolution });
    if (isFinal(held.row.status)) return;
    await this.words.close(tx, held, rejectedEnding(now, { carrierCode, message, obstacle }));
  }
}
