import { Inject, Injectable } from '@nestjs/common';
import type { Tx } from '../database/sql.client.js';
import type { EventType } from '../events/event-types.js';
import { Events } from '../events/events.service.js';
import { presentDetails } from './call-details.presenter.js';
import { CallRecords, type HeldCall } from './call-records.repository.js';
import { isFinal } from './call-status.js';
import type { CallStep } from './call-step.js';
import { TIMINGS, type CallTimings } from './call-timings.js';
import type { Call } from './call.entity.js';
import { Calls } from './calls.service.js';
import { nextLook } from './watch-plan.js';

/** Writes a call's life down: its row, its details and its events, all in the caller's transaction. */
@Injectable()
export class CallJournal {
  constructor(
    private readonly records: CallRecords,
    private readonly calls: Calls,
    private readonly events: Events,
    @Inject(TIMINGS) private readonly timings: CallTimings,
  ) {}

  /** Takes the step; the held row is then as the database has it. */
  async write(tx: Tx, { row, config }: HeldCall, { changes, events, ending, view }: CallStep): Promise<void> {
    const wasLive = !isFinal(row.status);
    Object.assign(row, changes);
    await this.records.change(tx, row, {
      ...changes,
      eventSequence: row.eventSequence + events.length,
      ...(wasLive && { watchAt: nextLook(row, config, view, this.timings), watchAttempts: 0 }),
      ...(ending && { dialOwner: null, dialLeaseUntil: null }),
    });
    row.eventSequence += events.length;
    await this.records.changeDetails(tx, row, presentDetails(row, view, ending));
    await this.tell(tx, row, events);
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
