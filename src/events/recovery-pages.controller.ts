import { Controller, Get, Post } from '@nestjs/common';
import { RECOVERY_SPANS, RecoverPage, RecoveryPage } from '../../views/events/recovery.js';
import { goTo, type PageAnswer } from '../auth/page-answer.js';
import { Me, Needs, PageAuth, Visit } from '../auth/page.decorator.js';
import { type PageVisit, show } from '../auth/page-visit.js';
import type { Person } from '../auth/person.js';
import { type FormProblem, orShowAgain } from '../auth/shown-again.js';
import { InvalidRequest } from '../common/app-error.js';
import { IdParam } from '../common/id-param.decorator.js';
import type { Tx } from '../database/sql.client.js';
import { InTransaction } from '../idempotency/write.interceptor.js';
import { EVENTS_PATH } from './delivery-view.js';
import { EndpointActivities } from './endpoint-activity.repository.js';
import { endpointName } from './endpoint-view.js';
import { WebhookEndpoints } from './webhook-endpoints.service.js';
import { WebhookRecoveries } from './webhook-recoveries.service.js';

const HOUR_MS = 3_600_000;

const EndpointId = () => IdParam('Webhook endpoint');

/** Sends again what failed, and shows how far that is. */
@Controller(EVENTS_PATH)
@PageAuth()
export class RecoveryPagesController {
  constructor(
    private readonly recoveries: WebhookRecoveries,
    private readonly endpoints: WebhookEndpoints,
    private readonly activities: EndpointActivities,
  ) {}

  @Get('recoveries/:id')
  async recovery(
    @Visit() visit: PageVisit,
    @Me() me: Person,
    @IdParam('Recovery') id: string,
  ): Promise<PageAnswer> {
    const { recovery, progress } = await this.recoveries.read(me.organizationId, id);
    const endpoint = await this.endpoints.read(me.organizationId, recovery.endpointId);
    return show(visit, RecoveryPage, {
      endpoint: { id: endpoint.id, name: endpointName(endpoint), active: endpoint.status === 'active' },
      recovery: { ...progress, since: recovery.since, createdAt: recovery.createdAt },
    });
  }

  @Get(':id/recover')
  @Needs('change')
  ask(@Visit() visit: PageVisit, @Me() me: Person, @EndpointId() id: string): Promise<PageAnswer> {
    return this.form(visit, me, id);
  }

  @Post(':id/recover')
  async recover(
    @Visit() visit: PageVisit,
    @Me() me: Person,
    @InTransaction() tx: Tx,
    @EndpointId() id: string,
  ): Promise<PageAnswer> {
    await this.endpoints.read(me.organizationId, id);
    if (!(await this.activities.hasFailed(me.organizationId, id)))
      return goTo(`${EVENTS_PATH}/${id}/recover`);
    const { recovery } = await orShowAgain(
      async () => this.recoveries.begin(tx, me, id, await this.chosen(visit, me, id)),
      (problems, status) => this.form(visit, me, id, problems, status),
    );
    return goTo(`${EVENTS_PATH}/recoveries/${recovery.id}`);
  }

  /** @throws InvalidRequest for a span that holds nothing to recover, which would be told only afterwards */
  private async chosen(visit: PageVisit, me: Person, id: string): Promise<Date> {
    const span = RECOVERY_SPANS.find(({ value }) => value === visit.form.text('span'));
    if (!span) throw refused('choose one of these times');
    const since = sinceOf(span);
    const [failed] = await this.activities.failedSince(me.organizationId, id, [since]);
    if (!failed) throw refused('nothing recorded then has failed; choose a longer time');
    return since;
  }

  private async form(
    visit: PageVisit,
    me: Person,
    id: string,
    problems: FormProblem[] = [],
    status = 200,
  ): Promise<PageAnswer> {
    const [endpoint, failed] = await Promise.all([
      this.endpoints.read(me.organizationId, id),
      this.activities.failedSince(me.organizationId, id, RECOVERY_SPANS.map(sinceOf)),
    ]);
    const shortest = RECOVERY_SPANS.find((_, place) => failed[place]);
    const span = visit.form.text('span') || (shortest?.value ?? '');
    return show(visit, RecoverPage, { id, name: endpointName(endpoint), span, failed, problems }, status);
  }
}

const sinceOf = ({ value }: { value: string }): Date => new Date(Date.now() - Number(value) * HOUR_MS);

const refused = (issue: string): InvalidRequest =>
  new InvalidRequest('Invalid span', [{ field: 'span', in: 'body', issue }]);
