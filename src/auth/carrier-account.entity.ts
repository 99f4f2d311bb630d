import { Check, Entity, Index, Unique } from 'typeorm';
import {
  BelongsToOrganization,
  Bytes,
  CreatedAt,
  Id,
  Instant,
  OrganizationKey,
  Text,
} from '../database/columns.decorator.js';
import { Organization } from './organization.entity.js';

/**
 * An account at the carrier that an organization brings. A former one stays, with its token: calls that were made with
 * it are heard of, and their recordings fetched, by it alone.
 */
@Entity('carrier_accounts')
@BelongsToOrganization('carrier_accounts', () => Organization)
@Unique('carrier_accounts_account_sid_key', ['organizationId', 'accountSid'])
@Check('carrier_accounts_token_check', `retired_at IS NOT NULL OR auth_token_sealed IS NOT NULL`)
@Index('carrier_accounts_current_key', { synchronize: false })
export class CarrierAccount {
  @OrganizationKey() organizationId: string;
  @Id() id: string;

  /** The carrier's own name of it. */
  @Text() accountSid: string;

  /** Its secret, encrypted; null once it was forgotten. */
  @Bytes({ nullable: true }) authTokenSealed: Buffer | null;

  /** What may be shown of it. */
  @Text({ nullable: true }) authTokenLastFour: string | null;

  /** The secret before, encrypted: until then it may still sign what the carrier sends. */
  @Bytes({ nullable: true }) previousAuthTokenSealed: Buffer | null;
  @Instant({ nullable: true }) previousAuthTokenUntil: Date | null;

  /** Since when no more calls begin with it; null for the one that they do. At most one an organization has null here. */
  @Instant({ nullable: true }) retiredAt: Date | null;

  @CreatedAt() createdAt: Date;
}
