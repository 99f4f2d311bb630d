import { Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Org, RequireScope } from '../auth/auth.decorator.js';
import type { OrganizationId } from '../auth/principal.js';
import { IdParam } from '../common/id-param.decorator.js';
import { Refuses } from '../common/refuses.decorator.js';
import type { Tx } from '../database/sql.client.js';
import { AcceptsIdempotencyKey, InTransaction, Writes } from '../idempotency/write.interceptor.js';
import { DeliveryLists } from './delivery-lists.service.js';
import { RefusesInactive } from './webhook-endpoint-refusals.decorator.js';
import { WebhookDeliveries } from './webhook-deliveries.service.js';
import {
  ListWebhookDeliveriesDto,
  WebhookDeliveryDetailPayload,
  WebhookDeliveryPage,
  WebhookDeliveryPayload,
} from './webhook-delivery.dto.js';
import { presentDelivery, presentDeliveryRecord } from './webhook-delivery.presenter.js';

const EndpointId = () => IdParam('Webhook endpoint');
const DeliveryId = () => IdParam('Delivery');
/** What is sent to the endpoints. */
@ApiTags('Webhook endpoints')
@Controller('api')
@Writes()
export class WebhookDeliveriesController {
  constructor(
    private readonly deliveries: WebhookDeliveries,
    private readonly lists: DeliveryLists,
  ) {}

  /** Send a test event to an endpoint. The delivery in the answer can be read to see what became of it. */
  @Post('webhook-endpoints/:id/test')
  @HttpCode(202)
  @RequireScope('webhooks:write')
  @AcceptsIdempotencyKey()
  @RefusesInactive()
  async test(
    @Org() org: OrganizationId,
    @InTransaction() tx: Tx,
    @EndpointId() id: string,
  ): Promise<WebhookDeliveryPayload> {
    return presentDelivery(await this.deliveries.test(tx, org, id));
  }

  /** List what was and will be sent to an endpoint, newest first. */
  @Get('webhook-endpoints/:id/deliveries')
  @RequireScope('webhooks:read')
  async list(
    @Org() org: OrganizationId,
    @EndpointId() id: string,
    @Query() query: ListWebhookDeliveriesDto,
  ): Promise<WebhookDeliveryPage> {
    const { deliveries, pagination } = await this.lists.list(org, id, query);
    return { data: deliveries.map(presentDelivery), pagination };
  }

  /** Read one delivery with its body and all its attempts. */
  @Get('deliveries/:id')
  @RequireScope('webhooks:read')
  async read(@Org() org: OrganizationId, @DeliveryId() id: string): Promise<WebhookDeliveryDetailPayload> {
    return presentDeliveryRecord(await this.deliveries.read(org, id));
  }

  /** Send one delivery again, whatever became of it. The event's id stays the same. */
  @Post('deliveries/:id/resend')
  @HttpCode(202)
  @RequireScope('webhooks:write')
  @AcceptsIdempotencyKey()
  @RefusesInactive()
  @Refuses([409, 'delivery_discarded', 'The event of the delivery was erased', 'there is nothing to send'])
  async resend(
    @Org() org: OrganizationId,
    @InTransaction() tx: Tx,
    @DeliveryId() id: string,
  ): Promise<WebhookDeliveryPayload> {
    return presentDelivery(await this.deliveries.resend(tx, org, id));
  }
}
