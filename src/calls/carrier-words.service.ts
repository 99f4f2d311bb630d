import { Inject, Injectable } from '@nestjs/common';
import type { Tx } from '../database/sql.client.js';
import { CARRIER, type Carrier } from '../telephony/carrier.js';
import type { CallEnding } from './call-ending.js';
import { CallJournal } from './call-journal.service.js';
import { stateOf, type HeldCall } from './call-records.repository.js';
import { carrierStep, closingStep } from './call-step.js';
import { TIMINGS, type CallTimings } from './call-timings.js';
import { CarrierEvents, type NewCarrierEvent } from './carrier-events.repository.js';
import { factOf } from './carrier-facts.js';
import { carrierView, type CarrierView } from './carrier-view.js';

/** Takes the carrier at its word: what it has said of a call, all together, moves the call's record forward. */
@Injectable()
export class CarrierWords {
  constructor(
    private readonly events: CarrierEvents,
    private readonly journal: CallJournal,
    @Inject(CARRIER) private readonly carrier: Carrier,
    @Inject(TIMINGS) private readonly timings: CallTimings,
  ) {}

  /** Keeps what the carrier says and takes the step that follows. What it said before changes nothing. */
  async hear(tx: Tx, held: HeldCall, word: NewCarrierEvent): Promise<void> {
    const { organizationId: org, id } = held.row;
    if (await this.events.add(tx, org, id, word)) await this.follow(tx, held);
  }

  /** Takes the step that follows from all that the carrier has said, by now. */
  async follow(tx: Tx, held: HeldCall): Promise<void> {
    const step = carrierStep(stateOf(held), await this.view(tx, held), new Date(), this.timings);
    await this.journal.write(tx, held, step);
  }

  /** Closes the record without a last word of the carrier. */
  async close(tx: Tx, held: HeldCall, ending: CallEnding): Promise<void> {
    const view = await this.view(tx, held);
    await this.journal.write(tx, held, closingStep(stateOf(held), view, ending, new Date()));
  }

  /** What the carrier's words about a call add up to. */
  async view(tx: Tx, { row }: HeldCall): Promise<CarrierView> {
    const events = await this.events.all(tx, row.organizationId, row.id);
    return carrierView(events.map((event) => factOf(event, this.carrier)));
  }
}
