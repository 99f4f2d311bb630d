import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { Transactions } from '../database/transactions.service.js';
import { Jobs } from '../jobs/jobs.service.js';
import { WebhookMappingsRepository } from './webhook-mappings.repository.js';

/** Takes away what deleted mappings have left: a log of a month is too much for one statement. */
@Injectable()
export class MappingDeletionWorker implements OnModuleInit {
  private readonly logger = new Logger('MappingDeletion');

  constructor(
    private readonly jobs: Jobs,
    private readonly transactions: Transactions,
    private readonly mappings: WebhookMappingsRepository,
  ) {}

  onModuleInit(): void {
    this.jobs.work('delete-mapping', {
      atOnce: 1,
      atOnceEach: 1,
      run: async ({ data: { organizationId: org, mappingId }, signal }) => {
        while (await this.transactions.run((tx) => this.mappings.purge(tx, org, mappingId)))
          signal.throwIfAborted();
      },
      gaveUp: ({ data }) => {
        this.logger.error(`what mapping ${data.mappingId} has left is still there`);
        return Promise.resolve();
      },
    });
  }
}
