import { Entity, ForeignKey, Index, Unique } from 'typeorm';
import { Bytes, CreatedAt, Id, Instant, OrganizationKey, Text, Uuid } from '../database/columns.decorator.js';
import { Membership } from './membership.entity.js';

/** A person signed in at one browser, in one of their organizations; it ends with the membership. */
@Entity('sessions')
@ForeignKey(() => Membership, ['organizationId', 'userId'], ['organizationId', 'userId'], {
  name: 'sessions_membership_fkey',
  onDelete: 'CASCADE',
})
@Unique('sessions_token_hash_key', ['tokenHash'])
@Index('sessions_user_id_idx', ['organizationId', 'userId'])
export class Session {
  /** Where the person works now; switching to another organization moves the session there. */
  @OrganizationKey() organizationId: string;

  @Id() id: string;
  @Uuid() userId: string;

  /** SHA-256 of what the browser holds. */
  @Bytes() tokenHash: Buffer;

  @Text({ nullable: true }) userAgent: string | null;
  @Text({ nullable: true }) address: string | null;
  @CreatedAt() createdAt: Date;

  /** Written at most every five minutes. */
  @Instant({ default: () => 'now()' }) lastSeenAt: Date;
}
