import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { Transactions } from '../database/transactions.service.js';
import { Jobs } from '../jobs/jobs.service.js';
import type { JobData } from '../jobs/queues.js';
import { Events } from './events.service.js';
import { WebhookRecoveriesRepository } from './webhook-recoveries.repository.js';

/** Goes on with recoveries of more than one batch, each batch in a transaction of its own. */
@Injectable()
export class WebhookRecoveryWorker implements OnModuleInit {
  private readonly logger = new Logger('WebhookRecoveryWorker');

  constructor(
    private readonly jobs: Jobs,
    private readonly transactions: Transactions,
    private readonly recoveries: WebhookRecoveriesRepository,
    private readonly events: Events,
  ) {}

  onModuleInit(): void {
    this.jobs.work('recover-deliveries', {
      atOnce: 2,
      atOnceEach: 1,
      run: async ({ data, signal }) => {
        while (await this.batch(data)) signal.throwIfAborted();
      },
      gaveUp: ({ data }) => {
        this.logger.error(`recovery ${data.recoveryId} was given up: ask for another one`);
        return Promise.resolve();
      },
    });
  }

  /** @returns whether there is more to do; a job that is begun anew finds what its forerunner has done */
  private batch({ organizationId: org, recoveryId }: JobData['recover-deliveries']): Promise<boolean> {
    return this.transactions.run(async (tx) => {
      const recovery = await this.recoveries.findForChange(tx, org, recoveryId);
      if (!recovery || recovery.finishedAt) return false;
      await this.recoveries.requeueNext(tx, recovery);
      this.events.announceAfter(tx, org);
      return recovery.finishedAt === null;
    });
  }
}
