import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { OrganizationId } from '../auth/principal.js';
import { sql } from '../database/sql.client.js';
import type { DeliveryState } from './webhook-delivery.entity.js';

/** Deliveries of an endpoint that its recent success is judged by. */
const RECENT = 30;

/** A count of what waits ends here: there may be a million. */
const MOST_WAITING = 1_000;

/** What became of an endpoint's newest deliveries. */
export interface EndpointActivity {
  /** The newest first. */
  recent: DeliveryState[];
  lastDeliveredAt: Date | null;
}

export const NO_ACTIVITY: EndpointActivity = { recent: [], lastDeliveredAt: null };

/** How endpoints fare lately, as lists show it. */
@Injectable()
export class EndpointActivities {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  async of(org: OrganizationId, endpointIds: readonly string[]): Promise<Map<string, EndpointActivity>> {
    const rows = await sql<EndpointActivity & { id: string }>(
      this.db,
      `SELECT endpoint.id, array_agg(newest.state ORDER BY newest.position DESC) AS recent,
              max(newest.last_attempt_at) FILTER (WHERE newest.state = 'delivered') AS "lastDeliveredAt"
         FROM unnest($2::uuid[]) AS endpoint (id)
        CROSS JOIN LATERAL (
          SELECT delivery.state, delivery.position, delivery.last_attempt_at FROM webhook_deliveries delivery
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
          ORDER BY next_attempt_at, position LIMIT ${MOST_WAITING + 1}) waiting`,
      [org, endpointId],
    );
    const count = counted?.count ?? 0;
    return count > MOST_WAITING ? `${MOST_WAITING.toLocaleString('en')}+` : String(count);
  }
}
