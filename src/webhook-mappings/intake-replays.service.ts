import { Injectable } from '@nestjs/common';
import { type Actor, Audit } from '../audit/audit.service.js';
import { Conflict, NotFound } from '../common/app-error.js';
import type { OrganizationId } from '../auth/principal.js';
import { newId } from '../common/new-id.adapter.js';
import type { Tx } from '../database/sql.client.js';
import { Jobs } from '../jobs/jobs.service.js';
import { IntakeReplay } from './intake-replay.entity.js';
import { IntakeReplaysRepository, type ReplayScope } from './intake-replays.repository.js';
import { LiveMappings } from './live-mappings.service.js';

/** Posts refused requests again once their mapping is mended: all of them, or some. */
@Injectable()
export class IntakeReplays {
  constructor(
    private readonly replays: IntakeReplaysRepository,
    private readonly mappings: LiveMappings,
    private readonly audit: Audit,
    private readonly jobs: Jobs,
  ) {}

  /** @throws Conflict when the mapping is inactive, or nothing is left to post */
  async begin(tx: Tx, scope: ReplayScope, actor: Actor): Promise<IntakeReplay> {
    const { organizationId: org, mappingId } = scope;
    await this.mappings.activeNow(org, mappingId);
    const total = await this.replays.count(scope);
    if (total === 0)
      throw new Conflict('nothing_to_replay', 'None of them can be replayed: accepted since, or not kept');
    const replay = Object.assign(new IntakeReplay(), {
      ...scope,
      id: newId(),
      total,
      accepted: 0,
      refused: 0,
      refusals: {},
      lastReceivedAt: null,
      lastId: null,
      finishedAt: null,
      createdAt: new Date(),
    });
    await this.replays.insert(tx, replay);
    await this.jobs.enqueue(tx, 'replay-intakes', { organizationId: org, replayId: replay.id });
    await this.audit.record(tx, org, actor, {
      action: 'webhook_mapping.replayed',
      subject: { type: 'webhook_mapping', id: mappingId },
      details: { replay_id: replay.id, requests: total },
    });
    return replay;
  }

  /** @throws NotFound */
  async read(org: OrganizationId, mappingId: string, id: string): Promise<IntakeReplay> {
    const replay = await this.replays.find(org, mappingId, id);
    if (!replay) throw new NotFound('Replay');
    return replay;
  }
}
