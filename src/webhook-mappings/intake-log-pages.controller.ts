import { Controller, Get, Post, Query } from '@nestjs/common';
import { LogPage } from '../../views/webhook-mappings/log.js';
import { LogLinePage } from '../../views/webhook-mappings/log-line.js';
import { goTo, type PageAnswer } from '../auth/page-answer.js';
import { Me, PageAuth, Visit } from '../auth/page.decorator.js';
import { type PageVisit, show } from '../auth/page-visit.js';
import type { Person } from '../auth/person.js';
import type { Principal } from '../auth/principal.js';
import { refusalIn } from '../common/app-error.js';
import { IdParam } from '../common/id-param.decorator.js';
import { IntakeLogLines } from './intake-log-lines.repository.js';
import { IntakeReplaysRepository } from './intake-replays.repository.js';
import { IntakeRequests } from './intake-requests.service.js';
import { logAddress, logFilterIn, logPathOf, SINCE_CHOICES } from './log-filter.js';
import { lineDetails } from './log-line.presenter.js';
import { MappingPreviews } from './mapping-preview.service.js';
import { refusalWords } from './refusal-words.js';
import { WebhookMappings } from './webhook-mappings.service.js';

const ROWS_A_PAGE = 50;

/** Refused requests that are counted for the button. */
const MOST_COUNTED = 1_000;

const MappingId = () => IdParam('Webhook mapping');
const RequestId = () => IdParam('Intake request', 'requestId');

/** What was posted to a mapping, and posting it again. */
@Controller('settings/webhook-mappings/:id/log')
@PageAuth()
export class IntakeLogPagesController {
  constructor(
    private readonly mappings: WebhookMappings,
    private readonly requests: IntakeRequests,
    private readonly lines: IntakeLogLines,
    private readonly replays: IntakeReplaysRepository,
    private readonly previews: MappingPreviews,
  ) {}

  @Get()
  async list(
    @Visit() visit: PageVisit,
    @Me() { organizationId: org }: Person,
    @MappingId() id: string,
    @Query() query: Record<string, unknown>,
  ): Promise<PageAnswer> {
    const { name, status } = await this.mappings.read(org, id);
    const { chosen, filter } = logFilterIn(query, new Date());
    const scope = { organizationId: org, mappingId: id, since: filter.since ?? null, requestIds: null };
    const [found, refused] = await Promise.all([
      this.lines.list(org, id, filter, ROWS_A_PAGE + 1),
      this.replays.count(scope, MOST_COUNTED),
    ]);
    const lines = found.slice(0, ROWS_A_PAGE);
    const last = found.length > ROWS_A_PAGE ? lines.at(-1) : undefined;
    const open = lines.find((line) => line.id === query['open']);
    return show(visit, LogPage, {
      mapping: { id, name, active: status === 'active' },
      ...chosen,
      sinceChoices: SINCE_CHOICES,
      lines,
      open: open ? await this.details(org, id, open.id) : null,
      address: logAddress(id, chosen, filter.before),
      refused: refused >= MOST_COUNTED ? `${MOST_COUNTED.toLocaleString('en')}+` : String(refused),
      pages: {
        first: filter.before ? logAddress(id, chosen) : null,
        next: last ? logAddress(id, chosen, { at: last.receivedAt.toISOString(), id: last.id }) : null,
      },
    });
  }

  @Get(':requestId')
  async line(
    @Visit() visit: PageVisit,
    @Me() { organizationId: org }: Person,
    @MappingId() id: string,
    @RequestId() requestId: string,
  ): Promise<PageAnswer> {
    const { name, status } = await this.mappings.read(org, id);
    return show(visit, LogLinePage, {
      mapping: { id, name, active: status === 'active' },
      line: await this.details(org, id, requestId),
    });
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
      return goTo(logPathOf(id), `The replay was refused: ${refusalWords(refusalIn(error).message)}.`);
    }
    return goTo(logPathOf(id), 'The request was replayed and accepted.');
  }

  private async details(org: string, id: string, requestId: string) {
    const line = await this.requests.read(org, id, requestId);
    const [contact, basis] = await Promise.all([
      this.lines.contactOf(org, line),
      this.previews.basis(org, id),
    ]);
    return lineDetails(line, contact, basis);
  }
}

/** A person who posts again does so with all that a key could have. */
const asCaller = ({ organizationId, scopes, sessionId, email }: Person): Principal => ({
  organizationId,
  scopes,
  keyId: sessionId,
  keyName: email,
  mappingId: null,
});
