import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { sql } from '../database/sql.client.js';
import { Readiness } from '../health/readiness.service.js';
import { PollWorker } from '../jobs/poll.worker.js';
import { TIMINGS, type CallTimings } from './call-timings.js';
import { Dials } from './dials.service.js';

/** Dials under way at once in one process; what is beyond waits for a free place, here or elsewhere. */
const MOST_DIALS = 50;

/**
 * Dials what is due: calls whose process was lost, and calls to be tried again. A call that was just accepted is dialled
 * by the process that accepted it, and comes by here only if that fails.
 */
@Injectable()
export class Dialler extends PollWorker {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly dials: Dials,
    private readonly readiness: Readiness,
    @Inject(TIMINGS) private readonly timings: CallTimings,
  ) {
    super(timings.dialPoll);
  }

  override onApplicationBootstrap(): void {
    this.readiness.add({ name: 'dialler', probe: () => this.check() });
    super.onApplicationBootstrap();
  }

  override async beforeApplicationShutdown(): Promise<void> {
    await super.beforeApplicationShutdown();
    await this.dials.stop();
  }

  protected async round(): Promise<void> {
    await this.renew();
    await this.takeOver();
  }

  /** A dial that waits for the carrier keeps its call. */
  private async renew(): Promise<void> {
    const { leases, owner } = this.dials;
    if (leases.length === 0) return;
    const validUntil = performance.now() + this.timings.dialLease;
    const renewed = await sql<{ id: string; epoch: number }>(
      this.db,
      `UPDATE calls SET dial_lease_until = now() + $3 * interval '1 millisecond'
        WHERE status = 'queued' AND dial_lease_until IS NOT NULL AND dial_owner = $1 AND id = ANY ($2)
        RETURNING id, dial_epoch AS epoch`,
      [owner, leases.map(({ callId }) => callId), this.timings.dialLease],
    );
    for (const lease of leases) {
      const isOurs = renewed.some(({ id, epoch }) => id === lease.callId && epoch === lease.epoch);
      if (isOurs) lease.validUntil = validUntil;
    }
  }

  /** Of two processes that look at once, each takes other calls; whoever held one before is fenced off by the epoch. */
  private async takeOver(): Promise<void> {
    const places = MOST_DIALS - this.dials.leases.length;
    if (places <= 0) return;
    const validUntil = performance.now() + this.timings.dialLease;
    const taken = await sql<{ org: string; callId: string; epoch: number }>(
      this.db,
      `UPDATE calls SET dial_owner = $1, dial_epoch = dial_epoch + 1,
              dial_lease_until = now() + $2 * interval '1 millisecond'
        WHERE (organization_id, id) IN (
          SELECT organization_id, id FROM calls WHERE status = 'queued' AND dial_lease_until <= now()
           ORDER BY dial_lease_until LIMIT $3 FOR NO KEY UPDATE SKIP LOCKED)
        RETURNING organization_id AS org, id AS "callId", dial_epoch AS epoch`,
      [this.dials.owner, this.timings.dialLease, places],
    );
    for (const call of taken) this.dials.begin({ ...call, validUntil });
  }
}
