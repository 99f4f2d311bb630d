import { Controller, Get, Post } from '@nestjs/common';
import { EVENTS } from '../../views/events/event-tabs.js';
import { ConfirmPage } from '../../views/shared/confirm-page.js';
import { goTo, type PageAnswer } from '../auth/page-answer.js';
import { Me, Needs, PageAuth, Visit } from '../auth/page.decorator.js';
import { type PageVisit, show } from '../auth/page-visit.js';
import type { Person } from '../auth/person.js';
import { type FormProblem, orShowAgain } from '../auth/shown-again.js';
import { mustBeTyped } from '../auth/typed-name.js';
import { IdParam } from '../common/id-param.decorator.js';
import type { Tx } from '../database/sql.client.js';
import { InTransaction } from '../idempotency/write.interceptor.js';
import { EVENTS_PATH as PATH } from './delivery-view.js';
import { endpointName, typedName } from './endpoint-view.js';
import type { WebhookEndpoint } from './webhook-endpoint.entity.js';
import { WebhookEndpoints } from './webhook-endpoints.service.js';

const EndpointId = () => IdParam('Webhook endpoint');

/** Takes endpoints away, once their name is typed: nothing brings them back. */
@Controller(`${PATH}/:id/delete`)
@PageAuth()
export class EndpointDeletionPagesController {
  constructor(private readonly endpoints: WebhookEndpoints) {}

  @Get()
  @Needs('change')
  async askToDelete(
    @Visit() visit: PageVisit,
    @Me() me: Person,
    @EndpointId() id: string,
  ): Promise<PageAnswer> {
    return deletionPage(visit, await this.endpoints.read(me.organizationId, id));
  }

  @Post()
  async delete(
    @Visit() visit: PageVisit,
    @Me() me: Person,
    @InTransaction() tx: Tx,
    @EndpointId() id: string,
  ): Promise<PageAnswer> {
    const endpoint = await this.endpoints.read(me.organizationId, id);
    await orShowAgain(
      async () => {
        mustBeTyped(visit.form, typedName(endpoint));
        await this.endpoints.delete(tx, me, id);
      },
      (problems, status) => deletionPage(visit, endpoint, { problems, status }),
    );
    return goTo(PATH, `${endpointName(endpoint)} was deleted.`);
  }
}

function deletionPage(
  visit: PageVisit,
  endpoint: WebhookEndpoint,
  { problems, status }: { problems: FormProblem[]; status: number } = { problems: [], status: 200 },
): PageAnswer {
  const name = endpointName(endpoint);
  const props = {
    title: `Delete ${name}`,
    from: [EVENTS, { href: `${PATH}/${endpoint.id}`, label: name }] as const,
    action: `${PATH}/${endpoint.id}/delete`,
    button: 'Delete endpoint',
    consequences: [
      'Nothing is sent to it any more, and what waits for it is dropped.',
      'Its secret and its log of deliveries are gone. This cannot be undone.',
    ],
    typed: typedName(endpoint),
    answer: visit.form.text('confirm'),
    problems,
  };
  return show(visit, ConfirmPage, props, status);
}
