import { Controller, Get, Post, Query } from '@nestjs/common';
import { LogLinePage, LogPage } from '../../views/webhook-mappings/log.js';
import { goTo, type PageAnswer } from '../auth/page-answer.js';
import { Me, PageAuth, Visit } from '../auth/page.decorator.js';
import { numberedPage } from '../auth/page-numbers.js';
import { type PageVisit, show } from '../auth/page-visit.js';
import type { Person } from '../auth/person.js';
import type { Principal } from '../auth/principal.js';
import { AppError } from '../common/app-error.js';
import { IdParam } from '../common/id-param.decorator.js';
import type { IntakeLine } from './intake-log.repository.js';
import { presentIntakeRequest } from './intake-request.presenter.js';
import { IntakeRequests } from './intake-requests.service.js';
import { WebhookMappings } from './webhook-mappings.service.js';

const OUTCOMES = ['created', 'updated', 'unchanged', 'rejected'] as const;

const MappingId = () => IdParam('Webhook mapping');
const RequestId = () => IdParam('Intake request', 'requestId');

const pathOf = (mappingId: string): string => `/settings/webhook-mappings/${mappingId}/log`;

/** What was posted to a mapping, and posting it again. */
@Controller('settings/webhook-mappings/:id/log')
@PageAuth()
export class IntakeLogPagesController {
  constructor(
    private readonly mappings: WebhookMappings,
    private readonly requests: IntakeRequests,
  ) {}

  @Get()
  async list(
    @Visit() visit: PageVisit,
    @Me() me: Person,
    @MappingId() id: string,
    @Query() given: Record<string, unknown>,
  ): Promise<PageAnswer> {
    const outcome = OUTCOMES.find((one) => one === given['outcome']);
    const { query, pages } = numberedPage(pathOf(id), given['page'], { outcome });
    const mapping = await this.mappings.read(me.organizationId, id);
    const { data, pagination } = await this.requests.list(me.organizationId, id, { ...query, outcome });
    return show(visit, LogPage, {
      mapping,
      outcome: outcome ?? '',
      lines: data.map(lineView),
      pages: pages(pagination.has_more),
    });
  }

  @Get(':requestId')
  async line(
    @Visit() visit: PageVisit,
    @Me() me: Person,
    @MappingId() id: string,
    @RequestId() requestId: string,
  ): Promise<PageAnswer> {
    const mapping = await this.mappings.read(me.organizationId, id);
    const line = await this.requests.read(me.organizationId, id, requestId);
    const details = presentIntakeRequest(line).details.map(({ field, issue }) => `${field} ${issue}`);
    return show(visit, LogLinePage, { mapping, line: lineView(line), details });
  }

  @Post(':requestId/replay')
  async replay(
    @Me() me: Person,
    @MappingId() id: string,
    @RequestId() requestId: string,
  ): Promise<PageAnswer> {
    await this.requests.read(me.organizationId, id, requestId);
    try {
      await this.requests.replay(asCaller(me), id, requestId, null);
    } catch (error) {
      // It was posted all the same, and the log tells of it.
      if (error instanceof AppError && error.status < 500) {
        return goTo(pathOf(id), `The replay was refused: ${error.message}.`);
      }
      throw error;
    }
    return goTo(pathOf(id), 'The request was replayed and accepted.');
  }
}

const lineView = ({ replayOf, ...line }: IntakeLine) => ({ ...line, replayed: replayOf !== null });

/** A person who posts again does so with all that a key could have. */
const asCaller = ({ organizationId, scopes, sessionId, email }: Person): Principal => ({
  organizationId,
  scopes,
  keyId: sessionId,
  keyName: email,
  mappingId: null,
});
