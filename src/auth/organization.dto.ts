import { Field } from '../common/field.decorator.js';
import { isCountryCode } from '../common/phone-number.js';
import { PageQuery } from '../common/page.dto.js';
import { type Reading, readBoolean, readInteger, readText } from '../common/readings.js';

const NAME = { max: 200 };
const CONCURRENT_CALLS = { min: 0, max: 10_000 };
const LINK_HOURS = { min: 1, max: 87_600 };

const COUNTRY_ISSUE = 'two-letter country codes (ISO 3166-1) such as US';

const readCountry = (raw: unknown): Reading<string> =>
  typeof raw === 'string' && isCountryCode(raw)
    ? { value: raw }
    : { issue: `must be one of the ${COUNTRY_ISSUE}` };

/** One or more countries, each once. */
function readCountries(raw: unknown): Reading<string[]> {
  const countries = Array.isArray(raw) ? raw.map(readCountry) : [];
  const known = countries.flatMap((country) => ('value' in country ? [country.value] : []));
  return known.length > 0 && known.length === countries.length
    ? { value: [...new Set(known)] }
    : { issue: `must be a list of one or more ${COUNTRY_ISSUE}` };
}

/** A new organization. */
export class CreateOrganizationDto {
  /**
   * What people call it.
   * @example Acme
   */
  @Field(readText(NAME), { minLength: 1, maxLength: NAME.max })
  name: string;
}

/** What is given is set, the rest stays. */
export class ChangeOrganizationDto {
  /**
   * What people call it.
   * @example Acme
   */
  @Field(readText(NAME), { minLength: 1, maxLength: NAME.max }, { optional: true })
  name?: string;

  /**
   * Phone numbers without a country code are read as numbers of this country.
   * @example US
   */
  @Field(readCountry, { minLength: 2, maxLength: 2 }, { optional: true })
  default_country?: string;

  /** Countries that may be called. @example ["US", "CA"] */
  @Field(readCountries, { type: String, isArray: true, minItems: 1, uniqueItems: true }, { optional: true })
  allowed_countries?: string[];

  /** Refuse calls to numbers that are no contact yet, instead of making a minimal contact. */
  @Field(readBoolean, {}, { optional: true })
  require_existing_contact?: boolean;

  /** Live calls at once, over all replicas; 0 for none at all. */
  @Field(
    readInteger(CONCURRENT_CALLS),
    { minimum: CONCURRENT_CALLS.min, maximum: CONCURRENT_CALLS.max },
    { optional: true },
  )
  max_concurrent_calls?: number;

  /** Hours after a call's end that the link to its recording is good for; null for as long as the recording is kept. */
  @Field(
    readInteger(LINK_HOURS),
    { type: Number, minimum: LINK_HOURS.min, maximum: LINK_HOURS.max },
    { optional: true, nullable: true },
  )
  recording_link_hours?: number | null;
}

export class ListOrganizationsDto extends PageQuery {}

/** An organization and its settings. */
export class OrganizationPayload {
  /**
   * UUID, made by the service.
   * @example 01937f5c-2d5e-7c3a-9b51-0a4f7e1c2d3e
   */
  id: string;
  /**
   * What people call it.
   * @example Acme
   */
  name: string;
  /**
   * Phone numbers without a country code are read as numbers of this country.
   * @example US
   */
  default_country: string;
  /**
   * Countries that may be called.
   * @example ["US", "CA"]
   */
  allowed_countries: string[];
  /** Whether calls to numbers that are no contact yet are refused. */
  require_existing_contact: boolean;
  /**
   * Live calls at once, over all replicas.
   * @example 10
   */
  max_concurrent_calls: number;
  /**
   * Hours after a call's end that the link to its recording is good for; null for as long as the recording is kept.
   * @example 24
   */
  recording_link_hours: number | null;
  /**
   * Base address of its own language model's server; null for the service's.
   * @example https://api.openai.com/v1
   */
  llm_base_url: string | null;
  /**
   * The model that its agents speak with unless they name one; null for the service's.
   * @example gpt-5-mini
   */
  llm_model: string | null;
  /**
   * The end of the key for its server, if there is one.
   * @example 7Qx2
   */
  llm_api_key_last_four: string | null;
  /**
   * The Twilio account that its calls begin with; null for the service's carrier.
   * @example AC0123456789abcdef0123456789abcdef
   */
  twilio_account_sid: string | null;
  /**
   * The end of that account's auth token.
   * @example 9f3c
   */
  twilio_auth_token_last_four: string | null;
  /**
   * When it was made.
   * @example 2026-01-15T10:30:00.000Z
   */
  created_at: string;
  /**
   * When it was last changed.
   * @example 2026-01-15T10:30:00.000Z
   */
  updated_at: string;
}

/** What proves that a request comes from this organization's agents. */
export class SigningSecretPayload {
  /**
   * As the `standardwebhooks` libraries take it.
   * @example whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD
   */
  signing_secret: string;
  /**
   * Those that sign as well while the installation's key is being replaced; a receiver with any one of them verifies.
   * @example []
   */
  previous_signing_secrets: string[];
}
