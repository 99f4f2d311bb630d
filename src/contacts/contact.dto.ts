import { Field } from '../common/field.decorator.js';
import { PageQuery } from '../common/page.dto.js';
import {
  type Reading,
  readBoolean,
  readBooleanText,
  readObject,
  readText,
  readTextList,
} from '../common/readings.js';
import { CONTACT_LIMITS, countryCodeOf, emailOf, timeZoneOf } from './contact-fields.js';

/** A text that has one right spelling, found by `canonical`. */
const readAs =
  (canonical: (text: string) => string | null, max: number, issue: string) =>
  (raw: unknown): Reading<string> => {
    const value = typeof raw === 'string' && raw.length <= max ? canonical(raw) : null;
    return value === null ? { issue } : { value };
  };
const readEmail = readAs(emailOf, CONTACT_LIMITS.email, 'must be an e-mail address');
const readCountry = readAs(countryCodeOf, 20, 'must be a two-letter country code (ISO 3166-1)');
const readTimezone = readAs(timeZoneOf, 64, 'must be an IANA time zone such as America/Chicago');
/** Judged with the contact's country, by the service. */
const readPhoneText = readText({ max: 100 });

const CLEARABLE = { optional: true, nullable: true } as const;
const text = (maxLength: number) => ({ type: String, minLength: 1, maxLength });

class ContactFields {
  /**
   * Given name.
   * @example Ada
   */
  @Field(readText({ max: CONTACT_LIMITS.name }), text(CONTACT_LIMITS.name), CLEARABLE)
  first_name?: string | null;

  /**
   * Family name.
   * @example Lovelace
   */
  @Field(readText({ max: CONTACT_LIMITS.name }), text(CONTACT_LIMITS.name), CLEARABLE)
  last_name?: string | null;

  /**
   * E-mail address, in lower case afterwards.
   * @example ada@example.com
   */
  @Field(readEmail, { ...text(CONTACT_LIMITS.email), format: 'email' }, CLEARABLE)
  email?: string | null;

  /**
   * Who they work for.
   * @example "Analytical Engines"
   */
  @Field(readText({ max: CONTACT_LIMITS.company }), text(CONTACT_LIMITS.company), CLEARABLE)
  company?: string | null;

  /**
   * ISO 3166-1 alpha-2; a phone number without a country code is read as one of this country.
   * @example US
   */
  @Field(readCountry, { type: String, minLength: 2, maxLength: 20 }, CLEARABLE)
  country_code?: string | null;

  /**
   * IANA name.
   * @example America/Chicago
   */
  @Field(readTimezone, text(64), CLEARABLE)
  timezone?: string | null;

  /**
   * The contact's id in the CRM it came from.
   * @example crm-4711
   */
  @Field(readText({ max: CONTACT_LIMITS.crm }), text(CONTACT_LIMITS.crm), CLEARABLE)
  crm_id?: string | null;

  /**
   * The CRM it came from.
   * @example hubspot
   */
  @Field(readText({ max: CONTACT_LIMITS.crm }), text(CONTACT_LIMITS.crm), CLEARABLE)
  crm_source?: string | null;

  /**
   * Replaces all tags.
   * @example ["lead", "vip"]
   */
  @Field(
    readTextList({ maxItems: CONTACT_LIMITS.tags, max: CONTACT_LIMITS.tag }),
    { type: [String], maxItems: CONTACT_LIMITS.tags },
    { optional: true },
  )
  tags?: string[];

  /**
   * Replaces all variables. Anything else that is known, for the agent's prompt.
   * @example { "plan": "Pro" }
   */
  @Field(
    readObject({ maxBytes: CONTACT_LIMITS.variablesBytes }),
    { type: 'object', additionalProperties: true },
    { optional: true },
  )
  variables?: Record<string, unknown>;

  /**
   * Puts the contact's number on the organization's do-not-call list, or takes it off. The list is kept apart from
   * contacts: only this, said outright, ever lifts it.
   */
  @Field(readBoolean, { example: false }, { optional: true })
  do_not_call?: boolean;

  /**
   * Why, in a few words: only together with `do_not_call: true`. A page shows it; a number that is on the list already
   * keeps its reason.
   * @example "Asked for it by e-mail"
   */
  @Field(readText({ max: CONTACT_LIMITS.reason }), text(CONTACT_LIMITS.reason), { optional: true })
  do_not_call_reason?: string;
}

/** A new contact: a phone number is enough. */
export class CreateContactDto extends ContactFields {
  /**
   * As people write it; stored as E.164.
   * @example "+1 (312) 555-0100"
   */
  @Field(readPhoneText, { minLength: 1, maxLength: 100 })
  phone: string;
}

/** What is given is set, `null` clears, the rest stays. */
export class ChangeContactDto extends ContactFields {
  /**
   * As people write it; stored as E.164.
   * @example "+1 (312) 555-0100"
   */
  @Field(readPhoneText, { minLength: 1, maxLength: 100 }, { optional: true })
  phone?: string;
}

export class ListContactsDto extends PageQuery {
  /**
   * Part of a name, e-mail address, company or phone number. Two characters find what begins with them, or has a
   * word that does; three and more are found anywhere.
   * @example lovelace
   */
  @Field(readText({ min: 2, max: 100 }), { minLength: 2, maxLength: 100 }, { optional: true })
  search?: string;

  /**
   * Only contacts with this tag, to the letter.
   * @example vip
   */
  @Field(readText({ max: CONTACT_LIMITS.tag }), { maxLength: CONTACT_LIMITS.tag }, { optional: true })
  tag?: string;

  /**
   * Only the contact with this number; a leading `+` is written as `%2B` in a URL. Without a country code it is one of the
   * organization's default country.
   * @example +13125550100
   */
  @Field(readPhoneText, { maxLength: 100 }, { optional: true })
  phone?: string;

  /**
   * Only contacts with this e-mail address, in any case of letters.
   * @example ada@example.com
   */
  @Field(readEmail, { maxLength: CONTACT_LIMITS.email }, { optional: true })
  email?: string;
}

export class DeleteContactDto {
  /** true: everything personal that is kept of the contact is blanked too, in calls, intakes and events. */
  @Field(readBooleanText, { type: Boolean }, { optional: true })
  erase: boolean = false;
}
