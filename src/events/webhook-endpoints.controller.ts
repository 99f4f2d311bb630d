import { Body, Controller, Delete, Get, HttpCode, Patch, Post, Query, Res } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Caller, Org, RequireScope } from '../auth/auth.decorator.js';
import type { OrganizationId, Principal } from '../auth/principal.js';
import { IdParam } from '../common/id-param.decorator.js';
import { Refuses } from '../common/refuses.decorator.js';
import { IfMatch, type Precondition, tagged } from '../common/versioning.decorator.js';
import type { Tx } from '../database/sql.client.js';
import { AcceptsIdempotencyKey, InTransaction, Writes } from '../idempotency/write.interceptor.js';
import {
  ChangeWebhookEndpointDto,
  CreateWebhookEndpointDto,
  KeyedWebhookEndpointPayload,
  ListWebhookEndpointsDto,
  RotateSecretDto,
  WebhookEndpointPage,
  WebhookEndpointPayload,
} from './webhook-endpoint.dto.js';
import type { WebhookEndpoint } from './webhook-endpoint.entity.js';
import { presentEndpoint } from './webhook-endpoint.presenter.js';
import { type IssuedEndpoint, WebhookEndpoints } from './webhook-endpoints.service.js';

const EndpointId = () => IdParam('Webhook endpoint');
const RefusesUnknownAgent = () =>
  Refuses([404, 'agent_not_found', 'Agent not found', 'the organization has no agent with this `agent_id`']);

@ApiTags('Webhook endpoints')
@Controller('api/webhook-endpoints')
@Writes()
export class WebhookEndpointsController {
  constructor(private readonly endpoints: WebhookEndpoints) {}

  /** Add an endpoint. It receives the events recorded from now on; its secret is shown in this answer only. */
  @Post()
  @RequireScope('webhooks:write')
  @AcceptsIdempotencyKey()
  @RefusesUnknownAgent()
  @Refuses([409, 'too_many_webhook_endpoints', 'There are 50 webhook endpoints already', 'that is the most'])
  @ApiBody({
    type: CreateWebhookEndpointDto,
    examples: {
      all: { summary: 'All events', value: { url: 'https://hooks.example.com/voice' } },
      some: {
        summary: 'Some events',
        value: { url: 'https://hooks.example.com/voice', event_types: ['call.ended', 'call.analyzed'] },
      },
    },
  })
  async create(
    @Caller() caller: Principal,
    @InTransaction() tx: Tx,
    @Body() dto: CreateWebhookEndpointDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<KeyedWebhookEndpointPayload> {
    const issued = await this.endpoints.create(tx, caller, dto);
    response.location(`/api/webhook-endpoints/${issued.row.id}`);
    return shown(response, issued);
  }

  /** List the endpoints, newest first. */
  @Get()
  @RequireScope('webhooks:read')
  async list(
    @Org() org: OrganizationId,
    @Query() query: ListWebhookEndpointsDto,
  ): Promise<WebhookEndpointPage> {
    const { data, pagination } = await this.endpoints.list(org, query);
    const now = new Date();
    return { data: data.map((endpoint) => presentEndpoint(endpoint, now)), pagination };
  }

  /** Read one endpoint. */
  @Get(':id')
  @RequireScope('webhooks:read')
  async read(
    @Org() org: OrganizationId,
    @EndpointId() id: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<WebhookEndpointPayload> {
    return answered(response, await this.endpoints.read(org, id));
  }

  /** Change an endpoint, pause it, or make it active again: what waited is sent then. */
  @Patch(':id')
  @RequireScope('webhooks:write')
  @RefusesUnknownAgent()
  async change(
    @Caller() caller: Principal,
    @InTransaction() tx: Tx,
    @EndpointId() id: string,
    @Body() dto: ChangeWebhookEndpointDto,
    @IfMatch() seen: Precondition,
    @Res({ passthrough: true }) response: Response,
  ): Promise<WebhookEndpointPayload> {
    return answered(response, await this.endpoints.change(tx, caller, id, dto, seen));
  }

  /** Delete an endpoint. What waits for it is not sent any more. */
  @Delete(':id')
  @HttpCode(204)
  @RequireScope('webhooks:write')
  async delete(
    @Caller() caller: Principal,
    @InTransaction() tx: Tx,
    @EndpointId() id: string,
  ): Promise<void> {
    await this.endpoints.delete(tx, caller, id);
  }

  /** Replace the signing secret. Requests are signed with both for a while; the new one is shown in this answer only. */
  @Post(':id/rotate-secret')
  @HttpCode(200)
  @RequireScope('webhooks:write')
  @AcceptsIdempotencyKey()
  async rotateSecret(
    @Caller() caller: Principal,
    @InTransaction() tx: Tx,
    @EndpointId() id: string,
    @Body() dto: RotateSecretDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<KeyedWebhookEndpointPayload> {
    return shown(response, await this.endpoints.rotateSecret(tx, caller, id, dto.overlap_seconds));
  }
}

/** With its secret; nobody may keep the answer. */
function shown(response: Response, { row, secret }: IssuedEndpoint): KeyedWebhookEndpointPayload {
  response.setHeader('Cache-Control', 'no-store');
  return tagged(response, Object.assign(presentEndpoint(row, new Date()), { secret }), row.version);
}

const answered = (response: Response, endpoint: WebhookEndpoint): WebhookEndpointPayload =>
  tagged(response, presentEndpoint(endpoint, new Date()), endpoint.version);
