import { Injectable } from '@nestjs/common';
import type { OrganizationId } from '../auth/principal.js';
import { Conflict, NotFound } from '../common/app-error.js';
import type { Tx } from '../database/sql.client.js';
import { DeliveryAttempts } from './delivery-attempts.repository.js';
import { envelope } from './envelope.js';
import { Events } from './events.service.js';
import { WebhookDeliveriesRepository } from './webhook-deliveries.repository.js';
import type { WebhookDeliveryAttempt } from './webhook-delivery-attempt.entity.js';
import type { WebhookDelivery } from './webhook-delivery.entity.js';
import { WebhookEndpoints } from './webhook-endpoints.service.js';

/** A delivery with all that is known of it. */
export interface DeliveryRecord {
  delivery: WebhookDelivery;
  /** What was, or will be, sent. */
  body: string;
  attempts: WebhookDeliveryAttempt[];
}

/** The log of deliveries: looked at, sent again, tested. */
@Injectable()
export class WebhookDeliveries {
  constructor(
    private readonly deliveries: WebhookDeliveriesRepository,
    private readonly attempts: DeliveryAttempts,
    private readonly endpoints: WebhookEndpoints,
    private readonly events: Events,
  ) {}

  /** @throws NotFound */
  async read(org: OrganizationId, id: string): Promise<DeliveryRecord> {
    const delivery = found(await this.deliveries.find(org, id));
    const [event, attempts] = await Promise.all([
      this.deliveries.event(org, delivery.eventId),
      this.attempts.of(org, id),
    ]);
    if (!event) throw new NotFound('Delivery'); // deleted with its event a moment ago
    // One that was recorded since the delivery was read is not part of what it was then.
    const known = attempts.filter(({ number }) => number <= delivery.attempts);
    return { delivery, body: envelope(event), attempts: known };
  }

  /** Whatever became of it so far. @throws NotFound, Conflict */
  async resend(tx: Tx, org: OrganizationId, id: string): Promise<WebhookDelivery> {
    const { endpointId } = found(await this.deliveries.find(org, id, tx));
    await this.endpoints.heldActive(tx, org, endpointId);
    if (!(await this.deliveries.requeue(tx, org, id)))
      throw new Conflict('delivery_discarded', 'The event of the delivery was erased');
    this.events.announceAfter(tx, org);
    return found(await this.deliveries.find(org, id, tx));
  }

  /** Sends an event that means nothing. @throws NotFound, Conflict unless the endpoint is active */
  async test(tx: Tx, org: OrganizationId, endpointId: string): Promise<WebhookDelivery> {
    await this.endpoints.heldActive(tx, org, endpointId);
    const eventId = await this.events.record(tx, org, {
      type: 'webhook.test',
      endpointId,
      data: { webhook_endpoint_id: endpointId, message: 'A test event: your endpoint can be reached.' },
    });
    return found(await this.deliveries.findOfEvent(tx, org, eventId));
  }
}

function found(delivery: WebhookDelivery | null): WebhookDelivery {
  if (!delivery) throw new NotFound('Delivery');
  return delivery;
}
