import { Check, Entity, Index } from 'typeorm';
import { BelongsTo, Id, Instant, Int, OrganizationKey, Text, Uuid } from '../database/columns.decorator.js';
import { Call } from './call.entity.js';

/**
 * One request to the carrier to dial, committed before it is sent. `sending`, `accepted` and `unknown` are
 * open: a unique index allows one open attempt a call, which is why a call is never dialled twice.
 */
@Entity('dial_attempts')
@BelongsTo(() => Call, 'callId', 'dial_attempts_call_id_fkey', 'CASCADE')
@Check('dial_attempts_state_check', `state IN ('sending', 'accepted', 'unknown', 'not-sent', 'rejected')`)
@Index('dial_attempts_open_key', { synchronize: false })
@Index('dial_attempts_call_id_idx', ['organizationId', 'callId'])
export class DialAttempt {
  @OrganizationKey() organizationId: string;
  @Id() id: string;
  @Uuid() callId: string;

  /** Random; part of every callback URL, so that a callback names the attempt it belongs to. */
  @Text() token: string;

  @Text() state: 'sending' | 'accepted' | 'unknown' | 'not-sent' | 'rejected';

  /** The dial lease under which it was sent. */
  @Int() dialEpoch: number;

  @Text({ nullable: true }) carrierCallId: string | null;
  @Text({ nullable: true }) errorCode: string | null;
  @Text({ nullable: true }) errorMessage: string | null;
  @Instant() sentAt: Date;
  @Instant({ nullable: true }) resolvedAt: Date | null;
}
