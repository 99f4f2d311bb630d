import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { sql } from '../database/sql.client.js';
import { Jobs } from '../jobs/jobs.service.js';
import type { JobData } from '../jobs/queues.js';
import { Carriers } from '../telephony/carriers.service.js';

type Erased = JobData['delete-recordings'];

/** Deletes the carrier's copies of the recordings of calls whose contact was erased. */
@Injectable()
export class RecordingErasure implements OnModuleInit {
  private readonly logger = new Logger('RecordingErasure');

  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly jobs: Jobs,
    private readonly carriers: Carriers,
  ) {}

  onModuleInit(): void {
    this.jobs.work('delete-recordings', {
      atOnce: 2,
      atOnceEach: 1,
      run: ({ data }) => this.erase(data),
      gaveUp: ({ data }) => {
        this.logger.error(`the carrier still has recordings of call ${data.callId}: delete them there`);
        return Promise.resolve();
      },
    });
  }

  /** @throws Error while the carrier cannot be asked: it is tried again */
  private async erase({ organizationId, callId }: Erased): Promise<void> {
    const [call] = await sql<{ carrierCallId: string; accountId: string | null; carrier: string }>(
      this.db,
      `SELECT carrier_call_id AS "carrierCallId", carrier_account_id AS "accountId", carrier FROM calls
        WHERE organization_id = $1 AND id = $2 AND carrier_call_id IS NOT NULL`,
      [organizationId, callId],
    );
    if (call?.carrier !== this.carriers.nameOf(call?.accountId ?? null)) return;
    const account = await this.carriers.of(organizationId, call.accountId);
    const search = await account.findRecordings(call.carrierCallId);
    if (search.kind === 'unreachable') throw new Error(search.message);
    for (const { recordingId } of search.recordings) {
      const outcome = await account.deleteRecording(recordingId);
      if (outcome === 'unreachable') throw new Error(`recording ${recordingId} could not be deleted`);
    }
  }
}
