import { type ModelTested, OrganizationPage } from '../../views/auth/organization.js';
import type { Choice } from '../../views/shared/field.js';
import type { CarrierAnswered } from '../../views/shared/carrier-answer.js';
import type { OwnAccounts } from './carrier-accounts.service.js';
import { countryChoices } from '../common/countries.js';
import { isCountryCode } from '../common/phone-number.js';
import { Form } from './form.js';
import type { Organization } from './organization.entity.js';
import type { PageAnswer } from './page-answer.js';
import { type PageVisit, show } from './page-visit.js';
import type { FormProblem } from './shown-again.js';

/** What was typed into one of the page's forms, and what is wrong with it. */
interface Refused {
  form: Form;
  problems: FormProblem[];
}

/** What has just been done on the page. */
interface Happened {
  general: Refused;
  carrier: Refused;
  model: Refused;
  tested: ModelTested;
  carrierTested: CarrierAnswered;
}

/** The page with its forms: as they were typed where one was refused, else as it is saved. */
export function organizationPage(
  visit: PageVisit,
  organization: Organization,
  own: OwnAccounts,
  { general, carrier, carrierTested, model, tested }: Partial<Happened> = {},
  status = 200,
): PageAnswer {
  const typed = general?.form ?? generalForm(organization);
  const modelForm =
    model?.form ??
    Form.of({ llm_base_url: organization.llmBaseUrl ?? '', llm_model: organization.llmModel ?? '' });
  const props = {
    id: organization.id,
    seen: (general ?? carrier ?? model)?.form.text('seen') ?? organization.updatedAt.toISOString(),
    general: {
      name: typed.text('name'),
      ...countryChosen(typed.text('default_country').toUpperCase()),
      ...countriesAllowed(countriesIn(typed)),
      requireExistingContact: typed.checked('require_existing_contact'),
      maxConcurrentCalls: typed.text('max_concurrent_calls'),
      problems: general?.problems ?? [],
    },
    carrier: {
      accountSid: carrier?.form.text('twilio_account_sid') ?? own.current?.accountSid ?? '',
      tokenLastFour: own.current?.authTokenLastFour ?? null,
      isOwn: own.current !== null,
      former: own.former.map(({ id, accountSid }) => ({ id, accountSid })),
      takes: own.takes,
      problems: carrier?.problems ?? [],
      tested: carrierTested ?? null,
    },
    model: {
      baseUrl: modelForm.text('llm_base_url'),
      name: modelForm.text('llm_model'),
      keyLastFour: organization.llmApiKeyLastFour,
      hasKey: organization.llmApiKeySealed !== null,
      problems: model?.problems ?? [],
      isOwn: organization.llmBaseUrl !== null,
      saved: organization.llmModel,
      tested: tested ?? null,
    },
  };
  return show(visit, OrganizationPage, props, status);
}

const COUNTRY_CHOICES = countryChoices(isCountryCode);

/** What is ticked, and what can be added to it. */
const countriesAllowed = (codes: readonly string[]) => ({
  allowed: countryChoices(() => false, codes),
  notAllowed: countryChoices((code) => isCountryCode(code) && !codes.includes(code)),
});

/** The countries that a form says may be called. */
export const countriesIn = (form: Form): string[] => [
  ...new Set(form.all('allowed_countries').filter((code) => code !== '')),
];

/** None is chosen where what was sent is no country. */
const countryChosen = (code: string): { defaultCountry: string; countries: readonly Choice[] } =>
  isCountryCode(code)
    ? { defaultCountry: code, countries: COUNTRY_CHOICES }
    : { defaultCountry: '', countries: [{ value: '', label: 'Choose a country' }, ...COUNTRY_CHOICES] };

const generalForm = (organization: Organization): Form =>
  Form.of({
    name: organization.name,
    default_country: organization.defaultCountry,
    allowed_countries: organization.allowedCountries,
    max_concurrent_calls: String(organization.maxConcurrentCalls),
    ...(organization.requireExistingContact && { require_existing_contact: 'on' }),
  });
