import { Check, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { Membership } from '../auth/membership.entity.js';
import { Bytes, CreatedAt, Id, Instant, OrganizationKey, Text, Uuid } from '../database/columns.decorator.js';

/** A link that lets one person in once: to accept an invitation, to choose a new password, or right away. */
@Entity('sign_in_links')
@ForeignKey(() => Membership, ['organizationId', 'userId'], ['organizationId', 'userId'], {
  name: 'sign_in_links_membership_fkey',
  onDelete: 'CASCADE',
})
@Unique('sign_in_links_token_hash_key', ['tokenHash'])
@Check('sign_in_links_kind_check', `kind IN ('invite', 'reset', 'sign-in')`)
@Index('sign_in_links_user_id_idx', ['organizationId', 'userId'])
export class SignInLink {
  @OrganizationKey() organizationId: string;
  @Id() id: string;
  @Uuid() userId: string;
  @Text() kind: 'invite' | 'reset' | 'sign-in';

  /** SHA-256 of what stands in the link. */
  @Bytes() tokenHash: Buffer;

  @Instant() expiresAt: Date;
  @CreatedAt() createdAt: Date;
}
