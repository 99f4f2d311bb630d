import { Controller, Get, Inject, Post } from '@nestjs/common';
import { EndpointFormPage, type EndpointFormProps } from '../../views/events/endpoint-form.js';
import { OVERLAPS, RotatePage, SecretPage } from '../../views/events/secret.js';
import { goTo, type PageAnswer } from '../auth/page-answer.js';
import { Me, Needs, PageAuth, Visit } from '../auth/page.decorator.js';
import { type PageVisit, show } from '../auth/page-visit.js';
import type { Person } from '../auth/person.js';
import { askingFor, type FormProblem, orShowAgain } from '../auth/shown-again.js';
import { askForTarget } from '../common/address-policy.js';
import { InvalidRequest, NotFound } from '../common/app-error.js';
import { IdParam } from '../common/id-param.decorator.js';
import { readFields } from '../common/read-fields.js';
import { Precondition } from '../common/versioning.decorator.js';
import type { Tx } from '../database/sql.client.js';
import { InTransaction } from '../idempotency/write.interceptor.js';
import { SETTINGS, type Settings } from '../settings.js';
import { EVENTS_PATH as PATH } from './delivery-view.js';
import { endpointIn, type EndpointFields, fieldsIn, fieldsOf, newEndpointFields } from './endpoint-form.js';
import { endpointName } from './endpoint-view.js';
import { EVENT_DOCUMENTS } from './event-documents.js';
import { SUBSCRIBABLE_TYPES } from './event-types.js';
import { VERIFY_EXAMPLES } from './verify-examples.js';
import { ChangeWebhookEndpointDto, CreateWebhookEndpointDto } from './webhook-endpoint.dto.js';
import type { WebhookEndpoint } from './webhook-endpoint.entity.js';
import { WebhookEndpointsRepository } from './webhook-endpoints.repository.js';
import { type IssuedEndpoint, WebhookEndpoints } from './webhook-endpoints.service.js';

const EndpointId = () => IdParam('Webhook endpoint');

const TYPES = SUBSCRIBABLE_TYPES.map((type) => ({
  value: type,
  label: type,
  hint: `${EVENT_DOCUMENTS[type].summary.replaceAll("'", '’')}.`,
}));

/** Makes and changes endpoints and their secrets. */
@Controller(PATH)
@PageAuth()
export class EndpointEditorPagesController {
  constructor(
    private readonly endpoints: WebhookEndpoints,
    private readonly rows: WebhookEndpointsRepository,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Get('new')
  @Needs('change')
  newForm(@Visit() visit: PageVisit, @Me() me: Person): Promise<PageAnswer> {
    return this.form(visit, me, { endpoint: null, fields: newEndpointFields() });
  }

  @Post()
  async create(@Visit() visit: PageVisit, @Me() me: Person, @InTransaction() tx: Tx): Promise<PageAnswer> {
    const { form } = visit;
    const issued = await orShowAgain(
      () =>
        atAgent(async () =>
          this.endpoints.create(tx, me, readFields(CreateWebhookEndpointDto, endpointIn(form, []))),
        ),
      (problems) => this.form(visit, me, { endpoint: null, fields: fieldsIn(form, []), problems }),
      askingFor(form, { url: askForTarget(this.settings.allowPrivateTargets) }),
    );
    return secretPage(visit, issued, false);
  }

  @Get(':id/edit')
  @Needs('change')
  async editForm(@Visit() visit: PageVisit, @Me() me: Person, @EndpointId() id: string): Promise<PageAnswer> {
    const endpoint = await this.endpoints.read(me.organizationId, id);
    return this.form(visit, me, { endpoint, fields: fieldsOf(endpoint) });
  }

  @Post(':id')
  async change(
    @Visit() visit: PageVisit,
    @Me() me: Person,
    @InTransaction() tx: Tx,
    @EndpointId() id: string,
  ): Promise<PageAnswer> {
    const { form } = visit;
    const endpoint = await this.endpoints.read(me.organizationId, id);
    const known = endpoint.headerNames;
    const changed = await orShowAgain(
      () =>
        atAgent(async () => {
          const dto = readFields(ChangeWebhookEndpointDto, endpointIn(form, known));
          return this.endpoints.change(tx, me, id, dto, new Precondition([Number(form.text('version'))]));
        }),
      (problems, status) =>
        this.form(visit, me, { endpoint, fields: fieldsIn(form, known), problems, status }),
      askingFor(form, { url: askForTarget(this.settings.allowPrivateTargets) }),
    );
    return goTo(`${PATH}/${id}`, `${endpointName(changed)} was saved.`);
  }

  @Get(':id/rotate-secret')
  @Needs('change')
  async askToRotate(
    @Visit() visit: PageVisit,
    @Me() me: Person,
    @EndpointId() id: string,
  ): Promise<PageAnswer> {
    const endpoint = await this.endpoints.read(me.organizationId, id);
    return show(visit, RotatePage, { id, name: endpointName(endpoint) });
  }

  @Post(':id/rotate-secret')
  async rotate(
    @Visit() visit: PageVisit,
    @Me() me: Person,
    @InTransaction() tx: Tx,
    @EndpointId() id: string,
  ): Promise<PageAnswer> {
    const chosen = OVERLAPS.find(({ value }) => value === visit.form.text('overlap')) ?? OVERLAPS[0];
    const issued = await this.endpoints.rotateSecret(tx, me, id, Number(chosen.value));
    return secretPage(visit, issued, chosen.value !== '0');
  }

  private async form(visit: PageVisit, me: Person, shown: Shown): Promise<PageAnswer> {
    const { endpoint, fields, problems = [], status = problems.length > 0 ? 422 : 200 } = shown;
    const agents = await this.rows.agents(me.organizationId);
    const props: Omit<EndpointFormProps, 'frame'> = {
      endpoint: endpoint && { id: endpoint.id, name: endpointName(endpoint) },
      fields,
      allowPrivateTargets: this.settings.allowPrivateTargets,
      types: TYPES,
      agents: agents.map(({ id, name }) => ({ value: id, label: name })),
      problems: problems.map(({ field, text }) => ({
        field: field === 'keep_headers' ? 'headers' : field,
        text,
      })),
    };
    return show(visit, EndpointFormPage, props, status);
  }
}

interface Shown {
  endpoint: WebhookEndpoint | null;
  fields: EndpointFields;
  problems?: FormProblem[];
  status?: number;
}

/** In a form an agent that is gone meanwhile is a problem of its field. */
async function atAgent<T>(change: () => Promise<T>): Promise<T> {
  try {
    return await change();
  } catch (error) {
    if (error instanceof NotFound && error.code === 'agent_not_found') {
      throw new InvalidRequest('Invalid agent_id', [
        { field: 'agent_id', in: 'body', issue: 'must be an agent of the organization' },
      ]);
    }
    throw error;
  }
}

const secretPage = (visit: PageVisit, { row, secret }: IssuedEndpoint, bothAreValid: boolean): PageAnswer =>
  show(visit, SecretPage, {
    id: row.id,
    name: endpointName(row),
    secret,
    previousUntil: bothAreValid ? row.previousSecretUntil : null,
    examples: VERIFY_EXAMPLES,
  });
