import { Controller, Get, Inject, Post, Query } from '@nestjs/common';
import { ConfirmPage } from '../../views/shared/confirm-page.js';
import { MappingListPage } from '../../views/webhook-mappings/list.js';
import { duplicateWords, POSTED } from '../../views/webhook-mappings/on-duplicate.js';
import { MappingPage } from '../../views/webhook-mappings/mapping.js';
import { wayTo } from '../../views/webhook-mappings/places.js';
import { goTo, type PageAnswer } from '../auth/page-answer.js';
import { Me, Needs, PageAuth, Visit } from '../auth/page.decorator.js';
import { numberedPage } from '../auth/page-numbers.js';
import { type PageVisit, show } from '../auth/page-visit.js';
import type { Person } from '../auth/person.js';
import { orShowAgain } from '../auth/shown-again.js';
import { IdParam } from '../common/id-param.decorator.js';
import { searchText } from '../common/search-text.js';
import type { Tx } from '../database/sql.client.js';
import { InTransaction } from '../idempotency/write.interceptor.js';
import { SETTINGS, type Settings } from '../settings.js';
import { IntakeKeys } from './intake-keys.service.js';
import { logPathOf } from './log-filter.js';
import { addressOf } from './mapping-address.js';
import { activityWords, MappingActivity } from './mapping-activity.repository.js';
import type { MappingRow } from './webhook-mapping.presenter.js';
import { transformWords } from './transform-words.js';
import { WebhookMappings } from './webhook-mappings.service.js';

const PATH = '/settings/webhook-mappings';
const STATUSES = ['active', 'inactive'] as const;

const MappingId = () => IdParam('Webhook mapping');

/** The mappings: which there are, where to post to, on and off. */
@Controller(PATH)
@PageAuth()
export class WebhookMappingPagesController {
  constructor(
    private readonly mappings: WebhookMappings,
    private readonly activity: MappingActivity,
    private readonly keys: IntakeKeys,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Get()
  async list(
    @Visit() visit: PageVisit,
    @Me() me: Person,
    @Query() given: Record<string, unknown>,
  ): Promise<PageAnswer> {
    const status = STATUSES.find((one) => one === given['status']);
    const name = searchText(given['q']);
    const { query, pages } = numberedPage(PATH, given['page'], { q: name, status });
    const filter = { name: name || undefined, status };
    const { data, pagination } = await this.mappings.list(me.organizationId, { ...query, ...filter });
    const activity = await this.activity.ofToday(
      me.organizationId,
      data.map(({ id }) => id),
    );
    return show(visit, MappingListPage, {
      mappings: data.map(({ id, name, status, lastReceivedAt }) => ({
        id,
        name,
        active: status === 'active',
        lastReceivedAt,
        activity: activityWords(activity.get(id)),
      })),
      filter: { q: name, status: status ?? '' },
      pages: pages(pagination.has_more),
    });
  }

  @Get(':id')
  async mapping(@Visit() visit: PageVisit, @Me() me: Person, @MappingId() id: string): Promise<PageAnswer> {
    return this.page(visit, await this.mappings.read(me.organizationId, id), null);
  }

  @Post(':id/enable')
  async enable(
    @Visit() visit: PageVisit,
    @Me() me: Person,
    @InTransaction() tx: Tx,
    @MappingId() id: string,
  ): Promise<PageAnswer> {
    const mapping = await this.mappings.read(me.organizationId, id);
    await orShowAgain(
      () => this.mappings.setStatus(tx, me.organizationId, id, 'active'),
      () => goTo(`${PATH}/${id}/edit`, 'It needs a source for phone before it can be active.'),
    );
    return goTo(backOf(visit, id), `${mapping.name} is active: what is posted to it becomes a contact.`);
  }

  @Post(':id/disable')
  async disable(
    @Visit() visit: PageVisit,
    @Me() me: Person,
    @InTransaction() tx: Tx,
    @MappingId() id: string,
  ): Promise<PageAnswer> {
    const { name } = await this.mappings.setStatus(tx, me.organizationId, id, 'inactive');
    return goTo(
      backOf(visit, id),
      `${name} is paused: what is posted to it is refused with 409, and kept in its log.`,
    );
  }

  @Post(':id/reveal')
  async reveal(
    @Visit() visit: PageVisit,
    @Me() me: Person,
    @InTransaction() tx: Tx,
    @MappingId() id: string,
  ): Promise<PageAnswer> {
    const mapping = await this.mappings.read(me.organizationId, id);
    return this.page(visit, mapping, await this.keys.reveal(tx, me.organizationId, mapping, me));
  }

  @Get(':id/rotate')
  @Needs('change')
  async askToRotate(
    @Visit() visit: PageVisit,
    @Me() me: Person,
    @MappingId() id: string,
  ): Promise<PageAnswer> {
    const { name } = await this.mappings.read(me.organizationId, id);
    return show(visit, ConfirmPage, {
      title: `Rotate the key of ${name}`,
      from: wayTo({ id, name }),
      action: `${PATH}/${id}/rotate`,
      button: 'Rotate key',
      consequences: [
        'The present key stops working within five seconds: whatever posts with it is refused until it has the new one.',
        'The mapping, its Map ID and its log stay as they are.',
      ],
    });
  }

  @Post(':id/rotate')
  async rotate(
    @Visit() visit: PageVisit,
    @Me() me: Person,
    @InTransaction() tx: Tx,
    @MappingId() id: string,
  ): Promise<PageAnswer> {
    const { mapping, key } = await this.mappings.rotateKey(tx, me.organizationId, id, me);
    return this.page(visit, mapping, key);
  }

  private async page(visit: PageVisit, mapping: MappingRow, key: string | null): Promise<PageAnswer> {
    const { organizationId, id, name, status, lastReceivedAt } = mapping;
    const activity = await this.activity.ofToday(organizationId, [id]);
    return show(visit, MappingPage, {
      mapping: { id, name, active: status === 'active', lastReceivedAt },
      activity: activityWords(activity.get(id)),
      rules: mapping.fieldMappings.map((rule) => ({ ...rule, transform: transformWords(rule.transform) })),
      constants: mapping.staticValues.map((one) => ({ ...one, value: String(one.value) })),
      tags: mapping.staticTags,
      onDuplicate: duplicateWords(mapping.onDuplicate, POSTED),
      address: addressOf(this.settings.publicBaseUrl(), mapping, key),
    });
  }
}

/** Where to look after a switch: where it was. */
function backOf({ form }: PageVisit, id: string): string {
  const back = form.text('back');
  if (back === 'log') return logPathOf(id);
  return back === 'mapping' ? `${PATH}/${id}` : PATH;
}
