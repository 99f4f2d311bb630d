import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import type { Principal } from '../auth/principal.js';
import type { Tx } from '../database/sql.client.js';
import { Transactions } from '../database/transactions.service.js';
import { Jobs } from '../jobs/jobs.service.js';
import type { JobData } from '../jobs/queues.js';
import type { IntakeReplay } from './intake-replay.entity.js';
import { IntakeReplaysRepository, type ReplayLine } from './intake-replays.repository.js';
import { IntakeRequests } from './intake-requests.service.js';

/** Goes on with replays, one request after the other: of two for one contact the later one has the last word. */
@Injectable()
export class IntakeReplayWorker implements OnModuleInit {
  private readonly logger = new Logger('IntakeReplays');

  constructor(
    private readonly jobs: Jobs,
    private readonly replays: IntakeReplaysRepository,
    private readonly requests: IntakeRequests,
    private readonly transactions: Transactions,
  ) {}

  onModuleInit(): void {
    this.jobs.work('replay-intakes', {
      atOnce: 2,
      atOnceEach: 1,
      run: async ({ data, signal }) => {
        while (await this.transactions.run((tx) => this.step(tx, data))) signal.throwIfAborted();
      },
      gaveUp: ({ data }) => {
        this.logger.error(`replay ${data.replayId} was given up: ask for another one`);
        return Promise.resolve();
      },
    });
  }

  /**
   * Posts the next request and notes it, both or neither: whenever its process dies, each is posted once and counted.
   * @returns whether there may be more
   */
  private async step(tx: Tx, { organizationId: org, replayId }: JobData['replay-intakes']): Promise<boolean> {
    const replay = await this.replays.findForWork(tx, org, replayId);
    if (!replay || replay.finishedAt) return false;
    const line = await this.replays.next(tx, replay);
    if (line) await this.post(tx, replay, line);
    else replay.finishedAt = new Date();
    await this.replays.save(tx, replay);
    return replay.finishedAt === null;
  }

  private async post(tx: Tx, replay: IntakeReplay, line: ReplayLine): Promise<void> {
    const refusal = await this.requests.replayIn(tx, callerOf(replay), replay.mappingId, line.id);
    if (refusal) {
      replay.refused += 1;
      replay.refusals[refusal.message] = (replay.refusals[refusal.message] ?? 0) + 1;
    } else {
      replay.accepted += 1;
    }
    // A paused mapping would refuse each further one.
    if (refusal?.code === 'mapping_inactive') replay.finishedAt = new Date();
    replay.lastReceivedAt = line.receivedAt;
    replay.lastId = line.id;
  }
}

const callerOf = ({ organizationId, id }: IntakeReplay): Principal => ({
  organizationId,
  scopes: ['intake:write'],
  keyId: id,
  keyName: 'Replay',
  mappingId: null,
});
