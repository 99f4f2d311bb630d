import { Inject, Injectable, Logger } from '@nestjs/common';
import { Audit, type Requester } from '../audit/audit.service.js';
import type { OrganizationId } from '../auth/principal.js';
import { Conflict, NotFound } from '../common/app-error.js';
import type { Tx } from '../database/sql.client.js';
import { afterCommit } from '../database/transactions.service.js';
import { answersAbout } from '../idempotency/idempotency.service.js';
import { canceledEnding } from './call-ending.js';
import { CallJournal } from './call-journal.service.js';
import { CallRecords } from './call-records.repository.js';
import { isFinal } from './call-status.js';
import { TIMINGS, type CallTimings } from './call-timings.js';
import { CallWatch } from './call-watch.service.js';
import { CarrierWords } from './carrier-words.service.js';
import { DialAttempts } from './dial-attempts.repository.js';

/** Ends calls on somebody's wish. */
@Injectable()
export class CallEnds {
  private readonly logger = new Logger('CallEnds');

  constructor(
    private readonly records: CallRecords,
    private readonly attempts: DialAttempts,
    private readonly words: CarrierWords,
    private readonly journal: CallJournal,
    private readonly watch: CallWatch,
    private readonly audit: Audit,
    @Inject(TIMINGS) private readonly timings: CallTimings,
  ) {}

  /**
   * A call that nobody has tried to dial is canceled at once. Otherwise the wish is kept, the carrier is told as soon as
   * its call is known, and has the last word. Asking again changes nothing: who asked first is kept.
   * @throws NotFound, Conflict when the call is over
   */
  async request(tx: Tx, caller: Requester, id: string): Promise<void> {
    const { organizationId: org } = caller;
    const held = await this.records.hold(tx, org, id);
    if (!held) throw new NotFound('Call');
    const { row } = held;
    if (row.contactId) answersAbout(tx, row.contactId);
    if (isFinal(row.status)) throw new Conflict('call_over', 'Call is over');
    if (row.endRequestedAt) return;
    const now = new Date();
    const request = { endRequestedAt: now, endRequestedBy: 'operator' } as const;
    Object.assign(row, request);
    const watchAt = new Date(now.getTime() + this.timings.endCheck);
    await this.records.change(tx, row, { ...request, watchAt, watchAttempts: 0 });
    await this.audit.record(tx, org, caller, { action: 'call.end_requested', subject: { type: 'call', id } });
    await this.journal.announce(tx, row);
    if (row.carrierCallId ?? (await this.attempts.openOf(tx, org, id)))
      afterCommit(tx, () => this.tellCarrier(org, id));
    else await this.words.close(tx, held, canceledEnding(now));
  }

  /** At once. The watchdog comes by a little later, in case this process does not get that far. */
  private tellCarrier(org: OrganizationId, id: string): void {
    this.watch.look(org, id).catch((error: unknown) => {
      this.logger.warn(`the carrier was not told to end call ${id} yet: ${String(error)}`);
    });
  }
}
