import { ApiProperty } from '@nestjs/swagger';
import { Field } from '../common/field.decorator.js';
import type { JsonScalar } from '../common/json-text.js';
import { PageQuery, Pagination } from '../common/page.dto.js';
import { type NestedReading, readOneOf, readText } from '../common/readings.js';
import type { Target } from './contact-targets.js';
import type { FieldMapping, MappingRules, StaticValue } from './mapping-rules.js';
import { ON_DUPLICATE, type OnDuplicate } from './merge-contact.js';
import { readMappingRules } from './read-mapping-rules.js';
import { FIELD_MAPPINGS, SCALAR, STATIC_TAGS, STATIC_VALUES, TRANSFORM_NAMES } from './rule-schemas.js';
import type { TransformName } from './transforms.js';

const ACTION_TYPES = ['create_contact'] as const;
const MAPPING_STATUSES = ['active', 'inactive'] as const;
export type MappingStatus = (typeof MAPPING_STATUSES)[number];

const NAME = { max: 200 };

/** Reads one of the four rules by its name on the wire. */
const readRule =
  <T>(wire: string, take: (rules: Partial<MappingRules>) => T | undefined) =>
  (raw: unknown): NestedReading<T> => {
    const read = readMappingRules({ [wire]: raw });
    return 'issues' in read ? read : { value: take(read.rules) as T };
  };

/** One value of the payload into one field of the contact. */
export class FieldMappingPayload {
  /**
   * Name of a field, or a path into nested data.
   * @example lead.phones[0].number
   */
  source: string;
  /**
   * `firstName` `lastName` `email` `phone` `company` `countryCode` `timezone` `crmId` `crmSource` or `variables.<name>`.
   * @example phone
   */
  @ApiProperty({ type: String })
  target: Target;
  /** What is done to the text first; null for nothing. */
  @ApiProperty({ type: String, enum: TRANSFORM_NAMES, nullable: true, example: null })
  transform: TransformName | null;
}

/** A value of the mapping's own. */
export class StaticValuePayload {
  /** Any target but `phone`. @example crmSource */
  @ApiProperty({ type: String })
  target: Target;
  /**
   * The value to set.
   * @example website
   */
  @ApiProperty({ oneOf: SCALAR })
  value: JsonScalar;
  /** true: always written; false: a default for what is empty. */
  override: boolean;
}

const CLEARABLE = { optional: true, nullable: true };

/** The rules of a mapping; null stands for what a new mapping has. */
export class MappingRulesDto {
  /**
   * Which value of the payload goes into which field. Of several for one target the first that yields a value wins.
   * An active mapping needs one with the target `phone`.
   */
  @Field(readRule('field_mappings', (rules) => rules.fieldMappings), FIELD_MAPPINGS, CLEARABLE)
  field_mappings?: readonly FieldMapping[] | null;

  /** Values of the mapping's own, each target once. */
  @Field(readRule('static_values', (rules) => rules.staticValues), STATIC_VALUES, CLEARABLE)
  static_values?: readonly StaticValue[] | null;

  /** Tags added to every contact of the mapping. */
  @Field(readRule('static_tags', (rules) => rules.staticTags), STATIC_TAGS, CLEARABLE)
  static_tags?: readonly string[] | null;

  /**
   * What happens to a contact that exists already: `fill_missing` fills what is empty, `overwrite` replaces what the
   * payload has, `skip` changes nothing. Nothing erases.
   */
  @Field(readRule('on_duplicate', (rules) => rules.onDuplicate), { enum: ON_DUPLICATE }, CLEARABLE)
  on_duplicate?: OnDuplicate | null;
}

/** What can be said of a mapping beside its name. */
class MappingFields extends MappingRulesDto {
  /** What the mapping does; there is one kind. */
  @Field(readOneOf(ACTION_TYPES), { enum: ACTION_TYPES }, { optional: true })
  action_type?: 'create_contact';

  /** An inactive mapping refuses what is posted to it, and keeps its configuration. */
  @Field(readOneOf(MAPPING_STATUSES), { enum: MAPPING_STATUSES }, { optional: true })
  status?: MappingStatus;
}

/** A new mapping, active unless said otherwise. */
export class CreateMappingDto extends MappingFields {
  /**
   * Descriptive name.
   * @example "Website form"
   */
  @Field(readText(NAME), { minLength: 1, maxLength: NAME.max })
  name: string;
}

/** What is given is set, the rest stays; null clears a rule. */
export class ChangeMappingDto extends MappingFields {
  /**
   * Descriptive name.
   * @example "Website form"
   */
  @Field(readText(NAME), { minLength: 1, maxLength: NAME.max }, { optional: true })
  name?: string;
}

export class ListMappingsDto extends PageQuery {
  /** Only active or only inactive mappings. */
  @Field(readOneOf(MAPPING_STATUSES), { enum: MAPPING_STATUSES }, { optional: true })
  status?: MappingStatus;
}

/** A webhook mapping as the API shows it. */
export class MappingPayload {
  /** Also the `mapId` of its address. @example 01937f5c-2d5e-7c3a-9b51-0a4f7e1c2d3e */
  id: string;
  /**
   * Descriptive name.
   * @example "Website form"
   */
  name: string;
  /** What the mapping does; only `create_contact` exists. */
  action_type: 'create_contact';
  /** Which posted field fills which contact field; of two for one target the first that yields a value wins. */
  field_mappings: FieldMappingPayload[];
  /** Defaults applied to every contact; with `override` they win over what was posted. */
  static_values: StaticValuePayload[];
  /**
   * Tags added to every contact.
   * @example ["website"]
   */
  static_tags: string[];
  /** What happens when the number has a contact already. */
  on_duplicate: OnDuplicate;
  /** An inactive mapping takes nothing in; its configuration is kept. */
  status: MappingStatus;
  /**
   * Where to post. `INTAKE_KEY` stands for the mapping's own key, which is shown when it is made.
   * @example https://voice.example.com/api/contacts/flex?orgId=01937f5c-2d5e-7c3a-9b51-0a4f7e1c2d3e&apiKey=INTAKE_KEY&mapId=01937f5c-2d5e-7c3a-9b51-0a4f7e1c2d3f
   */
  webhook_url: string;
  /**
   * When it was created.
   * @example 2026-01-15T10:30:00.000Z
   */
  created_at: string;
  /**
   * When it was last changed.
   * @example 2026-01-15T10:30:00.000Z
   */
  updated_at: string;
  /** The newest authenticated request, accepted or not. @example 2026-01-15T10:30:00.000Z */
  last_received_at: string | null;
}

/** A mapping whose key was just made: the only answer that shows it, here and in `webhook_url`. */
export class KeyedMappingPayload extends MappingPayload {
  /**
   * The mapping's own key: it can do nothing but post to this mapping. Keep it: it is shown this once.
   * @example vap_intake_01937f5c2d5e_kept-secret
   */
  intake_api_key: string;
}

export class MappingPage {
  /** The items of this page. */
  data: MappingPayload[];
  /** Where the page stands in its list. */
  pagination: Pagination;
}
