import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { OrganizationId } from '../auth/principal.js';
import { allOf, where, type Condition } from '../database/conditions.js';
import type { Tx } from '../database/sql.client.js';
import { textRows, type TextRow } from '../database/text-rows.client.js';
import { conditionsOf, type CallFilter } from './call-filter.js';
import { following, known, orderText, type Order, type OrderBy, type Position } from './call-order.js';
import type { CallView } from './call-view.js';

/** Which part of which calls, in which order. */
export interface CallSearch {
  filter: CallFilter;
  orderBy: OrderBy;
  order: Order;
  limit: number;
  offset: number;
  after?: Position | undefined;
}

@Injectable()
export class CallsRepository {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  /** One page and the number of all calls that match, both of the same instant. */
  async page(
    org: OrganizationId,
    view: CallView,
    search: CallSearch,
  ): Promise<{ rows: TextRow[]; total: number }> {
    const bound: unknown[] = [];
    const matching = allOf(conditionsOf(org, search.filter), bound);
    const total = `SELECT count(*) FROM calls call WHERE ${matching}`;
    const countedBy = bound.length;
    const after = search.after
      ? ` AND ${allOf([following(search.orderBy, search.order, search.after)], bound)}`
      : '';
    const offset = search.offset > 0 ? ` OFFSET $${bound.push(search.offset)}` : '';
    const order = orderText(search.orderBy, search.order);
    const rows = await textRows(
      this.db,
      `SELECT ${view.select}, (${total})
         FROM (SELECT * FROM calls call WHERE ${matching}${after}
                ORDER BY ${order} LIMIT ${search.limit}${offset}) call ${view.joins}
        ORDER BY ${order}`,
      bound,
    );
    const totals = rows.length > 0 ? rows : await textRows(this.db, total, bound.slice(0, countedBy));
    return { rows, total: Number(totals[0]?.at(-1)) };
  }

  /** The newest call that matches; one without the instant in question only if there is no other. */
  async mostRecent(
    org: OrganizationId,
    view: CallView,
    filter: CallFilter,
    orderBy: OrderBy,
  ): Promise<TextRow | null> {
    const conditions = conditionsOf(org, filter);
    return (
      (await this.first(view, [...conditions, known(orderBy)], orderBy)) ??
      (await this.first(view, conditions, orderBy))
    );
  }

  /** One call, as the transaction sees it when one is given. */
  async find(
    org: OrganizationId,
    view: CallView,
    id: string,
    db: DataSource | Tx = this.db,
  ): Promise<TextRow | null> {
    const bound: unknown[] = [];
    const one = allOf([where('call.organization_id = ?', org), where('call.id = ?', id)], bound);
    const [row] = await textRows(
      db,
      `SELECT ${view.select} FROM calls call ${view.joins} WHERE ${one}`,
      bound,
    );
    return row ?? null;
  }

  private async first(
    view: CallView,
    conditions: (Condition | null)[],
    orderBy: OrderBy,
  ): Promise<TextRow | null> {
    const bound: unknown[] = [];
    const [row] = await textRows(
      this.db,
      `SELECT ${view.select}
         FROM (SELECT * FROM calls call WHERE ${allOf(conditions, bound)}
                ORDER BY ${orderText(orderBy, 'desc')} LIMIT 1) call ${view.joins}`,
      bound,
    );
    return row ?? null;
  }
}
