import { Body, Controller, Delete, Get, HttpCode, Inject, Patch, Post, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Caller, Org, RequireScope } from '../auth/auth.decorator.js';
import type { OrganizationId, Principal } from '../auth/principal.js';
import { IdParam } from '../common/id-param.decorator.js';
import { IfMatch, tagged, type Precondition } from '../common/versioning.decorator.js';
import type { Tx } from '../database/sql.client.js';
import { AcceptsIdempotencyKey, InTransaction, Writes } from '../idempotency/write.interceptor.js';
import { SETTINGS, type Settings } from '../settings.js';
import {
  ChangeMappingDto,
  CreateMappingDto,
  KeyedMappingPayload,
  ListMappingsDto,
  MappingPage,
  MappingPayload,
} from './webhook-mapping.dto.js';
import { type MappingRow, presentKeyedMapping, presentMapping } from './webhook-mapping.presenter.js';
import { MappingDeletion } from './mapping-deletion.service.js';
import { type KeyedMapping, WebhookMappings } from './webhook-mappings.service.js';

const MappingId = () => IdParam('Webhook mapping');

@ApiTags('Webhook mappings')
@Controller('api/webhook-mappings')
@Writes()
export class WebhookMappingsController {
  constructor(
    private readonly mappings: WebhookMappings,
    private readonly deletion: MappingDeletion,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** Create a mapping, with an address and an intake key of its own. The key is shown in this answer only. */
  @Post()
  @RequireScope('mappings:write')
  @AcceptsIdempotencyKey()
  async create(
    @Caller() caller: Principal,
    @InTransaction() tx: Tx,
    @Body() dto: CreateMappingDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<KeyedMappingPayload> {
    const created = await this.mappings.create(tx, caller.organizationId, dto, caller);
    response.location(`/api/webhook-mappings/${created.mapping.id}`);
    return this.keyed(response, created);
  }

  /** List the mappings, newest first. */
  @Get()
  @RequireScope('mappings:read')
  async list(@Org() org: OrganizationId, @Query() query: ListMappingsDto): Promise<MappingPage> {
    const { data, pagination } = await this.mappings.list(org, query);
    return { data: data.map((mapping) => this.payload(mapping)), pagination };
  }

  /** Read one mapping. */
  @Get(':id')
  @RequireScope('mappings:read')
  async read(
    @Org() org: OrganizationId,
    @MappingId() id: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<MappingPayload> {
    return this.shown(response, await this.mappings.read(org, id));
  }

  /** Change a mapping: what is given is set, the rest stays; null clears a rule. */
  @Patch(':id')
  @RequireScope('mappings:write')
  async change(
    @Org() org: OrganizationId,
    @InTransaction() tx: Tx,
    @MappingId() id: string,
    @Body() dto: ChangeMappingDto,
    @IfMatch() seen: Precondition,
    @Res({ passthrough: true }) response: Response,
  ): Promise<MappingPayload> {
    return this.shown(response, await this.mappings.change(tx, org, id, dto, seen));
  }

  /** Let a mapping take requests. */
  @Post(':id/enable')
  @HttpCode(200)
  @RequireScope('mappings:write')
  @AcceptsIdempotencyKey()
  async enable(
    @Org() org: OrganizationId,
    @InTransaction() tx: Tx,
    @MappingId() id: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<MappingPayload> {
    return this.shown(response, await this.mappings.setStatus(tx, org, id, 'active'));
  }

  /** Pause a mapping. After this answer no request makes a contact, not even one that was under way. */
  @Post(':id/disable')
  @HttpCode(200)
  @RequireScope('mappings:write')
  @AcceptsIdempotencyKey()
  async disable(
    @Org() org: OrganizationId,
    @InTransaction() tx: Tx,
    @MappingId() id: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<MappingPayload> {
    return this.shown(response, await this.mappings.setStatus(tx, org, id, 'inactive'));
  }

  /** Replace a mapping's intake key. The new one is shown in this answer only; the old one stops working. */
  @Post(':id/rotate-key')
  @HttpCode(200)
  @RequireScope('mappings:write')
  @AcceptsIdempotencyKey()
  async rotateKey(
    @Caller() caller: Principal,
    @InTransaction() tx: Tx,
    @MappingId() id: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<KeyedMappingPayload> {
    return this.keyed(response, await this.mappings.rotateKey(tx, caller.organizationId, id, caller));
  }

  /**
   * Delete a mapping. Its address answers 401 from now on, and its log goes with it; the contacts that it made stay. To
   * stop for a while, disable it.
   */
  @Delete(':id')
  @HttpCode(204)
  @RequireScope('mappings:write')
  async delete(@Caller() caller: Principal, @InTransaction() tx: Tx, @MappingId() id: string): Promise<void> {
    await this.deletion.delete(tx, caller.organizationId, id, caller);
  }

  private payload(mapping: MappingRow): MappingPayload {
    return presentMapping(mapping, this.settings.publicBaseUrl());
  }

  private shown(response: Response, mapping: MappingRow): MappingPayload {
    return tagged(response, this.payload(mapping), mapping.version);
  }

  /** An answer with a secret in it, which nobody may keep. */
  private keyed(response: Response, { mapping, key }: KeyedMapping): KeyedMappingPayload {
    response.setHeader('Cache-Control', 'no-store');
    return tagged(
      response,
      presentKeyedMapping(mapping, this.settings.publicBaseUrl(), key),
      mapping.version,
    );
  }
}
