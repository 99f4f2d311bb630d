import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { OrganizationId } from '../auth/principal.js';
import { sql } from '../database/sql.client.js';
import type { DeliveryState } from './webhook-delivery.entity.js';

/** Deliveries of an endpoint that its recent success is judged by. */
const RECENT = 30;

/** A count ends here: there may be a million. */
const MOST_COUNTED = 1_000;

/** What became of an endpoint's newest deliveries. */
export interface EndpointActivity {
  /** The newest first. */
  recent: DeliveryState[];
  lastDeliveredAt: Date | null;
  /** What came of the last attempt at any of them. */
  lastAnswer: { status: number | null; error: string | null } | null;
}

export const NO_ACTIVITY: EndpointActivity = { recent: [], lastDeliveredAt: null, lastAnswer: null };

const countWords = (count: number): string =>
  count > MOST_COUNTED ? `${MOST_COUNTED.toLocaleString('en')}+` : String(count);

/** How endpoints fare lately, as lists show it. */
@Injectable()
export class EndpointActivities {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  async of(org: OrganizationId, endpointIds: readonly string[]): Promise<Map<string, EndpointActivity>> {
    const rows = await sql<EndpointActivity & { id: string }>(
      this.db,
      `SELECT endpoint.id, array_agg(newest.state ORDER BY newest.position DESC) AS recent,
              max(newest.last_attempt_at) FILTER (WHERE newest.state = 'delivered') AS "lastDeliveredAt",
              (array_agg(json_build_object('status', newest.last_status, 'error', newest.last_error)
                 ORDER BY newest.last_attempt_at DESC) FILTER (WHERE newest.last_attempt_at IS NOT NULL))[1] AS "lastAnswer"
         FROM unnest($2::uuid[]) AS endpoint (id)
        CROSS JOIN LATERAL (
          SELECT delivery.state, delivery.position, delivery.last_attempt_at, delivery.last_status, delivery.last_error
            FROM webhook_deliveries delivery
           WHERE delivery.organization_id = $1 AND delivery.endpoint_id = endpoint.id
           ORDER BY delivery.position DESC LIMIT ${RECENT}) newest
        GROUP BY endpoint.id`,
      [org, endpointIds],
    );
    return new Map(rows.map((row) => [row.id, row]));
  }

  /** How many deliveries wait, in words. The order is that of their index, which the planner might leave for the table. */
  async waiting(org: OrganizationId, endpointId: string): Promise<string> {
    const [counted] = await sql<{ count: number }>(
      this.db,
      `SELECT count(*)::int AS count FROM (
         SELECT 1 FROM webhook_deliveries WHERE organization_id = $1 AND endpoint_id = $2 AND state = 'pending'
          ORDER BY next_attempt_at, position LIMIT ${MOST_COUNTED + 1}) waiting`,
      [org, endpointId],
    );
    return countWords(counted?.count ?? 0);
  }

  /** How many failed for good since each of these times, in words; null for none. */
  async failedSince(
    org: OrganizationId,
    endpointId: string,
    sinces: readonly Date[],
  ): Promise<readonly (string | null)[]> {
    const counts = await sql<{ count: number }>(
      this.db,
      `SELECT (SELECT count(*)::int FROM (
                SELECT 1 FROM webhook_deliveries
                 WHERE organization_id = $1 AND endpoint_id = $2 AND state = 'failed' AND created_at >= since.at
                 ORDER BY created_at, position LIMIT ${MOST_COUNTED + 1}) failed) AS count
         FROM unnest($3::timestamptz[]) WITH ORDINALITY AS since (at, place) ORDER BY since.place`,
      [org, endpointId, sinces],
    );
    return counts.map(({ count }) => (count === 0 ? null : countWords(count)));
  }

  /** Whether there is anything to recover. */
  async hasFailed(org: OrganizationId, endpointId: string): Promise<boolean> {
    const failed = await sql(
      this.db,
      `SELECT 1 FROM webhook_deliveries WHERE organization_id = $1 AND endpoint_id = $2 AND state = 'failed'
        ORDER BY position DESC LIMIT 1`,
      [org, endpointId],
    );
    return failed.length > 0;
  }
}
