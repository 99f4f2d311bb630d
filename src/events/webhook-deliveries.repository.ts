import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, In } from 'typeorm';
import type { OrganizationId } from '../auth/principal.js';
import { sql, type Tx } from '../database/sql.client.js';
import type { RecordedEvent } from './envelope.js';
import type { FoundDelivery } from './log-filter.js';
import { WebhookDelivery } from './webhook-delivery.entity.js';

/** A count of many rows ends here. */
export const MOST_COUNTED = 100_000;
/** Back to the beginning of the schedule. What is rounded up to a millisecond would not be due yet. */
export const AT_ONCE = `state = 'pending', next_attempt_at = date_trunc('milliseconds', now()), tries = 0`;

/** The deliveries of endpoints that are not deleted. */
@Injectable()
export class WebhookDeliveriesRepository {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  /** Those that were found, in that order. */
  async inOrder(org: OrganizationId, found: readonly FoundDelivery[]): Promise<WebhookDelivery[]> {
    const ids = found.map(({ id }) => id);
    const rows = await this.db.manager.findBy(WebhookDelivery, { organizationId: org, id: In(ids) });
    const byId = new Map(rows.map((row) => [row.id, row]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  }

  async find(org: OrganizationId, id: string, tx?: Tx): Promise<WebhookDelivery | null> {
    return this.undeleted(org, tx).andWhere('delivery.id = :id', { id }).getOne();
  }

  /** The one delivery of a test event. */
  findOfEvent(tx: Tx, org: OrganizationId, eventId: string): Promise<WebhookDelivery | null> {
    return this.undeleted(org, tx).andWhere('delivery.event_id = :eventId', { eventId }).getOne();
  }

  async event(org: OrganizationId, id: string): Promise<RecordedEvent | null> {
    const [event] = await sql<RecordedEvent>(
      this.db,
      `SELECT id, type, created_at AS "recordedAt", organization_id AS "organizationId", sequence,
              call_id AS "callId", contact_id AS "contactId", data
         FROM events WHERE organization_id = $1 AND id = $2`,
      [org, id],
    );
    return event ?? null;
  }

  /** Puts it in the queue, at the beginning of its schedule. @returns whether there is still something to send */
  async requeue(tx: Tx, org: OrganizationId, id: string): Promise<boolean> {
    const requeued = await sql(
      tx,
      `UPDATE webhook_deliveries delivery SET ${AT_ONCE}
        WHERE organization_id = $1 AND id = $2 AND state <> 'discarded'
          AND NOT EXISTS (SELECT FROM events event WHERE event.organization_id = $1
                            AND event.id = delivery.event_id AND event.data = '{"erased":true}')
       RETURNING 1`,
      [org, id],
    );
    return requeued.length > 0;
  }

  private undeleted(org: OrganizationId, tx: Tx = this.db.manager) {
    return tx
      .createQueryBuilder(WebhookDelivery, 'delivery')
      .where('delivery.organization_id = :org', { org })
      .andWhere(
        `EXISTS (SELECT FROM webhook_endpoints endpoint WHERE endpoint.organization_id = :org
           AND endpoint.id = delivery.endpoint_id AND endpoint.deleted_at IS NULL)`,
      );
  }
}
