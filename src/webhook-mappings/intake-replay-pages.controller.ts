import { Controller, Get, Post } from '@nestjs/common';
import { ReplayPage } from '../../views/webhook-mappings/replay.js';
import { goTo, type PageAnswer } from '../auth/page-answer.js';
import { Me, PageAuth, Visit } from '../auth/page.decorator.js';
import { type PageVisit, show } from '../auth/page-visit.js';
import type { Person } from '../auth/person.js';
import { orShowAgain } from '../auth/shown-again.js';
import { IdParam } from '../common/id-param.decorator.js';
import { isUuid } from '../common/readings.js';
import type { Tx } from '../database/sql.client.js';
import { InTransaction } from '../idempotency/write.interceptor.js';
import { IntakeReplays } from './intake-replays.service.js';
import { logPathOf, sinceOf } from './log-filter.js';
import { refusalWords } from './refusal-words.js';
import { WebhookMappings } from './webhook-mappings.service.js';

const MappingId = () => IdParam('Webhook mapping');
const ReplayId = () => IdParam('Replay', 'replayId');

/** Posting many refused requests again, and seeing how far it is. */
@Controller('settings/webhook-mappings/:id/replays')
@PageAuth()
export class IntakeReplayPagesController {
  constructor(
    private readonly mappings: WebhookMappings,
    private readonly replays: IntakeReplays,
  ) {}

  @Post()
  async begin(
    @Visit() { form }: PageVisit,
    @Me() me: Person,
    @InTransaction() tx: Tx,
    @MappingId() id: string,
  ): Promise<PageAnswer> {
    await this.mappings.read(me.organizationId, id);
    const isAll = form.text('what') === 'all';
    const requestIds = form.all('request').filter(isUuid);
    if (!isAll && requestIds.length === 0)
      return goTo(logPathOf(id), 'Select the refused requests that are to be replayed.');
    const since = isAll ? (sinceOf(form.text('since'), new Date()) ?? null) : null;
    const scope = {
      organizationId: me.organizationId,
      mappingId: id,
      since,
      requestIds: isAll ? null : requestIds,
    };
    const replay = await orShowAgain(
      () => this.replays.begin(tx, scope, me),
      ([problem]) => goTo(logPathOf(id), `Nothing was replayed. ${refusalWords(problem?.text ?? '')}`),
    );
    return goTo(`/settings/webhook-mappings/${id}/replays/${replay.id}`);
  }

  @Get(':replayId')
  async progress(
    @Visit() visit: PageVisit,
    @Me() me: Person,
    @MappingId() id: string,
    @ReplayId() replayId: string,
  ): Promise<PageAnswer> {
    const { name } = await this.mappings.read(me.organizationId, id);
    const replay = await this.replays.read(me.organizationId, id, replayId);
    const { total, accepted, refused, refusals, createdAt, finishedAt } = replay;
    return show(visit, ReplayPage, {
      mapping: { id, name },
      total,
      accepted,
      refused,
      refusals: Object.entries(refusals).map(([reason, count]) => ({ reason: refusalWords(reason), count })),
      createdAt,
      isDone: finishedAt !== null,
    });
  }
}
