import { Injectable } from '@nestjs/common';
import { Audit } from '../audit/audit.service.js';
import type { OrganizationId, Principal } from '../auth/principal.js';
import { Conflict, NotFound } from '../common/app-error.js';
import { pageOf, type Page } from '../common/page.dto.js';
import type { Tx } from '../database/sql.client.js';
import { envelope } from './envelope.js';
import { Events } from './events.service.js';
import { WebhookDeliveriesRepository } from './webhook-deliveries.repository.js';
import type { WebhookDeliveryAttempt } from './webhook-delivery-attempt.entity.js';
import type { ListWebhookDeliveriesDto, RecoveryPayload } from './webhook-delivery.dto.js';
import type { WebhookDelivery } from './webhook-delivery.entity.js';
import { WebhookEndpoints } from './webhook-endpoints.service.js';

/** A delivery with all that is known of it. */
export interface DeliveryRecord {
  delivery: WebhookDelivery;
  /** What was, or will be, sent. */
  body: string;
  attempts: WebhookDeliveryAttempt[];
}

/** The log of deliveries: looked at, sent again, recovered, tested. */
@Injectable()
export class WebhookDeliveries {
  constructor(
    private readonly deliveries: WebhookDeliveriesRepository,
    private readonly endpoints: WebhookEndpoints,
    private readonly events: Events,
    private readonly audit: Audit,
  ) {}

  /** @throws NotFound */
  async list(
    org: OrganizationId,
    endpointId: string,
    query: ListWebhookDeliveriesDto,
  ): Promise<Page<WebhookDelivery>> {
    await this.endpoints.read(org, endpointId);
    const [deliveries, total] = await this.deliveries.list(org, endpointId, query, query);
    return pageOf(deliveries, total, query);
  }

  /** @throws NotFound */
  async read(org: OrganizationId, id: string): Promise<DeliveryRecord> {
    const delivery = found(await this.deliveries.find(org, id));
    const [event, attempts] = await Promise.all([
      this.deliveries.event(org, delivery.eventId),
      this.deliveries.attempts(org, id),
    ]);
    if (!event) throw new NotFound('Delivery'); // deleted with its event a moment ago
    return { delivery, body: envelope(event), attempts };
  }

  /** Whatever became of it so far. @throws NotFound, Conflict */
  async resend(tx: Tx, org: OrganizationId, id: string): Promise<WebhookDelivery> {
    const { endpointId } = found(await this.deliveries.find(org, id, tx));
    await this.endpoints.heldActive(tx, org, endpointId);
    if (!(await this.deliveries.requeue(tx, org, id))) {
      throw new Conflict('delivery_discarded', 'The event of the delivery was erased');
    }
    this.events.announceAfter(tx, org);
    return found(await this.deliveries.find(org, id, tx));
  }

  /** Sends failed deliveries again. @throws NotFound, Conflict unless the endpoint is active */
  async recover(tx: Tx, caller: Principal, endpointId: string, since: Date): Promise<RecoveryPayload> {
    const org = caller.organizationId;
    await this.endpoints.heldActive(tx, org, endpointId);
    const recovery = await this.deliveries.recover(tx, org, endpointId, since);
    await this.audit.record(tx, org, caller, {
      action: 'webhook_endpoint.recovered',
      subject: { type: 'webhook_endpoint', id: endpointId },
      details: { since: since.toISOString(), ...recovery },
    });
    this.events.announceAfter(tx, org);
    return recovery;
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
