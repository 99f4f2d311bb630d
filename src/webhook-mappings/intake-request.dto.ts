import { ApiProperty } from '@nestjs/swagger';
import { Field } from '../common/field.decorator.js';
import { PageQuery, Pagination } from '../common/page.dto.js';
import { readOneOf } from '../common/readings.js';
import { AppliedRules, IntakeWarning } from './intake.dto.js';

const OUTCOMES = ['created', 'updated', 'unchanged', 'rejected'] as const;
type Outcome = (typeof OUTCOMES)[number];

export class ListIntakeRequestsDto extends PageQuery {
  /** Only requests that came to this. */
  @Field(readOneOf(OUTCOMES), { enum: OUTCOMES }, { optional: true })
  outcome?: Outcome;
}

/** One thing that was wrong with a refused request. */
export class RefusalDetail {
  /** Name of the input, or the source path that was tried. @example contact.phone */
  field: string;
  /**
   * Where the wrong input stood.
   * @example body
   */
  in: string;
  /**
   * What is wrong, in words that say what would be right.
   * @example "is missing from the payload"
   */
  issue: string;
  /**
   * What stood there, shortened.
   * @example 12345
   */
  received?: unknown;
}

/** A line of the intake log. */
export class IntakeRequestPayload {
  /**
   * Its id.
   * @example 01937f5c-2d5e-7c3a-9b51-0a4f7e1c2d3e
   */
  id: string;
  /**
   * Id of the mapping it was posted to.
   * @example 01937f5c-2d5e-7c3a-9b51-0a4f7e1c2d3e
   */
  mapping_id: string;
  /**
   * When it came.
   * @example 2026-01-15T10:30:00.000Z
   */
  received_at: string;
  /** What became of it. */
  outcome: Outcome;
  /** HTTP status that was answered. @example 201 */
  status: number;
  /** The error's `code` when it was refused. @example invalid_request */
  reason_code: string | null;
  /** The error's text when it was refused. @example "A valid phone number is required" */
  reason: string | null;
  /** What is wrong in detail, when it was refused. */
  details: RefusalDetail[];
  /**
   * Content type of the body.
   * @example application/json
   */
  content_type: string | null;
  /**
   * What was posted, without credentials; null where it could not be read, or is not kept any more. A list shows at
   * most 10,000 characters of it, the single line all of it.
   */
  @ApiProperty({ example: '{"firstName":"Ada","phone":"(312) 555-0100"}' })
  payload: string | null;
  /**
   * Bytes of payload that are kept.
   * @example 45
   */
  payload_bytes: number;
  /**
   * The contact it made or met; null when it was refused, or the contact was deleted.
   * @example 01937f5c-2d5e-7c3a-9b51-0a4f7e1c2d3e
   */
  contact_id: string | null;
  /** What the mapping made of the payload; null when it was refused. */
  applied: AppliedRules | null;
  /**
   * Source paths that hold something and that no field mapping reads.
   * @example ["utm_source"]
   */
  unmapped: string[];
  /** What was skipped without losing the contact. */
  warnings: IntakeWarning[];
  /**
   * The request that this one repeats, when it was replayed from the log.
   * @example 01937f5c-2d5e-7c3a-9b51-0a4f7e1c2d3e
   */
  replay_of: string | null;
  /**
   * Milliseconds from its arrival until it was written.
   * @example 12
   */
  duration_ms: number | null;
}

export class IntakeRequestPage {
  /** The items of this page. */
  data: IntakeRequestPayload[];
  /** `total` is counted up to 100,000. */
  pagination: Pagination;
}
