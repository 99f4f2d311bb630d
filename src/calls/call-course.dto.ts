import { ApiProperty } from '@nestjs/swagger';

const ANSWERERS = ['human', 'voicemail', 'ivr', 'fax', 'unknown'] as const;
const ENDERS = ['customer', 'agent', 'operator', 'carrier', 'platform'] as const;

/** How the call went through the network. */
export class ContextTelephony {
  /**
   * Who carried it.
   * @example twilio
   */
  carrier: string;
  /**
   * The carrier's id of the call; null until it has one.
   * @example CA0123456789abcdef0123456789abcdef
   */
  carrier_call_id: string | null;
  /** The number that was called: ours on inbound calls. E.164. @example +13125550100 */
  called_number: string | null;
  /** The number that called; null when it was withheld. E.164. @example +13125550199 */
  calling_number: string | null;
}

/** When the call reached each of its stages; null for those it did not reach. */
export class ContextTiming {
  /**
   * When the record was made.
   * @example 2026-01-15T10:30:00.000Z
   */
  created_at: string;
  /**
   * When the carrier was asked to dial.
   * @example 2026-01-15T10:30:01.000Z
   */
  dialed_at: string | null;
  /**
   * When it began to ring.
   * @example 2026-01-15T10:30:02.100Z
   */
  ringing_at: string | null;
  /**
   * When it was answered.
   * @example 2026-01-15T10:30:05.000Z
   */
  answered_at: string | null;
  /**
   * How long it rang, in milliseconds.
   * @example 2900
   */
  ring_ms: number | null;
}

/** What picked up. */
export class ContextAnsweredBy {
  /** A person, a machine, a menu, a fax, or something that could not be told. */
  @ApiProperty({ enum: [...ANSWERERS, null], example: 'human', nullable: true, type: String })
  result: (typeof ANSWERERS)[number] | null;
  /**
   * Who found out.
   * @example carrier
   */
  method: string | null;
  /**
   * When it was known, in milliseconds from the answer.
   * @example 1900
   */
  detected_at_ms: number | null;
}

/** Who ended the call, and why. */
export class ContextEnded {
  /** Who ended it. */
  @ApiProperty({ enum: [...ENDERS, null], example: 'customer', nullable: true, type: String })
  by: (typeof ENDERS)[number] | null;
  /**
   * Whose it is to change, for a call that did not come about: `customer`, `destination`, `caller-id`, `account`,
   * `capacity`, `network`, `request`, `application`, `compliance` or `agent`; null where there is nothing to change.
   * @example destination
   */
  category: string | null;
  /** Whether the same call may succeed later without anybody changing anything. */
  retryable: boolean | null;
  /**
   * The carrier's own code or word.
   * @example completed
   */
  carrier_code: string | null;
  /**
   * The last SIP status (RFC 3261).
   * @example 486
   */
  sip_code: number | null;
  /**
   * The reason in words.
   * @example "The carrier could not be reached"
   */
  message: string | null;
}

/** What is known of the recording. */
export class ContextRecording {
  /** Whether it can be heard; then `recording_url` is its address. */
  available: boolean;
  /**
   * 2 when each side has a channel of its own.
   * @example 2
   */
  channels: number | null;
  /**
   * Its length, in milliseconds.
   * @example 122000
   */
  duration_ms: number | null;
}
