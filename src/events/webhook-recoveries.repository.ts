import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { RecoveryProgress } from '../../views/events/recovery.js';
import type { OrganizationId } from '../auth/principal.js';
import { sql, type Tx } from '../database/sql.client.js';
import { AT_ONCE, MOST_COUNTED } from './webhook-deliveries.repository.js';
import { WebhookRecovery } from './webhook-recovery.entity.js';

/** Put back into the queue by one statement: some hundred milliseconds. */
const BATCH = 5_000;

/** Failed when the recovery began, and not reached by it yet: what fails again meanwhile is not its concern. */
const STILL_TO_RECOVER = `FROM webhook_deliveries delivery
  WHERE delivery.organization_id = $1 AND delivery.endpoint_id = $2 AND delivery.state = 'failed'
    AND (delivery.created_at, delivery.position) > ($3, $4) AND delivery.last_attempt_at <= $5`;

const boundsOf = (recovery: WebhookRecovery): unknown[] => [
  recovery.organizationId,
  recovery.endpointId,
  recovery.lastCreatedAt ?? recovery.since,
  recovery.lastPosition,
  recovery.createdAt,
];

/** Failed deliveries on their way back into the queue. */
@Injectable()
export class WebhookRecoveriesRepository {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  async insert(tx: Tx, recovery: WebhookRecovery): Promise<void> {
    await tx.insert(WebhookRecovery, recovery);
  }

  /** Of an endpoint that is not deleted. */
  find(org: OrganizationId, id: string): Promise<WebhookRecovery | null> {
    return this.undeleted(this.db.manager, org, id).getOne();
  }

  /** The recovery, locked until the transaction ends. */
  findForChange(tx: Tx, org: OrganizationId, id: string): Promise<WebhookRecovery | null> {
    return this.undeleted(tx, org, id).setLock('for_no_key_update').getOne();
  }

  /** Puts the next ones in the queue, the oldest first, and notes how far it is. */
  async requeueNext(tx: Tx, recovery: WebhookRecovery): Promise<void> {
    const [last] = await sql<{ count: number; createdAt: Date; position: string }>(
      tx,
      `WITH next AS MATERIALIZED (
         SELECT delivery.id, delivery.created_at, delivery.position ${STILL_TO_RECOVER}
          ORDER BY delivery.created_at, delivery.position LIMIT ${BATCH} FOR UPDATE SKIP LOCKED),
       requeued AS (
         UPDATE webhook_deliveries SET ${AT_ONCE}, recovery_id = $6
          WHERE organization_id = $1 AND id = ANY (ARRAY(SELECT id FROM next)))
       SELECT created_at AS "createdAt", position, (count(*) OVER ())::int AS count FROM next
        ORDER BY created_at DESC, position DESC LIMIT 1`,
      [...boundsOf(recovery), recovery.id],
    );
    const count = last?.count ?? 0;
    const changes = {
      requeued: recovery.requeued + count,
      lastCreatedAt: last?.createdAt ?? recovery.lastCreatedAt,
      lastPosition: last?.position ?? recovery.lastPosition,
      finishedAt: count < BATCH ? new Date() : null,
    };
    await tx.update(WebhookRecovery, { organizationId: recovery.organizationId, id: recovery.id }, changes);
    Object.assign(recovery, changes);
  }

  async progress(recovery: WebhookRecovery, db: DataSource | Tx = this.db): Promise<RecoveryProgress> {
    const { organizationId, id, finishedAt } = recovery;
    const counts = ['pending', 'delivered', 'failed'].map(
      (state) => `(SELECT count(*)::int FROM (SELECT 1 FROM webhook_deliveries
        WHERE organization_id = $1 AND recovery_id = $2 AND state = '${state}' LIMIT ${MOST_COUNTED}) its) AS ${state}`,
    );
    const [counted] = await sql<Omit<RecoveryProgress, 'remaining'>>(db, `SELECT ${counts.join(', ')}`, [
      organizationId,
      id,
    ]);
    const remaining = finishedAt ? 0 : await this.remaining(recovery, db);
    return { pending: 0, delivered: 0, failed: 0, ...counted, remaining };
  }

  private async remaining(recovery: WebhookRecovery, db: DataSource | Tx): Promise<number> {
    const [left] = await sql<{ count: number }>(
      db,
      `SELECT count(*)::int AS count FROM (SELECT 1 ${STILL_TO_RECOVER} LIMIT ${MOST_COUNTED}) failed`,
      boundsOf(recovery),
    );
    return left?.count ?? 0;
  }

  private undeleted(tx: Tx, org: OrganizationId, id: string) {
    return tx
      .createQueryBuilder(WebhookRecovery, 'recovery')
      .where('recovery.organization_id = :org AND recovery.id = :id', { org, id })
      .andWhere(
        `EXISTS (SELECT FROM webhook_endpoints endpoint WHERE endpoint.organization_id = :org
           AND endpoint.id = recovery.endpoint_id AND endpoint.deleted_at IS NULL)`,
      );
  }
}
