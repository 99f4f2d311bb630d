import { ApiProperty, PickType } from '@nestjs/swagger';
import { ContactPayload } from '../contacts/contact-payload.dto.js';
import {
  ContextAnsweredBy,
  ContextEnded,
  ContextRecording,
  ContextTelephony,
  ContextTiming,
} from './call-course.dto.js';

/** Who spoke for the organization. */
class ContextAgent {
  /**
   * Id of the agent.
   * @example 01937f5c-2d5e-7c3a-9b51-0a4f7e1c2d3e
   */
  id: string;
  /**
   * Its current name.
   * @example Ava
   */
  name: string | null;
  /**
   * The version of it that the call used.
   * @example 3
   */
  version: number | null;
}

/** The contact as it is now. */
class ContextContact extends PickType(ContactPayload, [
  'id',
  'first_name',
  'last_name',
  'email',
  'phone',
  'company',
  'country_code',
  'timezone',
  'crm_id',
  'crm_source',
  'tags',
] as const) {}

/** What earlier calls with this contact said. */
class ContextMemory {
  /**
   * Number of earlier calls.
   * @example 2
   */
  previous_calls: number | null;
  /**
   * The newest of them.
   * @example 01937f5c-2d5e-7c3a-9b51-0a4f7e1c2d3e
   */
  last_call_id: string | null;
  /**
   * When that was.
   * @example 2026-01-08T16:20:00.000Z
   */
  last_call_at: string | null;
  /**
   * What is worth knowing of them.
   * @example "Prefers e-mail, asked about yearly plans."
   */
  brief: string | null;
}

/** What was given with the request that started the call. */
class ContextRequest {
  /** Values for the agent's words. */
  @ApiProperty({ type: 'object', additionalProperties: true, nullable: true, example: { plan: 'Pro' } })
  variables: Record<string, unknown> | null;
  /** What the organization wanted to keep with the call. */
  @ApiProperty({ type: 'object', additionalProperties: true, nullable: true, example: { deal: '4711' } })
  metadata: Record<string, unknown> | null;
}

/** The campaign that the call belongs to. */
class ContextCampaign {
  /**
   * Id of the campaign.
   * @example 01937f5c-2d5e-7c3a-9b51-0a4f7e1c2d3e
   */
  id: string | null;
  /**
   * Its current name.
   * @example "Spring renewals"
   */
  name: string | null;
}

/** Who spoke, what was known and asked before, how the call went through the network and how it ended. */
export class EnhancedContext {
  /** Who spoke for the organization. */
  agent: ContextAgent;
  /** The contact as it is now; null where there is none. */
  contact: ContextContact | null;
  /** What earlier calls with this contact said. */
  memory: ContextMemory | null;
  /** What was given with the request that started the call; null for inbound calls. */
  request: ContextRequest | null;
  /** The campaign that the call belongs to. */
  campaign: ContextCampaign | null;
  /** How the call went through the network. */
  telephony: ContextTelephony;
  /** When the call reached each of its stages. */
  timing: ContextTiming;
  /** What picked up; null where nothing did, or nobody looked. */
  answered_by: ContextAnsweredBy | null;
  /** Who ended the call, and why; null while it is live. */
  ended: ContextEnded | null;
  /** What is known of the recording. */
  recording: ContextRecording;
}
