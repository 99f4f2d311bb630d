import { Controller, Get, Headers, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Me, PageStream } from '../auth/page.decorator.js';
import type { Person } from '../auth/person.js';
import { IdParam } from '../common/id-param.decorator.js';
import { streamCall } from './live-answer.adapter.js';
import { LiveCalls } from './live-calls.service.js';

/** What the page of a call that is going on listens to. */
@Controller('settings/calls')
@PageStream()
export class LiveCallPagesController {
  constructor(private readonly live: LiveCalls) {}

  @Get(':id/live')
  follow(
    @Me() me: Person,
    @IdParam('Call') id: string,
    @Headers('last-event-id') lastEventId: string | undefined,
    @Res() response: Response,
  ): Promise<void> {
    return streamCall(this.live, { org: me.organizationId, id, lastEventId }, response);
  }
}
