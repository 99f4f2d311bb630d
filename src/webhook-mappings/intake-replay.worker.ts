import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import type { Principal } from '../auth/principal.js';
import { AppError } from '../common/app-error.js';
import { idempotentRequest } from '../idempotency/idempotency-key.js';
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
  ) {}

  onModuleInit(): void {
    this.jobs.work('replay-intakes', {
      atOnce: 2,
      atOnceEach: 1,
      run: async ({ data, signal }) => {
        while (await this.batch(data)) signal.throwIfAborted();
      },
      gaveUp: ({ data }) => {
        this.logger.error(`replay ${data.replayId} was given up: ask for another one`);
        return Promise.resolve();
      },
    });
  }

  /** @returns whether there is more to do; a job that is begun anew goes on where its forerunner was */
  private async batch({ organizationId: org, replayId }: JobData['replay-intakes']): Promise<boolean> {
    const replay = await this.replays.findForWork(org, replayId);
    if (!replay || replay.finishedAt) return false;
    const before = replay.lastId;
    const lines = await this.replays.next(replay);
    for (const line of lines) if (!(await this.post(replay, line))) break;
    if (lines.length === 0) replay.finishedAt = new Date();
    return (await this.replays.save(replay, before)) && replay.finishedAt === null;
  }

  /** @returns false once the mapping was paused, and each further one would be refused */
  private async post(replay: IntakeReplay, line: ReplayLine): Promise<boolean> {
    try {
      await this.requests.replay(callerOf(replay), replay.mappingId, line.id, onceOf(replay, line));
      replay.accepted += 1;
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error;
      replay.refused += 1;
      replay.refusals[error.message] = (replay.refusals[error.message] ?? 0) + 1;
      if (error.code === 'mapping_inactive') replay.finishedAt = new Date();
    }
    replay.lastReceivedAt = line.receivedAt;
    replay.lastId = line.id;
    return replay.finishedAt === null;
  }
}

/** What was posted just before a process died is not posted again. */
const onceOf = ({ organizationId, mappingId, id }: IntakeReplay, line: ReplayLine) =>
  idempotentRequest({
    organizationId,
    mappingId,
    method: 'POST',
    path: `replay/${line.id}`,
    key: id,
    body: Buffer.alloc(0),
  });

const callerOf = ({ organizationId, id }: IntakeReplay): Principal => ({
  organizationId,
  scopes: ['intake:write'],
  keyId: id,
  keyName: 'Replay',
  mappingId: null,
});
