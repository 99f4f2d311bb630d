import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { sql, type Tx } from '../database/sql.client.js';
import { Transactions } from '../database/transactions.service.js';
import type { Job } from '../jobs/job.js';
import { Jobs } from '../jobs/jobs.service.js';
import type { JobData } from '../jobs/queues.js';
import type { SoundQuality, SoundQualityLookup } from '../telephony/carrier.js';
import { Carriers } from '../telephony/carriers.service.js';
import { mergeAudio, presentSound } from './audio-metrics.js';
import { CallJournal } from './call-journal.service.js';
import { CallRecords } from './call-records.repository.js';
import type { Call } from './call.entity.js';
import { SoundLooks } from './sound-looks.service.js';

type SoundJob = Job<JobData['fetch-sound-quality']>;

/** Calls that a process asks about at the same time, and of those for one organization. */
const AT_ONCE = 4;
const AT_ONCE_EACH = 2;

/** A call that the carrier who made it can be asked about. */
const ASKED_CALL = `
  SELECT carrier_call_id AS "carrierCallId", carrier_account_id AS "accountId", carrier FROM calls
   WHERE organization_id = $1 AND id = $2 AND carrier_call_id IS NOT NULL`;

/**
 * Asks the carrier how a call sounded, again and again until it has told all it knows or will not. Until then, and if
 * it never does, the estimate stands.
 */
@Injectable()
export class SoundQualityWorker implements OnModuleInit {
  private readonly logger = new Logger('SoundQuality');

  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly records: CallRecords,
    private readonly journal: CallJournal,
    private readonly looks: SoundLooks,
    private readonly transactions: Transactions,
    private readonly jobs: Jobs,
    private readonly carriers: Carriers,
  ) {}

  onModuleInit(): void {
    this.jobs.work('fetch-sound-quality', {
      atOnce: AT_ONCE,
      atOnceEach: AT_ONCE_EACH,
      run: (job) => this.run(job),
      gaveUp: ({ data }) => {
        this.logger.error(`how call ${data.callId} sounded could not be written down`);
        return Promise.resolve();
      },
    });
  }

  private async run(job: SoundJob): Promise<void> {
    const { organizationId: org, callId, look } = job.data;
    const told = await this.ask(job.data);
    if (!told) return;
    await this.transactions.run(async (tx) => {
      const held = await this.records.hold(tx, org, callId);
      await job.settle(tx);
      if (!held) return;
      if (told.kind === 'found' && told.quality) await this.write(tx, held.row, told.quality);
      if (mayTellMore(told)) await this.looks.plan(tx, held.row, look + 1);
    });
  }

  /** Null when there is nobody to ask. */
  private async ask({ organizationId: org, callId }: SoundJob['data']): Promise<SoundQualityLookup | null> {
    const [call] = await sql<{ carrierCallId: string; accountId: string | null; carrier: string }>(
      this.db,
      ASKED_CALL,
      [org, callId],
    );
    if (call?.carrier !== this.carriers.nameOf(call?.accountId ?? null)) return null;
    const account = await this.carriers.of(org, call.accountId);
    return account.fetchSoundQuality(call.carrierCallId);
  }

  private async write(tx: Tx, row: Call, quality: SoundQuality): Promise<void> {
    const before = await this.records.audioMetrics(tx, row);
    await this.records.changeDetails(tx, row, { audioMetrics: mergeAudio(before, presentSound(quality)) });
    await this.journal.announce(tx, row);
  }
}

/** An account that is not told such things is not told later. */
const mayTellMore = (told: SoundQualityLookup): boolean =>
  told.kind === 'found' ? !told.isFinal : told.kind !== 'refused';
