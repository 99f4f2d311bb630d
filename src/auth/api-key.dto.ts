import { Field } from '../common/field.decorator.js';
import { PageQuery, Pagination } from '../common/page.dto.js';
import { type Reading, readInteger, readInstant, readText } from '../common/readings.js';
import { type Scope, SCOPES } from './scopes.js';

const NAME = { max: 100 };
const DAY_SECONDS = 86_400;
const OVERLAP = { min: 0, max: 7 * DAY_SECONDS };

/** A list of one or more scopes, each once. */
function readScopes(raw: unknown): Reading<Scope[]> {
  const known = (scope: unknown): scope is Scope => (SCOPES as readonly unknown[]).includes(scope);
  if (Array.isArray(raw) && raw.length > 0 && raw.every(known)) return { value: [...new Set(raw)] };
  return { issue: `must be a list of one or more of ${SCOPES.join(', ')}` };
}

export class CreateApiKeyDto {
  /**
   * What the key is for.
   * @example "CRM export"
   */
  @Field(readText(NAME), { minLength: 1, maxLength: NAME.max })
  name: string;

  /** What it may do; only what the key that asks may do itself. */
  @Field(readScopes, { enum: SCOPES, isArray: true, minItems: 1, uniqueItems: true, example: ['calls:read'] })
  scopes: Scope[];

  /**
   * When it stops working; never, when left out.
   * @example 2027-01-15T10:30:00.000Z
   */
  @Field(readInstant, { type: String, format: 'date-time' }, { optional: true, nullable: true })
  expires_at?: Date | null;
}

export class RotateApiKeyDto {
  /** How long the old key goes on working, in seconds. */
  @Field(readInteger(OVERLAP), { minimum: OVERLAP.min, maximum: OVERLAP.max }, { optional: true })
  overlap_seconds: number = DAY_SECONDS;
}

export class ListApiKeysDto extends PageQuery {}

/** A key as the API shows it; never the key itself. */
export class ApiKeyPayload {
  /**
   * UUID, made by the service.
   * @example 01937f5c-2d5e-7c3a-9b51-0a4f7e1c2d3e
   */
  id: string;
  /**
   * What the key is for.
   * @example "CRM export"
   */
  name: string;
  /**
   * What it may do.
   * @example ["calls:read"]
   */
  scopes: Scope[];
  /**
   * The key's last four characters.
   * @example x7Qa
   */
  last_four: string;
  /** Whether it works. */
  status: 'active' | 'expired' | 'revoked';
  /**
   * When it stops working; null for never.
   * @example 2027-01-15T10:30:00.000Z
   */
  expires_at: string | null;
  /** Within five minutes. @example 2026-01-15T10:30:00.000Z */
  last_used_at: string | null;
  /**
   * When it was made.
   * @example 2026-01-15T10:30:00.000Z
   */
  created_at: string;
}

/** A key just made: the only answer that shows its text. */
export class IssuedApiKeyPayload extends ApiKeyPayload {
  /**
   * Keep it: it is shown this once.
   * @example vap_live_01937f5c2d5e_kept-secret
   */
  key: string;
}

export class ApiKeyPage {
  /** The items of this page. */
  data: ApiKeyPayload[];
  /** Where the page stands in its list. */
  pagination: Pagination;
}
