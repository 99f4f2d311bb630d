import { Controller, Get, Query } from '@nestjs/common';
import { EventPage } from '../../views/events/event.js';
import { EventLogPage } from '../../views/events/log.js';
import type { PageAnswer } from '../auth/page-answer.js';
import { Me, PageAuth, Visit } from '../auth/page.decorator.js';
import { type PageVisit, show } from '../auth/page-visit.js';
import type { Person } from '../auth/person.js';
import { NotFound } from '../common/app-error.js';
import { IdParam } from '../common/id-param.decorator.js';
import { firstIdAt } from '../common/new-id.adapter.js';
import { isUuid } from '../common/readings.js';
import { dayEnd } from '../common/zoned-days.js';
import { EVENTS_PATH } from './delivery-view.js';
import { endpointName } from './endpoint-view.js';
import { envelope } from './envelope.js';
import { EventLog } from './event-log.repository.js';
import { EventSubjects } from './event-subjects.repository.js';
import { EVENT_TYPES } from './event-types.js';
import { WebhookDeliveriesRepository } from './webhook-deliveries.repository.js';

const PATH = `${EVENTS_PATH}/log`;
const ROWS_A_PAGE = 50;

/** What can be looked for: what is wrong, or not over. */
const STATES = ['failed', 'pending'] as const;

/** What happened, and who was told. */
@Controller(PATH)
@PageAuth()
export class EventLogPagesController {
  constructor(
    private readonly log: EventLog,
    private readonly subjects: EventSubjects,
    private readonly deliveries: WebhookDeliveriesRepository,
  ) {}

  @Get()
  async list(
    @Visit() visit: PageVisit,
    @Me() me: Person,
    @Query() given: Record<string, unknown>,
  ): Promise<PageAnswer> {
    const type = EVENT_TYPES.find((one) => one === given['type']);
    const deliveries = STATES.find((one) => one === given['deliveries']);
    const day = String(given['to']);
    const end = dayEnd(day, 'UTC');
    const before = isUuid(given['before']) ? given['before'] : undefined;
    const from = before ?? (end ? firstIdAt(end) : undefined);
    const page = await this.log.page(me.organizationId, { type, deliveries }, from, ROWS_A_PAGE);
    const filter = {
      type: type ?? '',
      deliveries: deliveries ?? ('' as const),
      to: end ? day : '',
    };
    return show(visit, EventLogPage, {
      filter,
      types: EVENT_TYPES,
      events: page.events,
      pages: {
        first: before ? addressOf(filter) : null,
        next: page.next && addressOf({ ...filter, before: page.next }),
        isPartial: page.isPartial,
      },
    });
  }

  @Get(':id')
  async event(
    @Visit() visit: PageVisit,
    @Me() me: Person,
    @IdParam('Event') id: string,
  ): Promise<PageAnswer> {
    const event = await this.deliveries.event(me.organizationId, id);
    if (!event) throw new NotFound('Event');
    const [deliveries, subjects] = await Promise.all([
      this.log.deliveries(me.organizationId, id),
      this.subjects.of(me.organizationId, [id]),
    ]);
    return show(visit, EventPage, {
      event,
      about: subjects.get(id) ?? null,
      body: envelope(event),
      deliveries: deliveries.map((one) => Object.assign(one, { name: endpointName(one) })),
    });
  }
}

function addressOf(asked: Record<string, string>): string {
  const query = new URLSearchParams(Object.entries(asked).filter(([, value]) => value !== '')).toString();
  return query === '' ? PATH : `${PATH}?${query}`;
}
