import { Body, Controller, Delete, Get, HttpCode, Post, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { IdParam } from '../common/id-param.decorator.js';
import { Refuses } from '../common/refuses.decorator.js';
import type { Tx } from '../database/sql.client.js';
import { AcceptsIdempotencyKey, InTransaction, Writes } from '../idempotency/write.interceptor.js';
import {
  ApiKeyPage,
  CreateApiKeyDto,
  IssuedApiKeyPayload,
  ListApiKeysDto,
  RotateApiKeyDto,
} from './api-key.dto.js';
import { presentApiKey } from './api-key.presenter.js';
import { ApiKeys, type IssuedKey } from './api-keys.service.js';
import { Caller, Org, RequireScope } from './auth.decorator.js';
import type { OrganizationId, Principal } from './principal.js';

const KeyId = () => IdParam('API key');

@ApiTags('API keys')
@Controller('api/api-keys')
@RequireScope('keys:write')
@Writes()
export class ApiKeysController {
  constructor(private readonly apiKeys: ApiKeys) {}

  /** Create a key. Its text is shown in this answer only. */
  @Post()
  @AcceptsIdempotencyKey()
  async create(
    @Caller() caller: Principal,
    @InTransaction() tx: Tx,
    @Body() dto: CreateApiKeyDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<IssuedApiKeyPayload> {
    const { name, scopes, expires_at: expiresAt } = dto;
    return shown(response, await this.apiKeys.create(tx, caller, { name, scopes, expiresAt }));
  }

  /** List the organization's keys, newest first; revoked ones too. */
  @Get()
  async list(@Org() org: OrganizationId, @Query() query: ListApiKeysDto): Promise<ApiKeyPage> {
    const { data, pagination } = await this.apiKeys.list(org, query);
    const now = new Date();
    return { data: data.map((key) => presentApiKey(key, now)), pagination };
  }

  /** Revoke a key. It stops working on every replica within five seconds. */
  @Delete(':id')
  @HttpCode(204)
  async revoke(@Caller() caller: Principal, @InTransaction() tx: Tx, @KeyId() id: string): Promise<void> {
    await this.apiKeys.revoke(tx, caller.organizationId, id, caller);
  }

  /** Replace a key by a new one of the same name and scopes; the old one works on for a while. */
  @Post(':id/rotate')
  @AcceptsIdempotencyKey()
  @Refuses(
    [409, 'api_key_rotated', 'API key was rotated already', 'a key has one successor'],
    [409, 'api_key_expired', 'API key has expired', 'what has ended cannot be continued'],
  )
  async rotate(
    @Caller() caller: Principal,
    @InTransaction() tx: Tx,
    @KeyId() id: string,
    @Body() dto: RotateApiKeyDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<IssuedApiKeyPayload> {
    return shown(response, await this.apiKeys.rotate(tx, caller, id, dto.overlap_seconds));
  }
}

/** A new key with its text; nobody may keep the answer. */
function shown(response: Response, { row, text }: IssuedKey): IssuedApiKeyPayload {
  response.setHeader('Cache-Control', 'no-store');
  return Object.assign(presentApiKey(row, new Date()), { key: text });
}
