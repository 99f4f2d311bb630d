import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, ApiTags, getSchemaPath } from '@nestjs/swagger';
import type { Response } from 'express';
import { Org, RequireScope } from '../auth/auth.decorator.js';
import type { OrganizationId } from '../auth/principal.js';
import { IdParam } from '../common/id-param.decorator.js';
import { answerJson } from '../common/json-answer.adapter.js';
import { Refuses } from '../common/refuses.decorator.js';
import { CallPage, CallPayload } from './call.dto.js';
import { Calls } from './calls.service.js';
import { ListCallsDto, ReadCallDto } from './list-calls.dto.js';

@ApiTags('Calls')
@ApiExtraModels(CallPage, CallPayload)
@Controller('api/calls')
export class CallsController {
  constructor(private readonly calls: Calls) {}

  /** List the organization's call records: filtered, sorted and paged; or only the most recent one. */
  @Get()
  @RequireScope('calls:read')
  @Refuses(
    [404, 'call_not_found', 'No calls found matching criteria', 'with most_recent=true, when none matches'],
    [
      400,
      'invalid_request',
      'Invalid limit parameter',
      'a parameter is wrong, given twice or unknown; `details` names each',
      [{ field: 'limit', in: 'query', issue: 'must be an integer of at least 1', received: 'abc' }],
    ],
    [
      400,
      'invalid_request',
      'Invalid order_by parameter',
      'order_by is not started_at, ended_at or created_at',
      [
        {
          field: 'order_by',
          in: 'query',
          issue: 'must be one of started_at, ended_at, created_at',
          received: 'name',
        },
      ],
    ],
  )
  @ApiOkResponse({
    description: 'A page of calls; with `most_recent=true` one bare call.',
    schema: { oneOf: [{ $ref: getSchemaPath(CallPage) }, { $ref: getSchemaPath(CallPayload) }] },
  })
  async list(
    @Org() org: OrganizationId,
    @Query() query: ListCallsDto,
    @Res() response: Response,
  ): Promise<void> {
    const found = query.most_recent ? this.calls.mostRecent(org, query) : this.calls.page(org, query);
    answerJson(response, await found);
  }

  /** Read one call. */
  @Get(':id')
  @RequireScope('calls:read')
  @ApiOkResponse({ type: CallPayload })
  async read(
    @Org() org: OrganizationId,
    @Query() query: ReadCallDto,
    @IdParam('Call') id: string,
    @Res() response: Response,
  ): Promise<void> {
    answerJson(response, await this.calls.read(org, id, query));
  }
}
