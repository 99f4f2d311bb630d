import { Inject, Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { sql } from '../database/sql.client.js';
import { PollWorker } from '../jobs/poll.worker.js';
import { TIMINGS, type CallTimings } from './call-timings.js';
import { CallWatch } from './call-watch.service.js';
import { LostDialSearch } from './lost-dials.worker.js';

/** Calls looked at side by side; each may wait for the carrier. */
const CALLS_AT_ONCE = 20;

interface DueCall {
  org: string;
  callId: string;
  carrierCallId: string | null;
}

/** Looks at the calls whose next look is due, of all organizations. */
@Injectable()
export class Watchdog extends PollWorker {
  private readonly logger = new Logger('Watchdog');

  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly watch: CallWatch,
    private readonly lostDials: LostDialSearch,
    @Inject(TIMINGS) private readonly timings: CallTimings,
  ) {
    super(timings.watchPoll);
  }

  protected async round(): Promise<void> {
    const due = await this.claim();
    await Promise.all(
      due.map((call) =>
        this.look(call).catch((error: unknown) => {
          this.logger.warn(`a look at call ${call.callId} failed: ${String(error)}`);
        }),
      ),
    );
  }

  /** A look that is not finished by then is repeated, here or elsewhere: every one of its steps can be. */
  private claim(): Promise<DueCall[]> {
    return sql<DueCall>(
      this.db,
      `UPDATE calls SET watch_at = now() + $1 * interval '1 millisecond'
        WHERE (organization_id, id) IN (
          SELECT organization_id, id FROM calls WHERE watch_at <= now()
           ORDER BY watch_at LIMIT $2 FOR NO KEY UPDATE SKIP LOCKED)
        RETURNING organization_id AS org, id AS "callId", carrier_call_id AS "carrierCallId"`,
      [this.timings.watchLease, CALLS_AT_ONCE],
    );
  }

  private look({ org, callId, carrierCallId }: DueCall): Promise<void> {
    return carrierCallId === null ? this.lostDials.search(org, callId) : this.watch.look(org, callId);
  }
}
