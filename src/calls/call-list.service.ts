import { Injectable } from '@nestjs/common';
import { type PagePlace } from '../auth/page-place.js';
import type { OrganizationId } from '../auth/principal.js';
import type { CallFilter } from './call-filter.js';
import type { CallPayload } from './call.dto.js';
import { CallsRepository } from './calls.repository.js';
import { Calls } from './calls.service.js';

const ROWS_A_PAGE = 50;

/** Counted no further: beyond it nobody reads the number, and counting would take longer than the page. */
export const MOST_COUNTED = 10_000;

/** Which page of the list: what is older, or newer, than a call; otherwise the newest. */
export interface ListPlace {
  older?: PagePlace;
  newer?: PagePlace;
}

/** A page of the list, newest first. */
export interface CallListPage {
  calls: CallPayload[];
  /** How many match; null on later pages, one more than `MOST_COUNTED` when there are more. */
  count: number | null;
  newer: PagePlace | null;
  older: PagePlace | null;
}

/** The list of calls as people turn its pages: forth and back, as fast on a million calls as on ten. */
@Injectable()
export class CallList {
  constructor(
    private readonly calls: Calls,
    private readonly rows: CallsRepository,
  ) {}

  async page(org: OrganizationId, filter: CallFilter, { older, newer }: ListPlace): Promise<CallListPage> {
    if (newer) {
      const found = await this.next(org, filter, 'asc', newer);
      // Too few for a page: whoever goes back that far wants the beginning.
      if (found.length > ROWS_A_PAGE) return pageOf(found.slice(0, ROWS_A_PAGE).toReversed(), true, true);
    }
    const place = newer ? undefined : older;
    const found = await this.next(org, filter, 'desc', place);
    const hasOlder = found.length > ROWS_A_PAGE;
    const page = pageOf(found.slice(0, ROWS_A_PAGE), place !== undefined, hasOlder);
    return place ? page : { ...page, count: hasOlder ? await this.count(org, filter) : found.length };
  }

  /** One more than a page holds: it tells whether there are more. */
  private next(org: OrganizationId, filter: CallFilter, order: 'asc' | 'desc', place?: PagePlace) {
    const after = place && { instant: place.at, id: place.id };
    return this.calls.slice(org, { filter, order, after, limit: ROWS_A_PAGE + 1 });
  }

  private count(org: OrganizationId, filter: CallFilter): Promise<number> {
    return this.rows.countUpTo(org, filter, MOST_COUNTED + 1);
  }
}

const pageOf = (calls: CallPayload[], hasNewer: boolean, hasOlder: boolean): CallListPage => ({
  calls,
  count: null,
  newer: hasNewer ? placeOf(calls.at(0)) : null,
  older: hasOlder ? placeOf(calls.at(-1)) : null,
});

const placeOf = (call: CallPayload | undefined): PagePlace | null =>
  call ? { at: call.started_at, id: call.id } : null;
