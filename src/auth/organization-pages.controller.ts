import { Controller, Get, Post } from '@nestjs/common';
import { OrganizationPage } from '../../views/auth/organization.js';
import { readFields } from '../common/read-fields.js';
import type { Tx } from '../database/sql.client.js';
import { InTransaction } from '../idempotency/write.interceptor.js';
import { Form } from './form.js';
import { ChangeModelDto, ChangeOrganizationDto } from './organization.dto.js';
import type { Organization } from './organization.entity.js';
import { Organizations } from './organizations.service.js';
import { goTo, type PageAnswer } from './page-answer.js';
import { Me, PageAuth, Visit } from './page.decorator.js';
import { type PageVisit, show } from './page-visit.js';
import type { Person } from './person.js';
import { type FormProblem, orShowAgain } from './shown-again.js';

const PATH = '/settings/organization';

/** What was typed into one of the page's two forms, and what is wrong with it. */
interface Refused {
  form: Form;
  problems: FormProblem[];
}

/** What holds for the whole organization. */
@Controller(PATH)
@PageAuth()
export class OrganizationPagesController {
  constructor(private readonly organizations: Organizations) {}

  @Get()
  async read(@Visit() visit: PageVisit, @Me() me: Person): Promise<PageAnswer> {
    return page(visit, await this.organizations.read(me.organizationId));
  }

  @Post()
  async change(@Visit() visit: PageVisit, @Me() me: Person, @InTransaction() tx: Tx): Promise<PageAnswer> {
    const { form } = visit;
    const now = await this.organizations.read(me.organizationId);
    await orShowAgain(
      async () => {
        const dto = readFields(ChangeOrganizationDto, generalIn(form));
        return this.organizations.update(tx, me.organizationId, dto, me, form.text('seen'));
      },
      (problems, status) => page(visit, now, { general: { form, problems } }, status),
    );
    return goTo(PATH, 'The organization was saved.');
  }

  @Post('model')
  async changeModel(
    @Visit() visit: PageVisit,
    @Me() me: Person,
    @InTransaction() tx: Tx,
  ): Promise<PageAnswer> {
    const { form } = visit;
    const now = await this.organizations.read(me.organizationId);
    await orShowAgain(
      async () =>
        this.organizations.changeModel(tx, me, readFields(ChangeModelDto, modelIn(form)), form.text('seen')),
      (problems, status) => page(visit, now, { model: { form, problems } }, status),
    );
    return goTo(PATH, 'The language model was saved.');
  }
}

const generalIn = (form: Form) => ({
  name: form.text('name'),
  default_country: form.text('default_country').toUpperCase(),
  allowed_countries: form
    .text('allowed_countries')
    .toUpperCase()
    .split(/[\s,;]+/)
    .filter(Boolean),
  require_existing_contact: form.checked('require_existing_contact'),
  // What is no number is refused as it is.
  max_concurrent_calls: /^\d+$/.test(form.text('max_concurrent_calls'))
    ? Number(form.text('max_concurrent_calls'))
    : form.text('max_concurrent_calls'),
});

/** An empty key leaves the one that is kept. */
const modelIn = (form: Form) => ({
  llm_base_url: form.nullable('llm_base_url'),
  llm_model: form.nullable('llm_model'),
  llm_api_key: form.checked('forget_key') ? null : form.given('llm_api_key'),
});

function page(
  visit: PageVisit,
  organization: Organization,
  { general, model }: { general?: Refused; model?: Refused } = {},
  status = 200,
): PageAnswer {
  const typed = general?.form ?? generalForm(organization);
  const modelForm =
    model?.form ??
    Form.of({ llm_base_url: organization.llmBaseUrl ?? '', llm_model: organization.llmModel ?? '' });
  const props = {
    id: organization.id,
    seen: (general ?? model)?.form.text('seen') ?? organization.updatedAt.toISOString(),
    general: {
      name: typed.text('name'),
      defaultCountry: typed.text('default_country'),
      allowedCountries: typed.text('allowed_countries'),
      requireExistingContact: typed.checked('require_existing_contact'),
      maxConcurrentCalls: typed.text('max_concurrent_calls'),
      problems: general?.problems ?? [],
    },
    model: {
      baseUrl: modelForm.text('llm_base_url'),
      name: modelForm.text('llm_model'),
      keyLastFour: organization.llmApiKeyLastFour,
      hasKey: organization.llmApiKeySealed !== null,
      problems: model?.problems ?? [],
    },
  };
  return show(visit, OrganizationPage, props, status);
}

const generalForm = (organization: Organization): Form =>
  Form.of({
    name: organization.name,
    default_country: organization.defaultCountry,
    allowed_countries: organization.allowedCountries.join(', '),
    max_concurrent_calls: String(organization.maxConcurrentCalls),
    ...(organization.requireExistingContact && { require_existing_contact: 'on' }),
  });
