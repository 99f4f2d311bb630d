import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { OrganizationId } from '../auth/principal.js';
import { sql } from '../database/sql.client.js';
import type { CarrierCall } from '../telephony/carrier.js';
import { Carriers } from '../telephony/carriers.service.js';
import { TIMINGS, type CallTimings } from './call-timings.js';
import { LostDials, type LostDial } from './lost-dials.service.js';
import { nextSearch } from './watch-plan.js';

/**
 * Looks through the account's list for dials of unknown outcome. One account may serve many organizations, so what is
 * adopted, and what may be meant, is judged across them.
 */
@Injectable()
export class LostDialSearch {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly dials: LostDials,
    private readonly carriers: Carriers,
    @Inject(TIMINGS) private readonly timings: CallTimings,
  ) {}

  async search(org: OrganizationId, callId: string): Promise<void> {
    const dial = await this.dials.ofCall(org, callId);
    if (!dial) return;
    const call = await this.theOnlyMatch(dial);
    const now = new Date();
    if (call) await this.dials.found(dial, call);
    else if (now.getTime() - dial.sentAt.getTime() >= this.timings.lostDialGiveUp)
      await this.dials.giveUp(dial);
    else await this.dials.searchAgain(dial, nextSearch(dial.sentAt, now, this.timings));
  }

  /** The carrier's call that must be this dial: one call that nobody has, and one dial that has none. */
  private async theOnlyMatch({
    org,
    accountId,
    to,
    from,
    sentAt,
    attemptId,
  }: LostDial): Promise<CarrierCall | null> {
    const { lostDialWindow: window } = this.timings;
    const [since, until] = [sentAt.getTime() - window, sentAt.getTime() + window];
    const account = await this.carriers.of(org, accountId);
    const listed = await account.findCalls({ to, from, since: new Date(since) });
    if (listed.kind !== 'found') return null;
    const inTime = listed.calls.filter(({ createdAt }) => (createdAt?.getTime() ?? until) <= until);
    const adopted = await this.adoptedAmong(inTime.map(({ carrierCallId }) => carrierCallId));
    const [match, ...others] = inTime.filter(({ carrierCallId }) => !adopted.has(carrierCallId));
    if (!match || others.length > 0) return null;
    return (await this.hasRival({ to, from, attemptId })) ? null : match;
  }

  private async adoptedAmong(carrierCallIds: string[]): Promise<Set<string>> {
    const rows = await sql<{ id: string }>(
      this.db,
      `SELECT carrier_call_id AS id FROM calls WHERE carrier_call_id = ANY ($1)`,
      [carrierCallIds],
    );
    return new Set(rows.map(({ id }) => id));
  }

  /** Whether another dial between the same numbers is under way or lost as well. */
  private async hasRival({
    to,
    from,
    attemptId,
  }: Pick<LostDial, 'to' | 'from' | 'attemptId'>): Promise<boolean> {
    const rivals = await sql(
      this.db,
      `SELECT 1 FROM calls call
         JOIN dial_attempts attempt ON attempt.organization_id = call.organization_id AND attempt.call_id = call.id
        WHERE call.status = 'queued' AND call.phone_number = $1 AND call.platform_number = $2
          AND attempt.state IN ('sending', 'unknown') AND attempt.id <> $3
        LIMIT 1`,
      [to, from, attemptId],
    );
    return rivals.length > 0;
  }
}
