import type { RecoveryProgress } from '../../views/events/recovery.js';
import type { RecoveryPayload } from './webhook-recovery.dto.js';
import type { WebhookRecovery } from './webhook-recovery.entity.js';

/** A recovery as the API shows it. */
export const presentRecovery = (recovery: WebhookRecovery, progress: RecoveryProgress): RecoveryPayload => ({
  id: recovery.id,
  endpoint_id: recovery.endpointId,
  since: recovery.since.toISOString(),
  recovered: recovery.requeued,
  remaining: progress.remaining,
  pending: progress.pending,
  delivered: progress.delivered,
  failed: progress.failed,
  created_at: recovery.createdAt.toISOString(),
  queued_at: recovery.finishedAt?.toISOString() ?? null,
});
