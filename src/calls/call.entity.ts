import { Check, Entity, Index } from 'typeorm';
import { Agent } from '../agents/agent.entity.js';
import { CarrierAccount } from '../auth/carrier-account.entity.js';
import { Organization } from '../auth/organization.entity.js';
import { Campaign } from '../campaigns/campaign.entity.js';
import { Contact } from '../contacts/contact.entity.js';
import {
  BelongsTo,
  BelongsToOrganization,
  Bool,
  CreatedAt,
  Id,
  Instant,
  Int,
  OrganizationKey,
  Text,
  Uuid,
} from '../database/columns.decorator.js';
import type { CallStatus, EndRequester } from './call-status.js';

/** One phone call: the hot, narrow row. What was said and measured stands in `call_details`. */
@Entity('calls')
@BelongsToOrganization('calls', () => Organization)
@BelongsTo(() => Agent, 'agentId', 'calls_agent_id_fkey')
@BelongsTo(() => Contact, 'contactId', 'calls_contact_id_fkey', 'SET NULL')
@BelongsTo(() => Campaign, 'campaignId', 'calls_campaign_id_fkey', 'SET NULL')
@BelongsTo(() => CarrierAccount, 'carrierAccountId', 'calls_carrier_account_id_fkey')
@Check('calls_call_type_check', `call_type IN ('inbound', 'outbound')`)
@Check(
  'calls_status_check',
  `status IN ('scheduled', 'queued', 'ringing', 'in-progress', 'completed', 'busy', 'no-answer', 'failed', 'canceled')`,
)
@Check('calls_end_requested_by_check', `end_requested_by IN ('operator', 'watchdog')`)
@Index('calls_started_at_idx', { synchronize: false })
@Index('calls_ended_at_idx', { synchronize: false })
@Index('calls_created_at_idx', { synchronize: false })
@Index('calls_agent_id_idx', { synchronize: false })
@Index('calls_contact_id_idx', { synchronize: false })
@Index('calls_campaign_id_idx', { synchronize: false })
@Index('calls_phone_number_idx', { synchronize: false })
@Index('calls_status_idx', { synchronize: false })
@Index('calls_live_idx', { synchronize: false })
@Index('calls_dial_idx', { synchronize: false })
@Index('calls_watch_idx', { synchronize: false })
@Index('calls_carrier_call_id_key', { synchronize: false })
@Index('calls_carrier_account_id_idx', { synchronize: false })
export class Call {
  @OrganizationKey() organizationId: string;
  @Id() id: string;
  @Uuid() agentId: string;
  @Int() agentVersion: number;
  @Uuid({ nullable: true }) contactId: string | null;
  @Uuid({ nullable: true }) campaignId: string | null;
  @Text() callType: 'inbound' | 'outbound';
  @Text() status: CallStatus;

  /** The customer's number, E.164; null when withheld or erased. */
  @Text({ nullable: true }) phoneNumber: string | null;

  /** Our number: the one that called (outbound) or was called (inbound). */
  @Text() platformNumber: string;

  @Bool({ nullable: true }) callSuccess: boolean | null;
  @Bool({ default: false }) wentToVoicemail: boolean;

  /** Whole seconds from answer to end; 0 if never answered; null while live. */
  @Int({ nullable: true }) callDuration: number | null;

  @Instant() startedAt: Date;
  @Instant({ nullable: true }) dialedAt: Date | null;
  @Instant({ nullable: true }) ringingAt: Date | null;
  @Instant({ nullable: true }) answeredAt: Date | null;
  /** When a person took the call over. */
  @Instant({ nullable: true }) transferredAt: Date | null;
  @Instant({ nullable: true }) endedAt: Date | null;
  @Text({ nullable: true }) endedReason: string | null;

  /** When the record was closed: `ended_reason` is decided and `call.ended` written. */
  @Instant({ nullable: true }) finalizedAt: Date | null;

  /** `twilio`, `simulator` … and the carrier's own id of the call once it is known. */
  @Text() carrier: string;
  @Text({ nullable: true }) carrierCallId: string | null;

  /** The organization's account that it is made with, whatever the organization brings later; null: the installation's. */
  @Uuid({ nullable: true }) carrierAccountId: string | null;

  /** Somebody asked to end the call; the carrier is told as soon as its call id is known. */
  @Instant({ nullable: true }) endRequestedAt: Date | null;

  /** `operator`: through the API; `watchdog`: the call was stuck. */
  @Text({ nullable: true }) endRequestedBy: EndRequester | null;

  /** Which process may dial now, and until when; the epoch fences a process that lost its lease. */
  @Text({ nullable: true }) dialOwner: string | null;
  @Instant({ nullable: true }) dialLeaseUntil: Date | null;
  @Int({ default: 0 }) dialEpoch: number;

  /** Not dialled by then: the call fails instead of ringing late. Null on inbound calls. */
  @Instant({ nullable: true }) dialDeadline: Date | null;

  /** When the watchdog looks next, and how often it asked in vain. Null when the call is over and its recording is settled. */
  @Instant({ nullable: true }) watchAt: Date | null;
  @Int({ default: 0 }) watchAttempts: number;

  /** Sequence of the last event of this call. */
  @Int({ default: 0 }) eventSequence: number;

  /** The carrier's id of the recording; null when there is none. */
  @Text({ nullable: true }) recordingId: string | null;

  @CreatedAt() createdAt: Date;
}
