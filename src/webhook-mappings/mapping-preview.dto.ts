import { ApiProperty } from '@nestjs/swagger';
import { Field } from '../common/field.decorator.js';
import type { JsonObject, JsonValue } from '../common/json-text.js';
import { type Reading, readText } from '../common/readings.js';
import type { Target } from './contact-targets.js';
import { AppliedRules, IntakeWarning } from './intake.dto.js';
import { RefusalDetail } from './intake-request.dto.js';
import { MappingRulesDto } from './webhook-mapping.dto.js';
import type { TransformName } from './transforms.js';

const CONTENT_TYPE = { max: 200 };

/** A payload as JSON, or a whole body as text. */
function readSample(raw: unknown): Reading<JsonValue> {
  const isReadable = typeof raw === 'string' || (typeof raw === 'object' && raw !== null);
  return isReadable ? { value: raw as JsonValue } : { issue: 'must be an object, or a body as text' };
}

/** What to map, and by which rules: those that are left out are the mapping's own. */
export class PreviewMappingDto extends MappingRulesDto {
  /**
   * What an outside system would post: an object, a list of exactly one, or a whole body as text, such as a line of
   * the intake log keeps it.
   */
  @Field(readSample, {
    oneOf: [{ type: 'object', additionalProperties: true }, { type: 'array' }, { type: 'string' }],
    example: { firstName: 'Ada', phone: '(312) 555-0100' },
  })
  payload: JsonValue;

  /**
   * How a body that is given as text is to be read; `application/json` unless said otherwise.
   * @example application/json
   */
  @Field(readText(CONTENT_TYPE), { minLength: 1, maxLength: CONTENT_TYPE.max }, { optional: true })
  content_type?: string;
}

/** The fields of a contact that an intake can fill. */
export class PreviewedContact {
  /**
   * First name.
   * @example Ada
   */
  first_name: string | null;
  /**
   * Last name.
   * @example Lovelace
   */
  last_name: string | null;
  /**
   * E-mail address.
   * @example ada@example.com
   */
  email: string | null;
  /**
   * E.164; null when no valid phone number was found.
   * @example +13125550100
   */
  phone: string | null;
  /**
   * Company.
   * @example "Analytical Engines"
   */
  company: string | null;
  /**
   * ISO 3166-1 alpha-2.
   * @example US
   */
  country_code: string | null;
  /**
   * IANA time zone.
   * @example America/Chicago
   */
  timezone: string | null;
  /**
   * The contact's id in the CRM it came from.
   * @example crm-4711
   */
  crm_id: string | null;
  /**
   * The CRM it came from.
   * @example hubspot
   */
  crm_source: string | null;
  /**
   * Tags of the contact.
   * @example ["website"]
   */
  tags: string[];
  /**
   * Other values, for the agent's prompt.
   * @example { "plan": "Pro" }
   */
  variables: JsonObject;
}

/** How one field mapping went. */
export class TracedRule {
  /**
   * The field or path in the posted data.
   * @example phone
   */
  source: string;
  /**
   * The contact field it is about.
   * @example phone
   */
  @ApiProperty({ type: String })
  target: Target;
  /** How the value is changed on its way; null leaves it as it is. */
  transform: TransformName | null;
  /** Whether the payload has anything there. */
  found: boolean;
  /**
   * What stood there, shortened.
   * @example "(312) 555-0100"
   */
  raw: unknown;
  /**
   * What came of it; null if it was missing or of no use.
   * @example +13125550100
   */
  value: unknown;
  /** Whether the target takes this value from the payload. */
  used: boolean;
  /**
   * Why a value that is there cannot be used.
   * @example "is not a phone number"
   */
  issue: string | null;
}

/** What posting the payload would do. Nothing was written. */
export class MappingPreview {
  /** What would become of it; `rejected` for the reasons in `problems`. */
  status: 'created' | 'updated' | 'unchanged' | 'rejected';
  /** The contact as it would be afterwards. */
  contact: PreviewedContact;
  /**
   * The contact with this number that exists already.
   * @example 01937f5c-2d5e-7c3a-9b51-0a4f7e1c2d3e
   */
  existing_contact_id: string | null;
  /** What the mapping applied. */
  applied: AppliedRules;
  /**
   * Source paths that hold something and that no field mapping reads.
   * @example ["utm_source"]
   */
  unmapped: string[];
  /** What was skipped without losing the contact. */
  warnings: IntakeWarning[];
  /** One entry a field mapping, in their order. */
  trace: TracedRule[];
  /** What would refuse the request: the phone numbers that were tried, and what was found. */
  problems: RefusalDetail[];
}
