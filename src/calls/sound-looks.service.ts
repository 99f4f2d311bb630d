import { Inject, Injectable } from '@nestjs/common';
import type { Tx } from '../database/sql.client.js';
import { Jobs } from '../jobs/jobs.service.js';
import { TIMINGS, type CallTimings } from './call-timings.js';
import type { Call } from './call.entity.js';

/** Has the carrier asked how calls sounded: some time after their end, because it takes minutes to work that out. */
@Injectable()
export class SoundLooks {
  constructor(
    private readonly jobs: Jobs,
    @Inject(TIMINGS) private readonly timings: CallTimings,
  ) {}

  /** `look` counts from 0; after the last one nobody asks any more. */
  async plan(
    tx: Tx,
    { organizationId, id: callId }: Pick<Call, 'organizationId' | 'id'>,
    look: number,
  ): Promise<void> {
    const after = this.timings.soundLooks[look];
    if (after === undefined) return;
    const delaySeconds = (after - (this.timings.soundLooks[look - 1] ?? 0)) / 1_000;
    await this.jobs.enqueue(tx, 'fetch-sound-quality', { organizationId, callId, look }, { delaySeconds });
  }
}
