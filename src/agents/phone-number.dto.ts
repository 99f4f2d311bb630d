import { Field } from '../common/field.decorator.js';
import { PageQuery, Pagination } from '../common/page.dto.js';
import { readBoolean, readPhoneNumber, readText, readUuid } from '../common/readings.js';

const LABEL = { max: 100 };

class PhoneNumberFields {
  /**
   * What it is for, in the organization's own words.
   * @example "Support line"
   */
  @Field(
    readText(LABEL),
    { type: String, minLength: 1, maxLength: LABEL.max },
    { optional: true, nullable: true },
  )
  label?: string | null;

  /**
   * The agent that answers calls to it and whose calls come from it; null for none.
   * @example 01937f5c-2d5e-7c3a-9b51-0a4f7e1c2d3e
   */
  @Field(readUuid, { type: String, format: 'uuid' }, { optional: true, nullable: true })
  agent_id?: string | null;

  /** Calls come from it when neither the request nor the agent names a number. One number is the default. */
  @Field(readBoolean, { example: false }, { optional: true })
  is_default?: boolean;
}

/** A number that the carrier has given the organization. */
export class CreatePhoneNumberDto extends PhoneNumberFields {
  /**
   * The number in international form; stored as E.164.
   * @example +13125550100
   */
  @Field(readPhoneNumber, { maxLength: 100 })
  number: string;
}

/** What is given is set, the rest stays. */
export class ChangePhoneNumberDto extends PhoneNumberFields {}

export class ListPhoneNumbersDto extends PageQuery {}

/** A phone number as the API shows it. */
export class PhoneNumberPayload {
  /**
   * UUID, made by the service.
   * @example 01937f5c-2d5e-7c3a-9b51-0a4f7e1c2d3e
   */
  id: string;
  /** E.164. @example +13125550100 */
  number: string;
  /**
   * What it is for, in the organization's own words.
   * @example "Support line"
   */
  label: string | null;
  /**
   * The agent that answers calls to it and whose calls come from it; null for none.
   * @example 01937f5c-2d5e-7c3a-9b51-0a4f7e1c2d3e
   */
  agent_id: string | null;
  /** Whether calls come from it when neither the request nor the agent names a number. */
  is_default: boolean;
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

export class PhoneNumberPage {
  /** The items of this page. */
  data: PhoneNumberPayload[];
  /** Where the page stands in its list. */
  pagination: Pagination;
}
