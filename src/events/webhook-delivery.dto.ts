import { ApiProperty } from '@nestjs/swagger';
import { Field, Rule } from '../common/field.decorator.js';
import { Offset, PAGE_SIZE_DEFAULT, PageSize } from '../common/page.dto.js';
import { readInstant, readOneOf, readText, readUuid } from '../common/readings.js';
import { DELIVERY_ERRORS } from './delivery-errors.js';
import { EVENT_TYPES, type EventType } from './event-types.js';
import { DELIVERY_STATES, type DeliveryState } from './webhook-delivery.entity.js';

const ERROR_KINDS = Object.keys(DELIVERY_ERRORS);

const CURSOR_MAX = 1_024;

export class ListWebhookDeliveriesDto {
  /** Page size; a larger one is served as 100 and reported so. */
  @PageSize()
  limit: number = PAGE_SIZE_DEFAULT;

  /** Results to skip, 0 by default; beyond the first 100,000 only a cursor leads. */
  @Offset()
  offset?: number;

  /** Only deliveries in this state. */
  @Field(readOneOf(DELIVERY_STATES), { enum: DELIVERY_STATES }, { optional: true })
  state?: DeliveryState;

  /** Only events of this type. */
  @Field(readOneOf(EVENT_TYPES), { enum: EVENT_TYPES }, { optional: true })
  type?: EventType;

  /**
   * Only events of this call.
   * @example 01937f5c-2d5e-7c3a-9b51-0a4f7e1c2d3e
   */
  @Field(readUuid, { type: String }, { optional: true })
  call_id?: string;

  /**
   * Only events recorded at or after this instant.
   * @example 2026-01-15T00:00:00.000Z
   */
  @Field(readInstant, { type: String }, { optional: true })
  since?: Date;

  /**
   * Only events recorded before this instant.
   * @example 2026-01-16T00:00:00.000Z
   */
  @Field(readInstant, { type: String }, { optional: true })
  until?: Date;

  /**
   * `next_cursor` of the page before, with the same filters; instead of `offset`.
   * @example eyJhZnRlciI6IjIwMjYtMDEtMTUifQ
   */
  @Field(readText({ max: CURSOR_MAX }), { maxLength: CURSOR_MAX }, { optional: true })
  @Rule(({ offset }: ListWebhookDeliveriesDto) =>
    offset === undefined ? null : 'must not be combined with offset',
  )
  cursor?: string;
}

/** One event on its way to one endpoint. */
export class WebhookDeliveryPayload {
  /**
   * UUID, made by the service.
   * @example 01937f5c-2d5e-7c3a-9b51-0a4f7e1c2d3e
   */
  id: string;
  /**
   * The endpoint it goes to.
   * @example 01937f5c-2d5e-7c3a-9b51-0a4f7e1c2d3e
   */
  endpoint_id: string;
  /**
   * The event, and the `webhook-id` of every attempt.
   * @example 01937f5c-2d5e-7c3a-9b51-0a4f7e1c2d3e
   */
  event_id: string;
  /** The event's type. */
  @ApiProperty({ enum: EVENT_TYPES })
  event_type: string;
  /**
   * The call that the event belongs to, if it belongs to one.
   * @example 01937f5c-2d5e-7c3a-9b51-0a4f7e1c2d3e
   */
  call_id: string | null;
  /**
   * `pending`: it will be tried; `delivered`: answered with 2xx; `failed`: every attempt failed, it can be sent again;
   * `discarded`: its event was erased before it could be sent.
   */
  @ApiProperty({ enum: DELIVERY_STATES })
  state: DeliveryState;
  /**
   * Attempts so far.
   * @example 1
   */
  attempts: number;
  /**
   * When it is tried next, unless its endpoint is not active or only probed; null when it will not be.
   * @example 2026-01-15T10:35:00.000Z
   */
  next_attempt_at: string | null;
  /**
   * When the last attempt began.
   * @example 2026-01-15T10:30:00.000Z
   */
  last_attempt_at: string | null;
  /**
   * HTTP status of the last answer; null when there was none.
   * @example 200
   */
  last_status: number | null;
  /** What was wrong with the last attempt; null when nothing was. */
  @ApiProperty({ enum: [...ERROR_KINDS, null], nullable: true })
  last_error: string | null;
  /**
   * When the event was recorded.
   * @example 2026-01-15T10:30:00.000Z
   */
  created_at: string;
}

/** One request and what came back. */
export class WebhookDeliveryAttemptPayload {
  /**
   * Counts from 1.
   * @example 1
   */
  number: number;
  /**
   * When it began.
   * @example 2026-01-15T10:30:00.000Z
   */
  started_at: string;
  /**
   * Where it was posted.
   * @example https://hooks.example.com/voice
   */
  url: string;
  /**
   * The headers that were sent, without the signature; values of extra headers are hidden.
   * @example {"content-type":"application/json; charset=utf-8","webhook-id":"01937f5c-2d5e-7c3a-9b51-0a4f7e1c2d3e"}
   */
  @ApiProperty({ type: 'object', additionalProperties: { type: 'string' } })
  request_headers: Record<string, string>;
  /**
   * HTTP status of the answer; null when there was none.
   * @example 200
   */
  status: number | null;
  /** What was wrong with it; null when nothing was. */
  @ApiProperty({ enum: [...ERROR_KINDS, null], nullable: true })
  error_kind: string | null;
  /**
   * The same in words.
   * @example "no complete answer in time"
   */
  error_message: string | null;
  /**
   * Milliseconds from its begin to the end of the answer.
   * @example 38
   */
  latency_ms: number;
  /**
   * At most 4 KiB of the answer, with secrets, phone numbers and e-mail addresses taken out.
   * @example ok
   */
  response_body: string | null;
  /** Whether the answer was longer. */
  response_truncated: boolean;
}

/** A delivery with all its attempts. */
export class WebhookDeliveryDetailPayload extends WebhookDeliveryPayload {
  /** The exact body of every attempt, as text. */
  @ApiProperty({ example: '{"id":"01937f5c-2d5e-7c3a-9b51-0a4f7e1c2d3e","type":"call.ended"}' })
  request_body: string;
  /** Every attempt, the first one first. */
  attempt_log: WebhookDeliveryAttemptPayload[];
}

/** Where a page of deliveries stands. */
export class WebhookDeliveryPagination {
  /**
   * Number of deliveries that match among the first 100,000.
   * @example 137
   */
  total: number;
  /**
   * Page size applied.
   * @example 50
   */
  limit: number;
  /**
   * Results skipped; null on a page that was asked for by cursor.
   * @example 0
   */
  offset: number | null;
  /** True when further pages exist. */
  @ApiProperty()
  has_more: boolean;
  /**
   * The `cursor` of the next page; null on the last. A page may hold fewer than `limit`, or none, and still have one:
   * then what a filter wants is further back than one page looks.
   * @example eyJhZnRlciI6IjIwMjYtMDEtMTUifQ
   */
  next_cursor: string | null;
}

export class WebhookDeliveryPage {
  /** The items of this page. */
  data: WebhookDeliveryPayload[];
  /** Where the page stands in its list. */
  pagination: WebhookDeliveryPagination;
}
