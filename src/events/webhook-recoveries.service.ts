import { Injectable } from '@nestjs/common';
import type { RecoveryProgress } from '../../views/events/recovery.js';
import { Audit } from '../audit/audit.service.js';
import type { OrganizationId } from '../auth/principal.js';
import { NotFound } from '../common/app-error.js';
import { newId } from '../common/new-id.adapter.js';
import type { Tx } from '../database/sql.client.js';
import { Jobs } from '../jobs/jobs.service.js';
import { Events } from './events.service.js';
import { type Changer, WebhookEndpoints } from './webhook-endpoints.service.js';
import { WebhookRecoveriesRepository } from './webhook-recoveries.repository.js';
import { WebhookRecovery } from './webhook-recovery.entity.js';

/** A recovery and how far it is. */
export interface WatchedRecovery {
  recovery: WebhookRecovery;
  progress: RecoveryProgress;
}

/** Sends again what failed at an endpoint since a time: the first ones at once, all others by a job. */
@Injectable()
export class WebhookRecoveries {
  constructor(
    private readonly recoveries: WebhookRecoveriesRepository,
    private readonly endpoints: WebhookEndpoints,
    private readonly events: Events,
    private readonly audit: Audit,
    private readonly jobs: Jobs,
  ) {}

  /** @throws NotFound, Conflict unless the endpoint is active */
  async begin(tx: Tx, caller: Changer, endpointId: string, since: Date): Promise<WatchedRecovery> {
    const org = caller.organizationId;
    await this.endpoints.heldActive(tx, org, endpointId);
    const recovery = Object.assign(new WebhookRecovery(), {
      organizationId: org,
      id: newId(),
      endpointId,
      since,
      requeued: 0,
      lastCreatedAt: null,
      lastPosition: '0',
      finishedAt: null,
      createdAt: new Date(),
    });
    await this.recoveries.insert(tx, recovery);
    await this.recoveries.requeueNext(tx, recovery);
    if (!recovery.finishedAt)
      await this.jobs.enqueue(tx, 'recover-deliveries', { organizationId: org, recoveryId: recovery.id });
    await this.audit.record(tx, org, caller, {
      action: 'webhook_endpoint.recovered',
      subject: { type: 'webhook_endpoint', id: endpointId },
      details: { since: since.toISOString(), recovery_id: recovery.id },
    });
    this.events.announceAfter(tx, org);
    return { recovery, progress: await this.recoveries.progress(recovery, tx) };
  }

  /** @throws NotFound */
  async read(org: OrganizationId, id: string): Promise<WatchedRecovery> {
    const recovery = await this.recoveries.find(org, id);
    if (!recovery) throw new NotFound('Recovery');
    return { recovery, progress: await this.recoveries.progress(recovery) };
  }
}
