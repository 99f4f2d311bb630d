import { Inject, Injectable } from '@nestjs/common';
import { CALLS_CHANNEL, notify } from '../database/notifications.client.js';
import type { Tx } from '../database/sql.client.js';
import type { EventType } from '../events/event-types.js';
import { Events } from '../events/events.service.js';
import { Jobs } from '../jobs/jobs.service.js';
import { isAnalysed, presentDetails, presentMachineHeard } from './call-details.presenter.js';
import { CallRecords, watchedOf, type HeldCall } from './call-records.repository.js';
import { isFinal } from './call-status.js';
import type { CallStep } from './call-step.js';
import { TIMINGS, type CallTimings } from './call-timings.js';
import type { Call } from './call.entity.js';
import { Calls } from './calls.service.js';
import { SoundLooks } from './sound-looks.service.js';
import { TransferRecords } from './transfer-records.service.js';
import { nextLook } from './watch-plan.js';

/** Writes a call's life down: its row, its details and its events, all in the caller's transaction. */
@Injectable()
export class CallJournal {
  constructor(
    private readonly records: CallRecords,
    private readonly calls: Calls,
    private readonly events: Events,
    private readonly jobs: Jobs,
    private readonly transfers: TransferRecords,
    private readonly soundLooks: SoundLooks,
    @Inject(TIMINGS) private readonly timings: CallTimings,
  ) {}

  /** Takes the step; the held row is then as the database has it. */
  async write(tx: Tx, held: HeldCall, { changes, events, ending, view }: CallStep): Promise<void> {
    const { row, config, relay } = held;
    const wasLive = !isFinal(row.status);
    const { wentToVoicemail: machine } = row;
    Object.assign(row, changes);
    await this.records.change(tx, row, {
      ...changes,
      eventSequence: row.eventSequence + events.length,
      ...(wasLive && { watchAt: nextLook(watchedOf(held), config, view, this.timings), watchAttempts: 0 }),
      ...(ending && { dialOwner: null, dialLeaseUntil: null }),
    });
    row.eventSequence += events.length;
    const conversed = relay.openedAt ? await this.records.turnEvents(tx, row) : null;
    await this.records.changeDetails(tx, row, presentDetails(row, view, ending, { machine, conversed }));
    if (ending) await this.transfers.close(tx, row);
    if (ending && isAnalysed(ending, conversed))
      await this.jobs.enqueue(tx, 'analyze-call', { organizationId: row.organizationId, callId: row.id });
    if (ending && row.answeredAt) await this.soundLooks.plan(tx, row, 0);
    await this.tell(tx, row, events);
    await this.announce(tx, row);
  }

  /** The conversation itself found out that it speaks to a machine. */
  async machineHeard(tx: Tx, { row }: HeldCall, detectedAtMs: number | null): Promise<void> {
    row.wentToVoicemail = true;
    row.eventSequence += 1;
    const { wentToVoicemail, eventSequence } = row;
    await this.records.change(tx, row, { wentToVoicemail, eventSequence });
    await this.records.changeDetails(tx, row, { answeredBy: presentMachineHeard(detectedAtMs) });
    await this.tell(tx, row, ['call.voicemail_detected']);
    await this.announce(tx, row);
  }

  /** Wakes whoever follows this call, in whatever process, once the transaction is committed. */
  async announce(tx: Tx, { organizationId, id }: Pick<Call, 'organizationId' | 'id'>): Promise<void> {
    await notify(tx, CALLS_CHANNEL, `${organizationId}:${id}`);
  }

  /**
   * Tells others what happened to a call that this transaction holds, in this order; `extra` stands beside
   * `data.call`. The row has counted these events already.
   */
  async tell(
    tx: Tx,
    { organizationId: org, id, contactId, eventSequence }: TellingCall,
    types: readonly EventType[],
    extra: Record<string, unknown> = {},
  ): Promise<void> {
    if (types.length === 0) return;
    const call = await this.calls.payload(tx, org, id);
    const before = eventSequence - types.length;
    for (const [index, type] of types.entries()) {
      const numbered = { id, sequence: before + index + 1 };
      await this.events.record(tx, org, { type, call: numbered, contactId, data: { call, ...extra } });
    }
  }
}

type TellingCall = Pick<Call, 'organizationId' | 'id' | 'contactId' | 'eventSequence'>;
