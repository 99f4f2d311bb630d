import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { OrganizationId } from '../auth/principal.js';
import { allOf, where } from '../database/conditions.js';
import { sql } from '../database/sql.client.js';
import { along, asked, type FoundDelivery, type LogCursor, type LogFilter, orderOf } from './log-filter.js';
import { WebhookDeliveriesRepository } from './webhook-deliveries.repository.js';
import type { WebhookDelivery } from './webhook-delivery.entity.js';

/** Deliveries that are counted, or skipped over: what is asked of the first so many costs the same, whatever there is. */
const REACH = 100_000;

/** A part of the log, by its distance from the beginning. */
export interface LogSection {
  deliveries: WebhookDelivery[];
  /** Of those among the first 100,000 that match. */
  total: number;
  /** Where to go on behind it; null at the end of the log. */
  next: LogCursor | null;
}

/** The first 100,000 deliveries of an endpoint, for who counts them and skips some. */
@Injectable()
export class DeliveryReach {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly deliveries: WebhookDeliveriesRepository,
  ) {}

  async section(
    org: OrganizationId,
    endpointId: string,
    filter: LogFilter,
    { limit, offset }: { limit: number; offset: number },
  ): Promise<LogSection> {
    const { by, cursor } = orderOf(filter);
    const values: unknown[] = [];
    const matching = matchingIn(org, endpointId, filter, values);
    const part = `SELECT id, ${cursor} AS cursor ${matching} ORDER BY ${by} LIMIT ${limit} OFFSET ${offset}`;
    const [found, total] = await Promise.all([
      sql<FoundDelivery>(this.db, part, values),
      this.count(org, endpointId, filter),
    ]);
    const isLast = offset + found.length >= total;
    const next = isLast ? await this.end(org, endpointId, filter) : (found.at(-1)?.cursor ?? null);
    return { deliveries: await this.deliveries.inOrder(org, found), total, next };
  }

  /** How many match. */
  async count(org: OrganizationId, endpointId: string, filter: LogFilter): Promise<number> {
    const values: unknown[] = [];
    const count = `SELECT count(*)::int AS total ${matchingIn(org, endpointId, filter, values)}`;
    const [row] = await sql<{ total: number }>(this.db, count, values);
    return row?.total ?? 0;
  }

  /** The last one within reach; null when there is nothing behind it. */
  private async end(org: OrganizationId, endpointId: string, filter: LogFilter): Promise<LogCursor | null> {
    const values: unknown[] = [];
    const { by, cursor } = orderOf(filter);
    const last = `SELECT ${cursor} AS cursor FROM webhook_deliveries
      WHERE ${allOf(along(org, endpointId, filter), values)} ORDER BY ${by} LIMIT 1 OFFSET ${REACH - 1}`;
    const [row] = await sql<Pick<FoundDelivery, 'cursor'>>(this.db, last, values);
    return row?.cursor ?? null;
  }
}

const matchingIn = (org: OrganizationId, endpointId: string, filter: LogFilter, values: unknown[]): string =>
  `FROM (SELECT id, position, next_attempt_at, state, event_type, created_at FROM webhook_deliveries
          WHERE ${allOf(along(org, endpointId, filter), values)}
          ORDER BY ${orderOf(filter).by} LIMIT ${REACH}) reached
    WHERE ${allOf([where('true'), ...asked(filter)], values)}`;
