import { Controller, Get, Post } from '@nestjs/common';
import { ConfirmPage } from '../../views/shared/confirm-page.js';
import { wayTo } from '../../views/webhook-mappings/places.js';
import { goTo, type PageAnswer } from '../auth/page-answer.js';
import { Me, Needs, PageAuth, Visit } from '../auth/page.decorator.js';
import { type PageVisit, show } from '../auth/page-visit.js';
import type { Person } from '../auth/person.js';
import { type FormProblem, orShowAgain } from '../auth/shown-again.js';
import { mustBeTyped } from '../auth/typed-name.js';
import { IdParam } from '../common/id-param.decorator.js';
import type { Tx } from '../database/sql.client.js';
import { InTransaction } from '../idempotency/write.interceptor.js';
import { MappingDeletion } from './mapping-deletion.service.js';
import type { MappingRow } from './webhook-mapping.presenter.js';
import { WebhookMappings } from './webhook-mappings.service.js';

const PATH = '/settings/webhook-mappings';

const MappingId = () => IdParam('Webhook mapping');

/** Takes a mapping away, once its name was typed. */
@Controller(`${PATH}/:id/delete`)
@PageAuth()
export class MappingDeletionPagesController {
  constructor(
    private readonly mappings: WebhookMappings,
    private readonly deletion: MappingDeletion,
  ) {}

  @Get()
  @Needs('change')
  async ask(@Visit() visit: PageVisit, @Me() me: Person, @MappingId() id: string): Promise<PageAnswer> {
    return question(visit, await this.mappings.read(me.organizationId, id));
  }

  @Post()
  async delete(
    @Visit() visit: PageVisit,
    @Me() me: Person,
    @InTransaction() tx: Tx,
    @MappingId() id: string,
  ): Promise<PageAnswer> {
    const mapping = await this.mappings.read(me.organizationId, id);
    await orShowAgain(
      async () => {
        mustBeTyped(visit.form, mapping.name);
        await this.deletion.delete(tx, me.organizationId, id, me);
      },
      (problems, status) => question(visit, mapping, problems, status),
    );
    return goTo(PATH, `${mapping.name} was deleted.`);
  }
}

const question = (
  visit: PageVisit,
  { id, name, status: state }: MappingRow,
  problems: FormProblem[] = [],
  status = 200,
): PageAnswer =>
  show(
    visit,
    ConfirmPage,
    {
      title: `Delete ${name}`,
      from: wayTo({ id, name }),
      action: `${PATH}/${id}/delete`,
      button: 'Delete mapping',
      consequences: [
        'Its address stops working for good: whatever posts to it is answered with 401, and nothing is kept of it.',
        'Its field mappings and its log with all payloads are deleted. Nothing of them can be replayed any more.',
        'The contacts that it made stay, with their tags.',
        ...(state === 'active' ? ['To stop for a while and keep all this, pause the mapping instead.'] : []),
      ],
      typed: name,
      answer: visit.form.text('confirm'),
      problems,
    },
    status,
  );
