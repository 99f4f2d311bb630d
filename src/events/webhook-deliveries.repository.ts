import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { OrganizationId } from '../auth/principal.js';
import { allOf, ifGiven, where } from '../database/conditions.js';
import { sql, type Tx } from '../database/sql.client.js';
import type { RecordedEvent } from './envelope.js';
import type { EventType } from './event-types.js';
import type { DeliveryState } from './webhook-delivery.entity.js';
import { WebhookDelivery } from './webhook-delivery.entity.js';

/** A count of many rows ends here. */
export const MOST_COUNTED = 100_000;
/** Back to the beginning of the schedule. What is rounded up to a millisecond would not be due yet. */
export const AT_ONCE = `state = 'pending', next_attempt_at = date_trunc('milliseconds', now()), tries = 0`;

export interface DeliveryFilter {
  state?: DeliveryState;
  type?: EventType;
  call_id?: string;
  since?: Date;
  until?: Date;
}

/** The deliveries of endpoints that are not deleted. */
@Injectable()
export class WebhookDeliveriesRepository {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  /** The newest first. */
  async list(
    org: OrganizationId,
    endpointId: string,
    filter: DeliveryFilter,
    page: { limit: number; offset: number },
  ): Promise<[WebhookDelivery[], number]> {
    const values: unknown[] = [];
    const matching = `FROM webhook_deliveries WHERE ${conditionsOf(org, endpointId, filter, values)}`;
    const ids = `SELECT id ${matching} ORDER BY position DESC LIMIT ${page.limit} OFFSET ${page.offset}`;
    const count = `SELECT count(*)::int AS total FROM (SELECT 1 ${matching} LIMIT ${MOST_COUNTED}) matching`;
    const [listed, [counted]] = await Promise.all([
      sql<{ id: string }>(this.db, ids, values),
      sql<{ total: number }>(this.db, count, values),
    ]);
    return [
      await this.byIds(
        org,
        listed.map(({ id }) => id),
      ),
      counted?.total ?? 0,
    ];
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

  private byIds(org: OrganizationId, ids: string[]): Promise<WebhookDelivery[]> {
    return this.undeleted(org)
      .andWhere('delivery.id = ANY (:ids)', { ids })
      .orderBy('delivery.position', 'DESC')
      .getMany();
  }
}

const conditionsOf = (
  org: OrganizationId,
  endpointId: string,
  { state, type, call_id, since, until }: DeliveryFilter,
  values: unknown[],
): string =>
  allOf(
    [
      where('organization_id = ? AND endpoint_id = ?', org, endpointId),
      // Written out, so that the partial indexes serve it; it is one of a closed set.
      state ? where(`state = '${state}'`) : null,
      ifGiven(type, (value) => where('event_type = ?', value)),
      ifGiven(call_id, (value) => where('call_id = ?', value)),
      ifGiven(since, (value) => where('created_at >= ?', value)),
      ifGiven(until, (value) => where('created_at < ?', value)),
    ],
    values,
  );
