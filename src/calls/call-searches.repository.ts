import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { PagePlace } from '../auth/page-place.js';
import type { OrganizationId } from '../auth/principal.js';
import { allOf } from '../database/conditions.js';
import { sql } from '../database/sql.client.js';
import { textRows, type TextRow } from '../database/text-rows.client.js';
import { type CallFilter, searchParts } from './call-filter.js';
import { following, type Order, orderText } from './call-order.js';
import { callView } from './call-view.js';

/** Calls that one search looks at: some ten milliseconds of them. */
const SEARCHED = 10_000;

export interface CallSearch {
  filter: CallFilter;
  order: Order;
  /** Where it begins; at the first call of that order otherwise. */
  after: PagePlace | undefined;
}

/**
 * Calls for people who turn pages: by the instant they started, without a total, and never looking at more than so many
 * of them, so that a page takes as long with a million calls as with ten thousand.
 */
@Injectable()
export class CallSearches {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  /** The first matching calls among those that are looked at. */
  async find(org: OrganizationId, search: CallSearch, limit: number): Promise<TextRow[]> {
    const { select, joins } = callView();
    const bound: unknown[] = [];
    const searched = searchedCalls(org, search, bound);
    const { asked } = searchParts(org, search.filter);
    const order = orderText('started_at', search.order);
    return textRows(
      this.db,
      `SELECT ${select}
         FROM (SELECT * FROM (${searched}) call WHERE ${allOf(asked, bound)} ORDER BY ${order} LIMIT ${limit}) call
              ${joins}
        ORDER BY ${order}`,
      bound,
    );
  }

  /** The last call that was looked at; null when there is none behind it. */
  async end(org: OrganizationId, search: CallSearch): Promise<PagePlace | null> {
    const bound: unknown[] = [];
    const rows = await sql<{ at: Date; id: string }>(
      this.db,
      `SELECT call.started_at AS at, call.id FROM (${searchedCalls(org, search, bound)}) call
        OFFSET ${SEARCHED - 1}`,
      bound,
    );
    return rows[0] ? { at: rows[0].at.toISOString(), id: rows[0].id } : null;
  }

  /** How many match among those that are looked at, and whether these are all there are. */
  async count(org: OrganizationId, search: CallSearch): Promise<{ found: number; isAll: boolean }> {
    const bound: unknown[] = [];
    const searched = searchedCalls(org, search, bound);
    const { asked } = searchParts(org, search.filter);
    const [counted] = await sql<{ found: number; isAll: boolean }>(
      this.db,
      `SELECT count(*) FILTER (WHERE ${allOf(asked, bound)})::int AS found, count(*) < ${SEARCHED} AS "isAll"
         FROM (${searched}) call`,
      bound,
    );
    return counted ?? { found: 0, isAll: true };
  }
}

/** The calls to look at; an index has them in this order. */
function searchedCalls(org: OrganizationId, { filter, order, after }: CallSearch, bound: unknown[]): string {
  const { along } = searchParts(org, filter);
  const behind = after ? following('started_at', order, { instant: after.at, id: after.id }) : null;
  return `SELECT * FROM calls call WHERE ${allOf([...along, behind], bound)}
           ORDER BY ${orderText('started_at', order)} LIMIT ${SEARCHED}`;
}
