import { Controller, Get, Post } from '@nestjs/common';
import { DeliveryPage } from '../../views/events/delivery.js';
import { goTo, type PageAnswer } from '../auth/page-answer.js';
import { Me, PageAuth, Visit } from '../auth/page.decorator.js';
import { type PageVisit, show } from '../auth/page-visit.js';
import type { Person } from '../auth/person.js';
import { orShowAgain } from '../auth/shown-again.js';
import { IdParam } from '../common/id-param.decorator.js';
import type { Tx } from '../database/sql.client.js';
import { InTransaction } from '../idempotency/write.interceptor.js';
import { attemptView, deliveryView, EVENTS_PATH } from './delivery-view.js';
import { endpointName } from './endpoint-view.js';
import { EventSubjects } from './event-subjects.repository.js';
import { WebhookDeliveries } from './webhook-deliveries.service.js';
import { WebhookEndpoints } from './webhook-endpoints.service.js';

/** What comes within this time is worth waiting for on the page. */
const SOON_MS = 60_000;

const PATH = `${EVENTS_PATH}/deliveries`;

const DeliveryId = () => IdParam('Delivery');

/** One delivery with all that is known of it. */
@Controller(PATH)
@PageAuth()
export class DeliveryPagesController {
  constructor(
    private readonly deliveries: WebhookDeliveries,
    private readonly endpoints: WebhookEndpoints,
    private readonly subjects: EventSubjects,
  ) {}

  @Get(':id')
  async delivery(@Visit() visit: PageVisit, @Me() me: Person, @DeliveryId() id: string): Promise<PageAnswer> {
    const { delivery, body, attempts } = await this.deliveries.read(me.organizationId, id);
    const [endpoint, subjects] = await Promise.all([
      this.endpoints.read(me.organizationId, delivery.endpointId),
      this.subjects.of(me.organizationId, [delivery.eventId]),
    ]);
    const isSoon = delivery.nextAttemptAt.getTime() - Date.now() < SOON_MS;
    return show(visit, DeliveryPage, {
      delivery: deliveryView(delivery, subjects),
      endpoint: { id: endpoint.id, name: endpointName(endpoint), active: endpoint.status === 'active' },
      isLive: delivery.state === 'pending' && endpoint.status === 'active' && isSoon,
      body,
      attempts: attempts.map((attempt) => attemptView(delivery.eventId, attempt)),
    });
  }

  @Post(':id/resend')
  async resend(@Me() me: Person, @InTransaction() tx: Tx, @DeliveryId() id: string): Promise<PageAnswer> {
    await orShowAgain(
      () => this.deliveries.resend(tx, me.organizationId, id),
      ([problem]) => goTo(`${PATH}/${id}`, `It was not sent again. ${problem?.text ?? ''}`),
    );
    return goTo(`${PATH}/${id}`, 'The event is being sent again.');
  }
}
