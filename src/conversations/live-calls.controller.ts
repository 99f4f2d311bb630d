import { Controller, Get, Headers, Res } from '@nestjs/common';
import { ApiHeader, ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Org, RequireScope } from '../auth/auth.decorator.js';
import type { OrganizationId } from '../auth/principal.js';
import { IdParam } from '../common/id-param.decorator.js';
import { Refuses } from '../common/refuses.decorator.js';
import { streamCall } from './live-answer.adapter.js';
import { LiveCalls } from './live-calls.service.js';

@ApiTags('Calls')
@Controller('api/calls')
export class LiveCallsController {
  constructor(private readonly live: LiveCalls) {}

  /**
   * Follow a call as it happens, as server-sent events: `status` (the call as reading it shows it) at once and whenever
   * that has changed, `utterance` for what was said, `end` when the call is over. Every 10 seconds a comment shows that
   * the connection is alive. A stream ends after 15 minutes; come back with `Last-Event-ID` to go on behind the last
   * event.
   */
  @Get(':id/live')
  @RequireScope('calls:read')
  @ApiHeader({
    name: 'Last-Event-ID',
    required: false,
    description: 'The `id` of the last event that was received; browsers send it by themselves.',
    schema: { type: 'string', pattern: '^[0-9]{1,9}(\\.end)?$', example: '12' },
  })
  @ApiOkResponse({
    description: 'The events.',
    content: {
      'text/event-stream': {
        schema: {
          type: 'string',
          example:
            'id: 0\nevent: status\ndata: {"id":"01937f5c-2d5e-7c3a-9b51-0a4f7e1c2d3e","status":"in-progress"}\n\n' +
            'id: 2\nevent: utterance\ndata: {"seq":2,"turn":0,"speaker":"agent","text":"Hi Ada.","text_unspoken":null,' +
            '"at":"2026-01-15T10:30:06.120Z"}\n\n',
        },
      },
    },
  })
  @ApiNoContentResponse({ description: 'The `end` was received already: there is nothing more to come.' })
  @Refuses(
    [400, 'invalid_request', 'Invalid Last-Event-ID', 'it is no id of an event'],
    [429, 'too_many_live_views', 'Too many live views', 'too many streams are open at the same time'],
  )
  async follow(
    @Org() org: OrganizationId,
    @IdParam('Call') id: string,
    @Headers('last-event-id') lastEventId: string | undefined,
    @Res() response: Response,
  ): Promise<void> {
    await streamCall(this.live, { org, id, lastEventId }, response);
  }
}
