import { Controller, Get, Inject, Post, Query } from '@nestjs/common';
import { EditorPage } from '../../views/webhook-mappings/editor.js';
import { goTo, type PageAnswer } from '../auth/page-answer.js';
import { Asks, Me, Needs, PageAuth, Visit } from '../auth/page.decorator.js';
import { type PageVisit, show } from '../auth/page-visit.js';
import type { Person } from '../auth/person.js';
import { askingFor, type FormProblem, orShowAgain } from '../auth/shown-again.js';
import { IdParam } from '../common/id-param.decorator.js';
import { readFields } from '../common/read-fields.js';
import { Precondition } from '../common/versioning.decorator.js';
import type { Tx } from '../database/sql.client.js';
import { InTransaction } from '../idempotency/write.interceptor.js';
import { SETTINGS, type Settings } from '../settings.js';
import { addressOf } from './mapping-address.js';
import { draftAct } from './mapping-draft.js';
import { MappingDrafts } from './mapping-drafts.service.js';
import {
  type Draft,
  draftIn,
  fieldsOf,
  lacksPhone,
  mappingIn,
  NEW_MAPPING,
  refusedDraftIn,
  TARGET_NAMES,
  TRANSFORM_CHOICES,
} from './mapping-form.js';
import { transformRemark } from './transform-words.js';
import { ChangeMappingDto, CreateMappingDto } from './webhook-mapping.dto.js';
import { WebhookMappings } from './webhook-mappings.service.js';

const PATH = '/settings/webhook-mappings';

/** What is said of a field that was left empty. */
const EMPTY = { name: 'Enter a name.' };

const MappingId = () => IdParam('Webhook mapping');

/** Writes a mapping's rules by a sample of what will be posted, and tries them before they are saved. */
@Controller(PATH)
@PageAuth()
export class MappingEditorPagesController {
  constructor(
    private readonly mappings: WebhookMappings,
    private readonly drafts: MappingDrafts,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Get('new')
  @Needs('change')
  newForm(@Visit() visit: PageVisit, @Me() me: Person): Promise<PageAnswer> {
    return this.editor(visit, me, null, { fields: NEW_MAPPING, sample: '', sampleAt: '', after: null });
  }

  /** The form of a new mapping as it is, with what its pasted sample says. */
  @Post('new/draft')
  @Asks()
  draftNew(@Visit() visit: PageVisit, @Me() me: Person): Promise<PageAnswer> {
    return this.redraw(visit, me, null);
  }

  @Post()
  async create(@Visit() visit: PageVisit, @Me() me: Person, @InTransaction() tx: Tx): Promise<PageAnswer> {
    const { form } = visit;
    const { mapping } = await orShowAgain(
      async () =>
        this.mappings.create(tx, me.organizationId, readFields(CreateMappingDto, mappingIn(form)), me),
      (problems, status) => this.editor(visit, me, null, refusedDraftIn(form), problems, status),
      askingFor(form, EMPTY),
    );
    const path = `${PATH}/${mapping.id}`;
    return form.text('paused') === 'listen'
      ? goTo(`${path}/edit`, `${mapping.name} was created, paused. Post to its address to see a sample.`)
      : goTo(path, `${mapping.name} was created. Post to its address to try it.`);
  }

  @Get(':id/edit')
  @Needs('change')
  async editForm(@Visit() visit: PageVisit, @Me() me: Person, @MappingId() id: string): Promise<PageAnswer> {
    const mapping = await this.mappings.read(me.organizationId, id);
    return this.editor(visit, me, id, await this.drafts.begin(me.organizationId, id, fieldsOf(mapping)));
  }

  /** The form as it is, after a look at the sample, a click on one of its values, or while waiting for one. */
  @Post(':id/edit/draft')
  @Asks()
  async draft(@Visit() visit: PageVisit, @Me() me: Person, @MappingId() id: string): Promise<PageAnswer> {
    await this.mappings.read(me.organizationId, id);
    return this.redraw(visit, me, id);
  }

  /** Whether the next request has come: 200, or 204. */
  @Get(':id/sample')
  @Needs('change')
  async poll(@Me() me: Person, @MappingId() id: string, @Query('after') after: unknown): Promise<PageAnswer> {
    await this.mappings.read(me.organizationId, id);
    const seen = typeof after === 'string' ? after : '';
    const hasArrived = await this.drafts.hasArrived(me.organizationId, id, seen);
    return { status: hasArrived ? 200 : 204, html: '', cookies: [] };
  }

  @Post(':id')
  async change(
    @Visit() visit: PageVisit,
    @Me() me: Person,
    @InTransaction() tx: Tx,
    @MappingId() id: string,
  ): Promise<PageAnswer> {
    const { form } = visit;
    const { name } = await orShowAgain(
      async () => {
        const dto = readFields(ChangeMappingDto, mappingIn(form));
        const seen = new Precondition([Number(form.text('version'))]);
        return this.mappings.change(tx, me.organizationId, id, dto, seen);
      },
      (problems, status) => this.editor(visit, me, id, refusedDraftIn(form), problems, status),
      askingFor(form, EMPTY),
    );
    return goTo(`${PATH}/${id}`, `${name} was saved.`);
  }

  private async redraw(visit: PageVisit, me: Person, id: string | null): Promise<PageAnswer> {
    const { form } = visit;
    const done = draftAct(form.text('do'));
    const draft = await this.drafts.after(me.organizationId, id, draftIn(form), done, form.text('into'));
    return this.editor(visit, me, id, draft);
  }

  private async editor(
    visit: PageVisit,
    me: Person,
    id: string | null,
    draft: Draft,
    problems: FormProblem[] = [],
    status?: number,
  ): Promise<PageAnswer> {
    const { problem, ...findings } = await this.drafts.lookInto(me.organizationId, id, draft);
    const { fields, ...sample } = draft;
    const props = {
      id,
      ...fields,
      ...sample,
      ...findings,
      suggestions: findings.suggestions.map((one) => ({ ...one, transform: transformRemark(one.transform) })),
      address: id === null ? null : this.addressOf(me, id),
      targets: TARGET_NAMES,
      transforms: TRANSFORM_CHOICES,
      problem: findings.tree === null ? problem : null,
      draftProblem: problem,
      problems,
      phoneIsMissing: problems.some(({ field }) => field === 'field_mappings') && lacksPhone(fields),
    };
    return show(visit, EditorPage, props, status);
  }

  /** With what most forms post: its own rules are still being made. */
  private addressOf({ organizationId }: Person, id: string) {
    return addressOf(this.settings.publicBaseUrl(), { organizationId, id, fieldMappings: [] }, null);
  }
}
