import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, In } from 'typeorm';
import type { OrganizationId } from '../auth/principal.js';
import { allOf, ifGiven, where } from '../database/conditions.js';
import { sql } from '../database/sql.client.js';
import type { EventType } from './event-types.js';
import { type DeliveryState, WebhookDelivery } from './webhook-delivery.entity.js';

/** Deliveries that one page looks through for those that a filter wants. */
const MOST_LOOKED_THROUGH = 5_000;

export interface LogFilter {
  state?: DeliveryState;
  type?: EventType;
  since?: Date;
}

/** Where a page ends, as its address has it. */
export type LogCursor = string;

export interface LogPage {
  deliveries: WebhookDelivery[];
  /** null at the end of the log. */
  next: LogCursor | null;
  /** There may be more further back, where this page has not looked. */
  isPartial: boolean;
}

/** The index that serves the filter decides the order: what waits comes in the order in which it is tried next. */
const NEWEST = {
  by: 'position DESC',
  cursor: `position::text`,
  form: /^\d{1,18}$/,
  after: (cursor: string) => where('position < ?::bigint', cursor),
};
const SOONEST: typeof NEWEST = {
  by: 'next_attempt_at, position',
  cursor: `to_char(next_attempt_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '_' || position`,
  form: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z_\d{1,18}$/,
  after: (cursor: string) =>
    where('(next_attempt_at, position) > (?::timestamptz, ?::bigint)', ...cursor.split('_')),
};

/** Pages through an endpoint's deliveries: as fast at the end of a million as at the beginning. */
@Injectable()
export class DeliveryLog {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  /** What is no cursor counts as the beginning. */
  async page(
    org: OrganizationId,
    endpointId: string,
    filter: LogFilter,
    cursor: LogCursor | undefined,
    size: number,
  ): Promise<LogPage> {
    const { found, last } = await this.look(org, endpointId, filter, cursor, size);
    const ids = found.slice(0, size).map(({ id }) => id);
    const rows = await this.db.manager.findBy(WebhookDelivery, { organizationId: org, id: In(ids) });
    const byId = new Map(rows.map((row) => [row.id, row]));
    const isFull = found.length > size;
    return {
      deliveries: ids.flatMap((id) => byId.get(id) ?? []),
      next: isFull ? (found[size - 1]?.cursor ?? null) : last,
      isPartial: !isFull && last !== null,
    };
  }

  /** One row more than fits, of as many as may be looked through; `last` is where it stopped for that. */
  private async look(
    org: OrganizationId,
    endpointId: string,
    { state, type, since }: LogFilter,
    cursor: LogCursor | undefined,
    size: number,
  ): Promise<{ found: { id: string; cursor: string }[]; last: string | null }> {
    const order = state === 'pending' ? SOONEST : NEWEST;
    const isServed = state === 'pending' || state === 'failed';
    const values: unknown[] = [];
    const own = allOf(
      [
        where('organization_id = ? AND endpoint_id = ?', org, endpointId),
        // Written out, so that the partial indexes serve it; it is one of a closed set.
        isServed ? where(`state = '${state}'`) : null,
        ifGiven(cursor && order.form.test(cursor) ? cursor : undefined, order.after),
      ],
      values,
    );
    const wanted = allOf(
      [
        where('true'),
        ifGiven(isServed ? undefined : state, (value) => where('state = ?', value)),
        ifGiven(type, (value) => where('event_type = ?', value)),
        ifGiven(since, (value) => where('created_at >= ?', value)),
      ],
      values,
    );
    const [row] = await sql<{ found: { id: string; cursor: string }[] | null; last: string | null }>(
      this.db,
      `WITH looked AS MATERIALIZED (
         SELECT id, ${order.cursor} AS cursor, row_number() OVER (ORDER BY ${order.by}) AS place,
                state, event_type, created_at
           FROM webhook_deliveries WHERE ${own} ORDER BY ${order.by}
          LIMIT ${type || since || (state && !isServed) ? MOST_LOOKED_THROUGH : size + 1}),
       found AS (SELECT id, cursor, place FROM looked WHERE ${wanted} ORDER BY place LIMIT ${size + 1})
       SELECT (SELECT json_agg(json_build_object('id', id, 'cursor', cursor) ORDER BY place) FROM found) AS found,
              (SELECT cursor FROM looked WHERE place = ${MOST_LOOKED_THROUGH}) AS last`,
      values,
    );
    return { found: row?.found ?? [], last: row?.last ?? null };
  }
}
