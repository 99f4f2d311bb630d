import { Controller, Get, Post } from '@nestjs/common';
import { readFields } from '../common/read-fields.js';
import type { Tx } from '../database/sql.client.js';
import { InTransaction } from '../idempotency/write.interceptor.js';
import type { Form } from './form.js';
import { CarrierAccounts } from './carrier-accounts.service.js';
import { ChangeCredentialsDto } from './organization-credentials.dto.js';
import { ChangeOrganizationDto } from './organization.dto.js';
import type { Organization } from './organization.entity.js';
import { countriesIn, organizationPage } from './organization-page.js';
import { Organizations } from './organizations.service.js';
import { goTo, type PageAnswer } from './page-answer.js';
import { Me, PageAuth, Visit } from './page.decorator.js';
import type { PageVisit } from './page-visit.js';
import type { Person } from './person.js';
import { askingFor, orShowAgain } from './shown-again.js';

const PATH = '/settings/organization';

/** What holds for the whole organization. */
@Controller(PATH)
@PageAuth()
export class OrganizationPagesController {
  constructor(
    private readonly organizations: Organizations,
    private readonly accounts: CarrierAccounts,
  ) {}

  @Get()
  async read(@Visit() visit: PageVisit, @Me() me: Person): Promise<PageAnswer> {
    return organizationPage(visit, ...(await this.now(me)));
  }

  @Post()
  async change(@Visit() visit: PageVisit, @Me() me: Person, @InTransaction() tx: Tx): Promise<PageAnswer> {
    const { form } = visit;
    const now = await this.now(me);
    await orShowAgain(
      async () => {
        const dto = readFields(ChangeOrganizationDto, generalIn(form, now[0]));
        return this.organizations.update(tx, me.organizationId, dto, me, form.text('seen'));
      },
      (problems, status) => organizationPage(visit, ...now, { general: { form, problems } }, status),
      askingFor(form, {
        name: 'Enter a name.',
        default_country: 'Choose a country.',
        allowed_countries: 'Choose at least one country.',
        max_concurrent_calls: 'Enter a number; 0 stops all calling.',
      }),
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
    const now = await this.now(me);
    await orShowAgain(
      async () => {
        const dto = readFields(ChangeCredentialsDto, modelIn(form));
        const organization = await this.organizations.hold(tx, me.organizationId, form.text('seen'));
        return this.organizations.changeModel(tx, me, organization, dto);
      },
      (problems, status) => organizationPage(visit, ...now, { model: { form, problems } }, status),
      askingFor(form, { llm_base_url: 'Enter the address that this key is for.' }),
    );
    return goTo(PATH, 'The language model was saved.');
  }

  private now({ organizationId }: Person) {
    return Promise.all([this.organizations.read(organizationId), this.accounts.of(organizationId)]);
  }
}

/** The same countries as before are not sent: they may be older than the list that they are looked up in. */
const generalIn = (form: Form, { allowedCountries }: Organization) => {
  const [countries, limit] = [countriesIn(form), form.text('max_concurrent_calls')];
  return {
    name: form.text('name'),
    default_country: form.text('default_country').toUpperCase(),
    ...(!isSame(countries, allowedCountries) && { allowed_countries: countries }),
    require_existing_contact: form.checked('require_existing_contact'),
    // What is no number is refused as it is.
    max_concurrent_calls: /^\d+$/.test(limit) ? Number(limit) : limit,
  };
};

/** An empty key leaves the one that is kept. */
const modelIn = (form: Form) => ({
  llm_base_url: form.nullable('llm_base_url'),
  llm_model: form.nullable('llm_model'),
  llm_api_key: form.checked('forget_key') ? null : form.given('llm_api_key'),
});

const isSame = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((one) => others.includes(one));
