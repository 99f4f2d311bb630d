import { Controller, Get, Query } from '@nestjs/common';
import { CallListView } from '../../views/calls/list.js';
import { Agents } from '../agents/agents.service.js';
import type { PageAnswer } from '../auth/page-answer.js';
import { Me, PageAuth, Visit } from '../auth/page.decorator.js';
import { pagePlaceText, readPagePlace } from '../auth/page-place.js';
import { type PageVisit, show } from '../auth/page-visit.js';
import { Organizations } from '../auth/organizations.service.js';
import type { Person } from '../auth/person.js';
import type { OrganizationId } from '../auth/principal.js';
import { orShowAgain } from '../auth/shown-again.js';
import { nationalPhoneNumber } from '../common/phone-number.js';
import { readFields } from '../common/read-fields.js';
import { searchedNumber } from '../common/searched-number.js';
import { CallListDto, type ListFilter } from './call-list.dto.js';
import { filtersIn, listAddress, listedBy, type ListFilters, without } from './call-list-filters.js';
import { CallList, type CallListPage } from './call-list.service.js';
import type { CallPayload } from './call.dto.js';

export const CALLS_PATH = '/settings/calls';
const MOST_AGENTS = { limit: 100, offset: 0 };

const EMPTY: CallListPage = { calls: [], count: null, searchedBackTo: null, newer: null, older: null };

/** All calls: filtered by what stands in the address, so that a view of them can be shared. */
@Controller(CALLS_PATH)
@PageAuth()
export class CallListPagesController {
  constructor(
    private readonly list: CallList,
    private readonly agents: Agents,
    private readonly organizations: Organizations,
  ) {}

  @Get()
  async calls(
    @Visit() visit: PageVisit,
    @Me() me: Person,
    @Query() query: Record<string, unknown>,
  ): Promise<PageAnswer> {
    const filters = filtersIn(query);
    const agents = await this.agents.list(me.organizationId, MOST_AGENTS);
    const known = agents.data.map(({ id, name }) => ({ value: id, label: name }));
    const seen = { filters, agents: known, problems: [] };
    const { page, number } = await orShowAgain(
      async () => {
        const number = await this.numberIn(filters, me.organizationId);
        const filter = readFields(CallListDto, { ...listedBy(filters), phone_number: number });
        const place = { older: readPagePlace(query['older']), newer: readPagePlace(query['newer']) };
        return { page: await this.list.page(me.organizationId, filter, place), number };
      },
      (problems) => show(visit, CallListView, { ...listProps(filters, EMPTY), ...seen, problems }, 422),
    );
    return show(visit, CallListView, {
      ...listProps(filters, page, number),
      ...seen,
      agents: withChosen(known, filters.agent_id, page.calls[0]),
    });
  }

  /** In E.164, however it was typed. @throws InvalidRequest */
  private async numberIn(
    { phone_number: typed }: ListFilters,
    org: OrganizationId,
  ): Promise<string | undefined> {
    if (typed === undefined) return undefined;
    return searchedNumber('phone_number', typed, await this.organizations.defaultCountry(org));
  }
}

const listProps = (
  filters: ListFilters,
  { calls, newer, older, ...page }: CallListPage,
  number?: string,
) => ({
  ...page,
  rows: calls.map(rowOf),
  names: namesIn(number, calls[0]),
  withoutFilter: (name: ListFilter) => listAddress(CALLS_PATH, without(filters, name)),
  pages: {
    previous: newer && listAddress(CALLS_PATH, filters, { newer: pagePlaceText(newer) }),
    next: older && listAddress(CALLS_PATH, filters, { older: pagePlaceText(older) }),
  },
});

interface Choice {
  value: string;
  label: string;
}

/** Filtering on keeps the agent, also one that comes after those to choose from. */
function withChosen(agents: Choice[], chosen: string | undefined, first: CallPayload | undefined): Choice[] {
  if (chosen === undefined || agents.some(({ value }) => value === chosen)) return agents;
  return [...agents, { value: chosen, label: first?.agent_name ?? 'Another agent' }];
}

const rowOf = (call: CallPayload) => ({
  id: call.id,
  contact: [call.contact_first_name, call.contact_last_name].filter(Boolean).join(' '),
  number: call.phone_number,
  national: call.phone_number === null ? null : nationalPhoneNumber(call.phone_number),
  callType: call.call_type,
  agent: call.agent_name ?? '',
  status: call.status,
  success: call.call_success,
  voicemail: call.went_to_voicemail,
  seconds: call.call_duration,
  startedAt: call.started_at,
});

/** What the ids among the filters stand for, as far as the calls that were found tell it. */
const namesIn = (number: string | undefined, first: CallPayload | undefined) => ({
  contact: first ? rowOf(first).contact || rowOf(first).national : null,
  campaign: first?.campaign_name ?? null,
  phone: number === undefined ? null : nationalPhoneNumber(number),
});
