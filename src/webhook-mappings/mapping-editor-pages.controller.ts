import { Controller, Get, Post } from '@nestjs/common';
import { EditorPage } from '../../views/webhook-mappings/editor.js';
import type { PreviewView } from '../../views/webhook-mappings/preview.js';
import { goTo, type PageAnswer } from '../auth/page-answer.js';
import { Me, Needs, PageAuth, Visit } from '../auth/page.decorator.js';
import { type PageVisit, show } from '../auth/page-visit.js';
import type { Person } from '../auth/person.js';
import { type FormProblem, orShowAgain } from '../auth/shown-again.js';
import { IdParam } from '../common/id-param.decorator.js';
import { readFields } from '../common/read-fields.js';
import { Precondition } from '../common/versioning.decorator.js';
import type { Tx } from '../database/sql.client.js';
import { InTransaction } from '../idempotency/write.interceptor.js';
import { IntakeLog } from './intake-log.repository.js';
import {
  fieldsIn,
  fieldsOf,
  mappingIn,
  type MappingFields,
  NEW_MAPPING,
  rulesIn,
  TARGET_NAMES,
  TRANSFORM_CHOICES,
} from './mapping-form.js';
import { PreviewMappingDto } from './mapping-preview.dto.js';
import { presentPreview } from './mapping-preview.presenter.js';
import { MappingPreviews } from './mapping-preview.service.js';
import { previewView } from './preview-view.js';
import { ChangeMappingDto, CreateMappingDto } from './webhook-mapping.dto.js';
import { WebhookMappings } from './webhook-mappings.service.js';

const PATH = '/settings/webhook-mappings';
const SAMPLE =
  '{"firstName": "Ada", "lastName": "Lovelace", "phone": "(312) 555-0142", "email": "ada@example.com"}';

const MappingId = () => IdParam('Webhook mapping');

interface Shown {
  id: string | null;
  fields: MappingFields;
  sample?: string;
  preview?: PreviewView;
  problems?: FormProblem[];
  status?: number;
}

/** Writes a mapping's rules, and tries them before they are saved. */
@Controller(PATH)
@PageAuth()
export class MappingEditorPagesController {
  constructor(
    private readonly mappings: WebhookMappings,
    private readonly previews: MappingPreviews,
    private readonly log: IntakeLog,
  ) {}

  @Get('new')
  @Needs('change')
  newForm(@Visit() visit: PageVisit): PageAnswer {
    return editor(visit, { id: null, fields: NEW_MAPPING });
  }

  @Post()
  async create(@Visit() visit: PageVisit, @Me() me: Person, @InTransaction() tx: Tx): Promise<PageAnswer> {
    const { form } = visit;
    const { mapping } = await orShowAgain(
      async () =>
        this.mappings.create(tx, me.organizationId, readFields(CreateMappingDto, mappingIn(form)), me),
      (problems, status) => editor(visit, { id: null, fields: fieldsIn(form), problems, status }),
    );
    return goTo(`${PATH}/${mapping.id}`, `${mapping.name} was created. Post to its address to try it.`);
  }

  @Get(':id/edit')
  @Needs('change')
  async editForm(@Visit() visit: PageVisit, @Me() me: Person, @MappingId() id: string): Promise<PageAnswer> {
    const mapping = await this.mappings.read(me.organizationId, id);
    const [[newest]] = await this.log.list(me.organizationId, id, {}, { limit: 1, offset: 0 });
    return editor(visit, { id, fields: fieldsOf(mapping), sample: newest?.payload ?? SAMPLE });
  }

  @Post(':id')
  async change(
    @Visit() visit: PageVisit,
    @Me() me: Person,
    @InTransaction() tx: Tx,
    @MappingId() id: string,
  ): Promise<PageAnswer> {
    const { form } = visit;
    const sample = form.text('sample');
    const { name } = await orShowAgain(
      async () => {
        const dto = readFields(ChangeMappingDto, mappingIn(form));
        const seen = new Precondition([Number(form.text('version'))]);
        return this.mappings.change(tx, me.organizationId, id, dto, seen);
      },
      (problems, status) => editor(visit, { id, fields: fieldsIn(form), sample, problems, status }),
    );
    return goTo(`${PATH}/${id}`, `${name} was saved.`);
  }

  @Post(':id/preview')
  async preview(
    @Visit() visit: PageVisit,
    @Me() me: Person,
    @InTransaction() tx: Tx,
    @MappingId() id: string,
  ): Promise<PageAnswer> {
    const { form } = visit;
    const shown = { id, fields: fieldsIn(form), sample: form.text('sample') };
    const previewed = await orShowAgain(
      async () => {
        const dto = readFields(PreviewMappingDto, { payload: shown.sample, ...rulesIn(form) });
        return this.previews.preview(tx, me.organizationId, id, dto);
      },
      (problems, status) => editor(visit, { ...shown, problems: problems.map(atSample), status }),
    );
    return editor(visit, { ...shown, preview: previewView(presentPreview(previewed)) });
  }
}

/** What is wrong with the payload is wrong with what was pasted. */
const atSample = (problem: FormProblem): FormProblem =>
  problem.field === 'body' || problem.field === 'payload' ? { ...problem, field: 'sample' } : problem;

const editor = (visit: PageVisit, { id, fields, sample = '', preview, problems = [], status }: Shown) =>
  show(
    visit,
    EditorPage,
    {
      id,
      ...fields,
      targets: TARGET_NAMES,
      transforms: TRANSFORM_CHOICES,
      sample,
      preview: preview ?? null,
      problems,
    },
    status,
  );
