import { Controller, Get, Headers, Post, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Caller, Org, RequireScope } from '../auth/auth.decorator.js';
import type { OrganizationId, Principal } from '../auth/principal.js';
import { IdParam } from '../common/id-param.decorator.js';
import { AcceptsIdempotencyKey } from '../idempotency/write.interceptor.js';
import { idempotentRequest } from '../idempotency/idempotency-key.js';
import { IntakeAnswer } from './intake.dto.js';
import { DescribesReplay } from './intake-document.decorator.js';
import { IntakeRequestPage, IntakeRequestPayload, ListIntakeRequestsDto } from './intake-request.dto.js';
import { presentIntakeRequest } from './intake-request.presenter.js';
import { IntakeRequests } from './intake-requests.service.js';

const MappingId = () => IdParam('Webhook mapping');
const RequestId = () => IdParam('Intake request', 'requestId');

/**
 * The intake log of a mapping. Not marked as writing in one transaction: a replay that is refused changes nothing and
 * is logged all the same.
 */
@ApiTags('Webhook mappings')
@Controller('api/webhook-mappings/:id/requests')
export class IntakeRequestsController {
  constructor(private readonly requests: IntakeRequests) {}

  /** List what was posted to a mapping, newest first. */
  @Get()
  @RequireScope('mappings:read')
  async list(
    @Org() org: OrganizationId,
    @MappingId() mappingId: string,
    @Query() query: ListIntakeRequestsDto,
  ): Promise<IntakeRequestPage> {
    const { data, pagination } = await this.requests.list(org, mappingId, query);
    return { data: data.map(presentIntakeRequest), pagination };
  }

  /** Read one line of the log, with all of its payload. */
  @Get(':requestId')
  @RequireScope('mappings:read')
  async read(
    @Org() org: OrganizationId,
    @MappingId() mappingId: string,
    @RequestId() id: string,
  ): Promise<IntakeRequestPayload> {
    return presentIntakeRequest(await this.requests.read(org, mappingId, id));
  }

  /** Post a logged payload again, through the mapping as it is now. Answers what the intake would. */
  @Post(':requestId/replay')
  @RequireScope('mappings:write')
  @AcceptsIdempotencyKey()
  @DescribesReplay()
  async replay(
    @Caller() caller: Principal,
    @MappingId() mappingId: string,
    @RequestId() id: string,
    @Req() { method, path }: Request,
    @Headers('idempotency-key') key: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<IntakeAnswer> {
    const { organizationId } = caller;
    const once = idempotentRequest({ organizationId, method, path, key, body: Buffer.alloc(0) });
    const { status, headers, body } = await this.requests.replay(caller, mappingId, id, once);
    response.status(status).set(headers);
    return body;
  }
}
