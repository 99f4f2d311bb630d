import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { OrganizationId } from '../auth/principal.js';
import { allOf, where } from '../database/conditions.js';
import { sql } from '../database/sql.client.js';
import { along, asked, type FoundDelivery, type LogCursor, type LogFilter, orderOf } from './log-filter.js';
import { WebhookDeliveriesRepository } from './webhook-deliveries.repository.js';
import type { WebhookDelivery } from './webhook-delivery.entity.js';

/** Deliveries that one page looks through for those that a filter wants. */
const MOST_LOOKED_THROUGH = 5_000;

export interface LogPage {
  deliveries: WebhookDelivery[];
  /** null at the end of the log. */
  next: LogCursor | null;
  /** There may be more further back, where this page has not looked. */
  isPartial: boolean;
}

/** Pages through an endpoint's deliveries: as fast at the end of a million as at the beginning. */
@Injectable()
export class DeliveryLog {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly deliveries: WebhookDeliveriesRepository,
  ) {}

  /** What is no cursor counts as the beginning. */
  async page(
    org: OrganizationId,
    endpointId: string,
    filter: LogFilter,
    cursor: LogCursor | undefined,
    size: number,
  ): Promise<LogPage> {
    const { found, last } = await this.look(org, endpointId, filter, cursor, size);
    const isFull = found.length > size;
    return {
      deliveries: await this.deliveries.inOrder(org, found.slice(0, size)),
      next: isFull ? (found[size - 1]?.cursor ?? null) : last,
      isPartial: !isFull && last !== null,
    };
  }

  /** One row more than fits, of as many as may be looked through; `last` is where it stopped for that. */
  private async look(
    org: OrganizationId,
    endpointId: string,
    filter: LogFilter,
    cursor: LogCursor | undefined,
    size: number,
  ): Promise<{ found: FoundDelivery[]; last: string | null }> {
    const order = orderOf(filter);
    const values: unknown[] = [];
    const from = cursor && order.form.test(cursor) ? order.after(cursor) : null;
    const own = allOf([...along(org, endpointId, filter), from], values);
    const wants = asked(filter);
    const wanted = allOf([where('true'), ...wants], values);
    const [row] = await sql<{ found: FoundDelivery[] | null; last: string | null }>(
      this.db,
      `WITH looked AS MATERIALIZED (
         SELECT id, ${order.cursor} AS cursor, row_number() OVER (ORDER BY ${order.by}) AS place,
                state, event_type, created_at
           FROM webhook_deliveries WHERE ${own} ORDER BY ${order.by}
          LIMIT ${wants.length > 0 ? MOST_LOOKED_THROUGH : size + 1}),
       found AS (SELECT id, cursor, place FROM looked WHERE ${wanted} ORDER BY place LIMIT ${size + 1})
       SELECT (SELECT json_agg(json_build_object('id', id, 'cursor', cursor) ORDER BY place) FROM found) AS found,
              (SELECT cursor FROM looked WHERE place = ${MOST_LOOKED_THROUGH}) AS last`,
      values,
    );
    return { found: row?.found ?? [], last: row?.last ?? null };
  }
}
