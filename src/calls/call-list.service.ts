import { Injectable } from '@nestjs/common';
import type { PagePlace } from '../auth/page-place.js';
import type { OrganizationId } from '../auth/principal.js';
import type { CallFilter } from './call-filter.js';
import { type CallSearch, CallSearches } from './call-searches.repository.js';
import type { CallPayload } from './call.dto.js';
import { Calls } from './calls.service.js';

const ROWS_A_PAGE = 50;

/** Which page of the list: what is older, or newer, than a call; otherwise the newest. */
export interface ListPlace {
  older?: PagePlace;
  newer?: PagePlace;
}

/** A page of the list, newest first. */
export interface CallListPage {
  calls: CallPayload[];
  /** How many match, as far as they were counted; null on later pages. */
  count: { found: number; isAll: boolean } | null;
  /** Where the search stopped before the page was full; null where it is full, or complete. */
  searchedBackTo: string | null;
  newer: PagePlace | null;
  older: PagePlace | null;
}

/** The list of calls as people turn its pages, forth and back. */
@Injectable()
export class CallList {
  constructor(
    private readonly calls: Calls,
    private readonly searches: CallSearches,
  ) {}

  async page(org: OrganizationId, filter: CallFilter, { older, newer }: ListPlace): Promise<CallListPage> {
    if (newer) {
      const { calls, next } = await this.search(org, { filter, order: 'asc', after: newer });
      // Too few for a page: whoever goes back that far wants the newest one.
      if (next && calls.length === ROWS_A_PAGE)
        return { ...LATER, calls: calls.toReversed(), newer: next, older: placeOf(calls[0]) };
    }
    const search: CallSearch = { filter, order: 'desc', after: newer ? undefined : older };
    const { calls, next } = await this.search(org, search);
    return {
      calls,
      count: search.after ? null : await this.count(org, search, calls, next),
      searchedBackTo: next && calls.length < ROWS_A_PAGE ? next.at : null,
      newer: search.after ? placeOf(calls[0]) : null,
      older: next,
    };
  }

  /** A page's calls, and where to go on; null when there is nothing more. */
  private async search(org: OrganizationId, search: CallSearch) {
    const rows = await this.searches.find(org, search, ROWS_A_PAGE + 1);
    const calls = this.calls.present(org, rows.slice(0, ROWS_A_PAGE));
    const isFull = rows.length > ROWS_A_PAGE;
    return { calls, next: isFull ? placeOf(calls.at(-1)) : await this.searches.end(org, search) };
  }

  private async count(
    org: OrganizationId,
    search: CallSearch,
    { length: found }: readonly CallPayload[],
    next: PagePlace | null,
  ): Promise<CallListPage['count']> {
    // All that were looked at are on this page.
    if (!next || found < ROWS_A_PAGE) return { found, isAll: !next };
    return this.searches.count(org, search);
  }
}

const LATER = { count: null, searchedBackTo: null };

const placeOf = (call: CallPayload | undefined): PagePlace | null =>
  call ? { at: call.started_at, id: call.id } : null;
