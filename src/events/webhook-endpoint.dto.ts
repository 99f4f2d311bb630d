import { ApiProperty } from '@nestjs/swagger';
import { Field } from '../common/field.decorator.js';
import { PageQuery, Pagination } from '../common/page.dto.js';
import {
  readInteger,
  readOneOf,
  readText,
  readTextList,
  readUuid,
  type Reading,
} from '../common/readings.js';
import { isOwnHeader } from '../common/safe-http.client.js';
import { type EventType, SUBSCRIBABLE_TYPES } from './event-types.js';
import { MOST_HEADERS, readExtraHeaders } from './extra-headers.js';
import { DISABLE_REASONS, type WebhookEndpoint } from './webhook-endpoint.entity.js';

const URL_LENGTH = { max: 2_000 };
const DESCRIPTION = { max: 500 };
const STATUSES = ['active', 'paused', 'disabled'] as const;
/** What an owner can set. */
const OWN_STATUSES = ['active', 'paused'] as const;
const DAY_SECONDS = 86_400;
const OVERLAP = { min: 0, max: 7 * DAY_SECONDS };

const readEventTypes = (raw: unknown): Reading<EventType[]> => {
  const types = Array.isArray(raw) ? SUBSCRIBABLE_TYPES.filter((type) => raw.includes(type)) : [];
  return Array.isArray(raw) && raw.every((type) => (types as unknown[]).includes(type))
    ? { value: types }
    : { issue: `must be a list of ${SUBSCRIBABLE_TYPES.join(', ')}` };
};

class WebhookEndpointFields {
  /**
   * What it is for; null clears it.
   * @example "Our CRM"
   */
  @Field(
    readText(DESCRIPTION),
    { type: String, minLength: 1, maxLength: DESCRIPTION.max },
    { optional: true, nullable: true },
  )
  description?: string | null;

  /**
   * Only events of these types; an empty list, or none, is all.
   * @example ["call.ended", "call.analyzed"]
   */
  @Field(
    readEventTypes,
    { type: 'array', items: { type: 'string', enum: SUBSCRIBABLE_TYPES } },
    { optional: true },
  )
  event_types?: EventType[];

  /**
   * Only events of this agent's calls; null for all events.
   * @example 01937f5c-2d5e-7c3a-9b51-0a4f7e1c2d3e
   */
  @Field(readUuid, { type: String }, { optional: true, nullable: true })
  agent_id?: string | null;

  /**
   * Headers that every request carries beside our own, for example a token of the receiver. Their values are encrypted
   * and not shown again. What is given replaces all of them; null takes them away.
   * @example {"authorization": "Bearer 6f1c2d3e"}
   */
  @Field(
    readExtraHeaders(isOwnHeader),
    { type: 'object', additionalProperties: { type: 'string' } },
    { optional: true, nullable: true },
  )
  headers?: Record<string, string> | null;

  /** `paused` keeps events until it is `active` again. */
  @Field(readOneOf(OWN_STATUSES), { enum: OWN_STATUSES }, { optional: true })
  status?: (typeof OWN_STATUSES)[number];
}

/** A new endpoint: an address is enough. */
export class CreateWebhookEndpointDto extends WebhookEndpointFields {
  /**
   * Where events are posted: https, and not a private address.
   * @example https://hooks.example.com/voice
   */
  @Field(readText(URL_LENGTH), { minLength: 1, maxLength: URL_LENGTH.max })
  url: string;
}

/** What is given is set, the rest stays. */
export class ChangeWebhookEndpointDto extends WebhookEndpointFields {
  /**
   * Where events are posted: https, and not a private address.
   * @example https://hooks.example.com/voice
   */
  @Field(readText(URL_LENGTH), { minLength: 1, maxLength: URL_LENGTH.max }, { optional: true })
  url?: string;

  /**
   * Names of extra headers that keep their values, beside those in `headers`; all others are taken away. For changing
   * one without knowing the rest.
   * @example ["authorization"]
   */
  @Field(
    readTextList({ maxItems: MOST_HEADERS, max: 100 }),
    { type: 'array', items: { type: 'string', maxLength: 100 }, maxItems: MOST_HEADERS },
    { optional: true },
  )
  keep_headers?: string[];
}

/** How long the old secret goes on signing. */
export class RotateSecretDto {
  /**
   * Seconds for which requests are signed with both secrets; 0 if the old one is known to somebody.
   * @example 86400
   */
  @Field(readInteger(OVERLAP), { minimum: OVERLAP.min, maximum: OVERLAP.max }, { optional: true })
  overlap_seconds: number = DAY_SECONDS;
}

export class ListWebhookEndpointsDto extends PageQuery {}

/** An endpoint as the API shows it. */
export class WebhookEndpointPayload {
  /**
   * UUID, made by the service.
   * @example 01937f5c-2d5e-7c3a-9b51-0a4f7e1c2d3e
   */
  id: string;
  /**
   * Where events are posted.
   * @example https://hooks.example.com/voice
   */
  url: string;
  /**
   * What it is for.
   * @example "Our CRM"
   */
  description: string | null;
  /**
   * The types it receives; an empty list is all.
   * @example ["call.ended", "call.analyzed"]
   */
  event_types: string[];
  /**
   * The agent whose calls' events it receives; null for all events.
   * @example 01937f5c-2d5e-7c3a-9b51-0a4f7e1c2d3e
   */
  agent_id: string | null;
  /**
   * Names of the extra headers.
   * @example ["authorization"]
   */
  header_names: string[];
  /** `paused` by its owner, `disabled` by the service; events are kept for it until it is `active` again. */
  @ApiProperty({ enum: STATUSES })
  status: WebhookEndpoint['status'];
  /** Why it is disabled: it answered 410 (`gone`), or failed for five days (`failing`). */
  @ApiProperty({ enum: [...DISABLE_REASONS, null], nullable: true })
  status_reason: WebhookEndpoint['statusReason'];
  /**
   * Since when it has this status.
   * @example 2026-01-15T10:30:00.000Z
   */
  status_since: string;
  /**
   * The first failure since the last success; null when the last attempt was one.
   * @example 2026-01-15T10:30:00.000Z
   */
  failing_since: string | null;
  /**
   * Failed attempts since the last success.
   * @example 0
   */
  consecutive_failures: number;
  /**
   * Set while it is only probed, because so many attempts failed: when the next probe is sent.
   * @example 2026-01-15T10:30:00.000Z
   */
  next_probe_at: string | null;
  /**
   * Until when the secret before the last rotation signs as well.
   * @example 2026-01-16T10:30:00.000Z
   */
  previous_secret_until: string | null;
  /**
   * When it was made: it receives the events recorded after.
   * @example 2026-01-15T10:30:00.000Z
   */
  created_at: string;
  /**
   * When it was last changed.
   * @example 2026-01-15T10:30:00.000Z
   */
  updated_at: string;
}

/** An endpoint with its secret: only in the answer that made the secret. */
export class KeyedWebhookEndpointPayload extends WebhookEndpointPayload {
  /**
   * Verifies the signature of what it receives. Shown in this answer only.
   * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw
   */
  secret: string;
}

export class WebhookEndpointPage {
  /** The items of this page. */
  data: WebhookEndpointPayload[];
  /** Where the page stands in its list. */
  pagination: Pagination;
}
