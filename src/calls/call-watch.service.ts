import { Inject, Injectable } from '@nestjs/common';
import type { OrganizationId } from '../auth/principal.js';
import type { Tx } from '../database/sql.client.js';
import type {
  CarrierAccess,
  CarrierCallLookup,
  CarrierRecordingSearch,
  EndCallOutcome,
} from '../telephony/carrier.js';
import { Carriers } from '../telephony/carriers.service.js';
import { platformEnding, type PlatformReason } from './call-ending.js';
import { CallRecords, watchedOf, type HeldCall } from './call-records.repository.js';
import { isFinal } from './call-status.js';
import { backOff, TIMINGS, type CallTimings } from './call-timings.js';
import { booksWord, recordingWord } from './carrier-facts.js';
import { CarrierWords } from './carrier-words.service.js';
import { awaitsRecording, overdueAt } from './watch-plan.js';

/** What a look at a call found to be done at the carrier. */
type Errand = {
  carrierCallId: string;
  accountId: string | null;
  mayCancel: boolean;
  do: 'end' | 'ask' | 'find-recording';
};

/**
 * Looks after calls of which the carrier has not said what it should have said by now, and after those that somebody
 * wants to end. What the carrier still holds is ended by the carrier first, and its last word decides.
 */
@Injectable()
export class CallWatch {
  constructor(
    private readonly records: CallRecords,
    private readonly words: CarrierWords,
    private readonly carriers: Carriers,
    @Inject(TIMINGS) private readonly timings: CallTimings,
  ) {}

  async look(org: OrganizationId, callId: string): Promise<void> {
    const errand = await this.records.holding(org, callId, (tx, held) => this.errand(tx, held));
    if (!errand) return;
    const account = await this.carriers.of(org, errand.accountId);
    if (errand.do === 'end') {
      const outcome = await endAt(account, errand);
      await this.records.holding(org, callId, (tx, held) => this.afterEnding(tx, held, outcome));
    } else if (errand.do === 'ask') {
      const lookup = await account.fetch(errand.carrierCallId);
      await this.records.holding(org, callId, (tx, held) => this.afterAsking(tx, held, lookup));
    } else {
      const search = await account.findRecordings(errand.carrierCallId);
      await this.records.holding(org, callId, (tx, held) => this.afterFinding(tx, held, search));
    }
  }

  private async errand(tx: Tx, held: HeldCall): Promise<Errand | null> {
    const { row, config } = held;
    const view = await this.words.view(tx, held);
    const { carrierCallId, carrierAccountId: accountId } = row;
    const errand = (what: Errand['do']): Errand | null =>
      carrierCallId === null
        ? null
        : { carrierCallId, accountId, mayCancel: isUnansweredDial(row), do: what };
    if (isFinal(row.status)) {
      // The record was closed without the carrier's word: its call may still be live, and nobody wants it.
      if (view.ending === null && carrierCallId !== null) return errand('end');
      if (awaitsRecording(row, config, view)) return errand('find-recording');
      await this.records.change(tx, row, { watchAt: null });
      return null;
    }
    if (view.ending) {
      await this.words.follow(tx, held);
      return null;
    }
    if (row.endRequestedAt) return errand(row.watchAttempts === 0 ? 'end' : 'ask');
    const due = overdueAt(watchedOf(held), config, this.timings);
    if (due && due <= new Date()) return errand('ask');
    await this.records.change(tx, row, { watchAt: due });
    return null;
  }

  private async afterEnding(tx: Tx, held: HeldCall, outcome: EndCallOutcome): Promise<void> {
    const { row } = held;
    // It said its last word meanwhile, and with that when to look next.
    const isEnded = isFinal(row.status) && (await this.words.view(tx, held)).ending !== null;
    if (isEnded) return;
    if (outcome === 'unreachable') return this.lookLater(tx, held);
    if (isFinal(row.status)) return this.records.change(tx, row, { watchAt: null });
    if (outcome === 'not-found') return this.close(tx, held, 'unknown-error');
    // Its last word is on the way; if that gets lost, the carrier is asked for it.
    const watchAt = new Date(Date.now() + this.timings.endCheck);
    await this.records.change(tx, row, { watchAt, watchAttempts: 1 });
  }

  private async afterAsking(tx: Tx, held: HeldCall, lookup: CarrierCallLookup): Promise<void> {
    const { row, config } = held;
    if (isFinal(row.status)) return;
    if (lookup.kind === 'unreachable') return this.lookLater(tx, held);
    if (lookup.kind === 'not-found') return this.close(tx, held, 'unknown-error');
    await this.words.hear(tx, held, booksWord(lookup.call));
    if (isFinal(row.status)) return;
    const due = overdueAt(watchedOf(held), config, this.timings);
    const now = new Date();
    if (due && due > now) return this.records.change(tx, row, { watchAt: due, watchAttempts: 0 });
    // Still held by the carrier, and too long: it is to end the call, at the next look.
    const { endRequestedAt, endRequestedBy } = row;
    await this.records.change(tx, row, {
      endRequestedAt: endRequestedAt ?? now,
      endRequestedBy: endRequestedBy ?? 'watchdog',
      watchAt: now,
      watchAttempts: 0,
    });
  }

  /** The callback about the recording was lost, or is yet to come. */
  private async afterFinding(tx: Tx, held: HeldCall, search: CarrierRecordingSearch): Promise<void> {
    const { row } = held;
    const found = search.kind === 'found' ? search.recordings : [];
    const made = found.find(({ status }) => status === 'completed');
    const settled = made ?? (found.every(({ status }) => status === 'absent') ? found[0] : undefined);
    if (!settled) return this.lookLater(tx, held);
    await this.words.hear(tx, held, recordingWord(settled));
    await this.records.change(tx, row, { watchAt: null });
  }

  /** The carrier cannot be asked: the call stays as it is, and is looked at again ever more slowly, but not for ever. */
  private async lookLater(tx: Tx, held: HeldCall): Promise<void> {
    const { row, config } = held;
    const { watchRetry, watchRetryLongest, watchGiveUp } = this.timings;
    const watchAttempts = row.watchAttempts + 1;
    const now = Date.now();
    const since = row.finalizedAt ?? overdueAt(row, config, this.timings) ?? new Date(now);
    if (now - since.getTime() < watchGiveUp) {
      const watchAt = new Date(now + backOff(watchAttempts, watchRetry, watchRetryLongest));
      return this.records.change(tx, row, { watchAt, watchAttempts });
    }
    if (isFinal(row.status)) return this.records.change(tx, row, { watchAt: null });
    return this.close(tx, held, 'provider-unavailable');
  }

  private async close(tx: Tx, held: HeldCall, reason: PlatformReason): Promise<void> {
    const { answeredAt } = held.row;
    const now = new Date();
    const seconds = answeredAt ? Math.round((now.getTime() - answeredAt.getTime()) / 1000) : 0;
    await this.words.close(tx, held, platformEnding(reason, now, seconds));
  }
}

const endAt = (account: CarrierAccess, { carrierCallId, mayCancel }: Errand): Promise<EndCallOutcome> =>
  mayCancel ? account.cancel(carrierCallId) : account.hangUp(carrierCallId);

/** Only what we placed, and nobody has picked up, can be canceled. */
const isUnansweredDial = ({ status, callType }: HeldCall['row']): boolean =>
  status !== 'in-progress' && callType === 'outbound';
