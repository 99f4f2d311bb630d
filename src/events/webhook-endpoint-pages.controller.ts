import { Controller, Get, Post, Query } from '@nestjs/common';
import { EndpointListPage } from '../../views/events/endpoints.js';
import { EndpointPage } from '../../views/events/endpoint.js';
import { goTo, type PageAnswer } from '../auth/page-answer.js';
import { Me, PageAuth, Visit } from '../auth/page.decorator.js';
import { type PageVisit, show } from '../auth/page-visit.js';
import type { Person } from '../auth/person.js';
import { orShowAgain } from '../auth/shown-again.js';
import { IdParam } from '../common/id-param.decorator.js';
import { Precondition } from '../common/versioning.decorator.js';
import type { Tx } from '../database/sql.client.js';
import { InTransaction } from '../idempotency/write.interceptor.js';
import { DeliveryLog } from './delivery-log.repository.js';
import { deliveryView, EVENTS_PATH, logAddress, logFilter } from './delivery-view.js';
import { EndpointActivities } from './endpoint-activity.repository.js';
import { endpointName, endpointView } from './endpoint-view.js';
import { EventSubjects } from './event-subjects.repository.js';
import { EVENT_TYPES } from './event-types.js';
import { VERIFY_EXAMPLES } from './verify-examples.js';
import { WebhookDeliveries } from './webhook-deliveries.service.js';
import { WebhookEndpointsRepository } from './webhook-endpoints.repository.js';
import { WebhookEndpoints } from './webhook-endpoints.service.js';

/** An organization has at most 50. */
const ALL = { limit: 50, offset: 0 };
const ROWS_A_PAGE = 50;

const EndpointId = () => IdParam('Webhook endpoint');

/** The endpoints: which there are, how each fares, on and off. */
@Controller(EVENTS_PATH)
@PageAuth()
export class WebhookEndpointPagesController {
  constructor(
    private readonly endpoints: WebhookEndpoints,
    private readonly rows: WebhookEndpointsRepository,
    private readonly deliveries: WebhookDeliveries,
    private readonly log: DeliveryLog,
    private readonly activities: EndpointActivities,
    private readonly subjects: EventSubjects,
  ) {}

  @Get()
  async list(@Visit() visit: PageVisit, @Me() me: Person): Promise<PageAnswer> {
    const org = me.organizationId;
    const [{ data }, agents] = await Promise.all([this.endpoints.list(org, ALL), this.rows.agents(org)]);
    const activities = await this.activities.of(
      org,
      data.map(({ id }) => id),
    );
    return show(visit, EndpointListPage, {
      endpoints: data.map((endpoint) => endpointView(endpoint, agents, activities.get(endpoint.id))),
      examples: VERIFY_EXAMPLES,
    });
  }

  @Get(':id')
  async endpoint(
    @Visit() visit: PageVisit,
    @Me() me: Person,
    @EndpointId() id: string,
    @Query() given: Record<string, unknown>,
  ): Promise<PageAnswer> {
    const org = me.organizationId;
    const endpoint = await this.endpoints.read(org, id);
    const now = new Date();
    const filter = logFilter(given, now);
    const [agents, activities, waiting, hasFailed, page] = await Promise.all([
      this.rows.agents(org),
      this.activities.of(org, [id]),
      this.activities.waiting(org, id),
      this.activities.hasFailed(org, id),
      this.log.page(org, id, filter, filter.after, ROWS_A_PAGE),
    ]);
    const subjects = await this.subjects.of(
      org,
      page.deliveries.map(({ eventId }) => eventId),
    );
    return show(visit, EndpointPage, {
      endpoint: endpointView(endpoint, agents, activities.get(id)),
      waiting,
      hasFailed,
      filter: filter.shown,
      types: EVENT_TYPES,
      deliveries: page.deliveries.map((delivery) => deliveryView(delivery, subjects)),
      pages: {
        first: filter.after ? logAddress(id, filter.shown) : null,
        next: page.next && logAddress(id, filter.shown, page.next),
        isPartial: page.isPartial,
      },
      examples: VERIFY_EXAMPLES,
    });
  }

  @Post(':id/pause')
  async pause(@Me() me: Person, @InTransaction() tx: Tx, @EndpointId() id: string): Promise<PageAnswer> {
    const endpoint = await this.endpoints.change(tx, me, id, { status: 'paused' }, new Precondition(null));
    return goTo(`${EVENTS_PATH}/${id}`, `${endpointName(endpoint)} is paused.`);
  }

  @Post(':id/activate')
  async activate(@Me() me: Person, @InTransaction() tx: Tx, @EndpointId() id: string): Promise<PageAnswer> {
    const endpoint = await this.endpoints.change(tx, me, id, { status: 'active' }, new Precondition(null));
    return goTo(`${EVENTS_PATH}/${id}`, `${endpointName(endpoint)} is active: what waited is being sent.`);
  }

  /** The delivery's page shows what becomes of it, as soon as it is known. */
  @Post(':id/test')
  async test(@Me() me: Person, @InTransaction() tx: Tx, @EndpointId() id: string): Promise<PageAnswer> {
    const delivery = await orShowAgain(
      () => this.deliveries.test(tx, me.organizationId, id),
      () =>
        goTo(`${EVENTS_PATH}/${id}`, 'Nothing is sent to an endpoint that is not active: activate it first.'),
    );
    return goTo(`${EVENTS_PATH}/deliveries/${delivery.id}`);
  }
}
