import { Field, Rule } from '../common/field.decorator.js';
import { Offset, PAGE_SIZE_DEFAULT, PageSize } from '../common/page.dto.js';
import { readBooleanText, readOneOf, readText, readUuid } from '../common/readings.js';
import { FIELD_SETS, INCLUDE_GROUP_NAMES, type FieldSet, type IncludeGroup } from './call-fields.js';
import { CALL_TYPES, type CallFilter, type CallType } from './call-filter.js';
import { ORDER_BY, ORDERS, type Order, type OrderBy } from './call-order.js';
import { readCustomerNumber, readInclude, readInstant } from './call-readings.js';
import { CALL_STATUSES, type CallStatus } from './call-status.js';

const OPTIONAL = { optional: true };
const UUID = { format: 'uuid' };
const INSTANT = { type: String, format: 'date-time' };
const GROUP = INCLUDE_GROUP_NAMES.join('|');
const INCLUDE = { type: String, pattern: `^(${GROUP})(,(${GROUP}))*$`, example: 'transcript,actions' };
const CURSOR_MAX = 1_024;

const Payload = (): PropertyDecorator => Field(readOneOf(FIELD_SETS), { enum: FIELD_SETS }, OPTIONAL);
const Include = (): PropertyDecorator => Field(readInclude, INCLUDE, OPTIONAL);

/** How much of a call is wanted. */
export class ReadCallDto {
  /** Payload: light, or full with transcript, analysis, notes and actions. */
  @Payload()
  fields: FieldSet = 'light';

  /** Groups of fields to add to the payload, separated by commas. */
  @Include()
  include: IncludeGroup[] = [];
}

/** Which calls are wanted, and how much of each. `order_by` stands first because its error goes first. */
export class ListCallsDto implements CallFilter {
  /** What to sort by. A call that has not ended counts as ending later than every other. */
  @Field(readOneOf(ORDER_BY), { enum: ORDER_BY }, OPTIONAL)
  order_by: OrderBy = 'started_at';

  /** Page size; a larger one is served as 100 and reported so. */
  @PageSize()
  limit: number = PAGE_SIZE_DEFAULT;

  /** Results to skip; 0 by default. */
  @Offset()
  offset?: number;

  /** Newest first or oldest first. */
  @Field(readOneOf(ORDERS), { enum: ORDERS }, OPTIONAL)
  order: Order = 'desc';

  /** Payload: light, or full with transcript, analysis, notes and actions. */
  @Payload()
  fields: FieldSet = 'light';

  /**
   * Only calls with this customer number. A leading `+` is written `%2B` in a URL.
   * @example +13125550100
   */
  @Field(readCustomerNumber, {}, OPTIONAL)
  phone_number?: string;

  /**
   * Only calls with this contact.
   * @example 01937f5c-2d5e-7c3a-9b51-0a4f7e1c2d3e
   */
  @Field(readUuid, UUID, OPTIONAL)
  contact_id?: string;

  /**
   * Only calls of this agent.
   * @example 01937f5c-2d5e-7c3a-9b51-0a4f7e1c2d3e
   */
  @Field(readUuid, UUID, OPTIONAL)
  agent_id?: string;

  /**
   * Only calls of this campaign.
   * @example 01937f5c-2d5e-7c3a-9b51-0a4f7e1c2d3e
   */
  @Field(readUuid, UUID, OPTIONAL)
  campaign_id?: string;

  /** Only calls with this status. */
  @Field(readOneOf(CALL_STATUSES), { enum: CALL_STATUSES }, OPTIONAL)
  status?: CallStatus;

  /** Only inbound or only outbound calls. */
  @Field(readOneOf(CALL_TYPES), { enum: CALL_TYPES }, OPTIONAL)
  call_type?: CallType;

  /**
   * Only calls that started after this instant (exclusive). ISO 8601.
   * @example 2026-01-15T10:30:00.000Z
   */
  @Field(readInstant, INSTANT, OPTIONAL)
  @Rule(({ from, to }: ListCallsDto) => (from && to && from > to ? 'must not be later than to' : null))
  from?: Date;

  /**
   * Only calls that started before this instant (exclusive). ISO 8601.
   * @example 2026-01-16T00:00:00.000Z
   */
  @Field(readInstant, INSTANT, OPTIONAL)
  to?: Date;

  /** true: only the newest matching call by `order_by`, as a bare object, whatever order, limit and offset say. */
  @Field(readBooleanText, { type: Boolean }, OPTIONAL)
  most_recent: boolean = false;

  /** Groups of fields to add to the payload, separated by commas. */
  @Include()
  include: IncludeGroup[] = [];

  /**
   * `next_cursor` of the page before, with the same filters and order; instead of `offset`.
   * @example eyJhZnRlciI6IjIwMjYtMDEtMTUifQ
   */
  @Field(readText({ max: CURSOR_MAX }), { maxLength: CURSOR_MAX }, OPTIONAL)
  @Rule(({ offset, most_recent }: ListCallsDto) =>
    offset !== undefined || most_recent ? 'must not be combined with offset or most_recent' : null,
  )
  cursor?: string;
}
