import { CALL_STATUSES, type CallStatus } from './call-status.js';
import { ApiProperty } from '@nestjs/swagger';
import { CallDetails } from './call-details.dto.js';
import type { LightField } from './call-fields.js';
import { CALL_TYPES, type CallType } from './call-filter.js';

/** A call as the API shows it: the light payload, and what `fields` and `include` add to it. */
export class CallPayload extends CallDetails implements Record<LightField, unknown> {
  /**
   * UUID, made by the service.
   * @example 01937f5c-2d5e-7c3a-9b51-0a4f7e1c2d3e
   */
  id: string;
  /**
   * Agent that handled the call.
   * @example 01937f5c-2d5e-7c3a-9b51-0a4f7e1c2d3e
   */
  agent_id: string;
  /**
   * The agent's current name.
   * @example Ava
   */
  agent_name: string | null;
  /**
   * Linked contact, if there is one.
   * @example 01937f5c-2d5e-7c3a-9b51-0a4f7e1c2d3e
   */
  contact_id: string | null;
  /**
   * The contact's given name.
   * @example Ada
   */
  contact_first_name: string | null;
  /**
   * The contact's family name.
   * @example Lovelace
   */
  contact_last_name: string | null;
  /**
   * The contact's e-mail address.
   * @example ada@example.com
   */
  contact_email: string | null;
  /**
   * The customer's number, E.164; null when it was withheld.
   * @example +13125550100
   */
  phone_number: string | null;
  /**
   * The number that placed the call: ours on outbound calls, the customer's on inbound ones.
   * @example +13125550199
   */
  phone_number_called_from: string | null;
  /** Who called: `inbound` is the customer, `outbound` the agent. */
  @ApiProperty({ enum: CALL_TYPES })
  call_type: CallType;
  /**
   * How far the call has come. `scheduled` waits; `queued`, `ringing` and `in-progress` are live; the others are
   * final.
   */
  @ApiProperty({ enum: CALL_STATUSES })
  status: CallStatus;
  /** False at once for calls that reached nobody, null for completed ones until the analysis says. */
  call_success: boolean | null;
  /** False until detection says otherwise. */
  went_to_voicemail: boolean;
  /**
   * Whole seconds from answer to end; 0 if never answered, null while live.
   * @example 127
   */
  call_duration: number | null;
  /**
   * When the call was accepted for dialling, or arrived.
   * @example 2026-01-15T10:30:00.000Z
   */
  started_at: string;
  /**
   * When the call ended; null until then.
   * @example 2026-01-15T10:32:07.250Z
   */
  ended_at: string | null;
  /**
   * Null until the call is over and its record is closed.
   * @example customer-ended-call
   */
  ended_reason: string | null;
  /**
   * Signed address of the recording; null when there is none.
   * @example https://voice.example.com/api/recordings/01937f5c
   */
  recording_url: string | null;
  /**
   * Campaign the call belongs to, if there is one.
   * @example 01937f5c-2d5e-7c3a-9b51-0a4f7e1c2d3e
   */
  campaign_id: string | null;
  /**
   * The campaign's current name.
   * @example "Spring renewals"
   */
  campaign_name: string | null;
  /**
   * When it was made.
   * @example 2026-01-15T10:30:00.000Z
   */
  created_at: string;
}

/** Where a page of calls stands. */
export class CallPagination {
  /**
   * Number of calls that match, exactly.
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
  has_more: boolean;
  /**
   * The `cursor` of the next page; null on the last.
   * @example eyJhZnRlciI6IjIwMjYtMDEtMTUifQ
   */
  next_cursor: string | null;
}

export class CallPage {
  /** The items of this page. */
  data: CallPayload[];
  /** Where the page stands in its list. */
  pagination: CallPagination;
}
