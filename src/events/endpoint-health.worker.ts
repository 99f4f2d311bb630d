import { Inject, Injectable } from '@nestjs/common';
import { Audit } from '../audit/audit.service.js';
import { sql, type Tx } from '../database/sql.client.js';
import { afterCommit } from '../database/transactions.service.js';
import type { DeliveryResult } from './attempt-columns.js';
import type { LeasedEndpoint } from './delivery-lane.session.js';
import { DELIVERY_TIMINGS, type DeliveryTimings } from './delivery-timings.js';
import { type EndpointHealth, type HealthVerdict, judgeHealth } from './endpoint-health.js';
import { Events } from './events.service.js';

type HeldEndpoint = EndpointHealth & { id: string; url: string; description: string | null };

/** Keeps how endpoints answer, across organizations: slows down what is dead, and disables what stays so. */
@Injectable()
export class EndpointHealthBook {
  constructor(
    private readonly events: Events,
    private readonly audit: Audit,
    @Inject(DELIVERY_TIMINGS) private readonly timings: DeliveryTimings,
  ) {}

  /** Notes attempts in their order. Endpoints are held in the order of their ids: no circle of waiting. */
  async note(tx: Tx, results: readonly DeliveryResult[]): Promise<void> {
    const byLane = [...Map.groupBy(results, ({ lane }) => lane)];
    for (const [lane, its] of byLane.toSorted(([a], [b]) => (a.endpoint.id < b.endpoint.id ? -1 : 1))) {
      const failures = await this.noteOne(tx, lane.endpoint, its);
      afterCommit(tx, () => (lane.isKnownToFail = failures > 0));
    }
  }

  /** @returns how often it failed since its last success */
  private async noteOne(
    tx: Tx,
    { organizationId: org, id, leaseEpoch }: LeasedEndpoint,
    results: readonly DeliveryResult[],
  ): Promise<number> {
    const [held] = await sql<HeldEndpoint>(
      tx,
      `SELECT id, url, description, failing_since AS "failingSince", consecutive_failures AS "consecutiveFailures",
              resume_at AS "resumeAt"
         FROM webhook_endpoints
        WHERE organization_id = $1 AND id = $2 AND lease_epoch = $3 AND status = 'active' FOR NO KEY UPDATE`,
      [org, id, leaseEpoch],
    );
    if (!held) return 0;
    const signs = results.map(({ startedAt, outcome }) => ({
      at: startedAt,
      delivered: outcome.delivered,
      gone: outcome.error === 'gone',
    }));
    const verdict = judgeHealth(held, signs, this.timings);
    await this.write(tx, org, id, verdict);
    if (verdict.disable) await this.disable(tx, org, held, verdict);
    return verdict.consecutiveFailures;
  }

  private async write(tx: Tx, org: string, id: string, health: HealthVerdict): Promise<void> {
    await sql(
      tx,
      `UPDATE webhook_endpoints SET failing_since = $3, consecutive_failures = $4, resume_at = $5
        WHERE organization_id = $1 AND id = $2`,
      [org, id, health.failingSince, health.consecutiveFailures, health.resumeAt],
    );
  }

  /** What waits for it stays. Its other endpoints are told, and whoever reads the audit log. */
  private async disable(tx: Tx, org: string, held: HeldEndpoint, verdict: HealthVerdict): Promise<void> {
    const { id, url, description } = held;
    const { disable: reason, failingSince } = verdict;
    await sql(
      tx,
      `UPDATE webhook_endpoints SET status = 'disabled', status_reason = $3, status_since = now(),
              version = version + 1, updated_at = now()
        WHERE organization_id = $1 AND id = $2`,
      [org, id, reason],
    );
    await this.audit.record(tx, org, 'system', {
      action: 'webhook_endpoint.disabled',
      subject: { type: 'webhook_endpoint', id },
      details: { reason },
    });
    const failing_since = failingSince?.toISOString() ?? null;
    await this.events.record(tx, org, {
      type: 'webhook_endpoint.disabled',
      endpointId: id,
      data: { webhook_endpoint: { id, url, description, reason, failing_since } },
    });
  }
}
