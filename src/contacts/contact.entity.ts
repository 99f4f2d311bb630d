import { Check, Entity, Index, Unique } from 'typeorm';
import { Organization } from '../auth/organization.entity.js';
import {
  BelongsToOrganization,
  CreatedAt,
  Id,
  Instant,
  Int,
  Jsonb,
  OrganizationKey,
  Text,
  TextArray,
} from '../database/columns.decorator.js';

/** A person the organization speaks with; one per phone number. */
@Entity('contacts')
@BelongsToOrganization('contacts', () => Organization)
@Unique('contacts_phone_key', ['organizationId', 'phone'])
@Check('contacts_phone_check', `phone ~ '^\\+[1-9][0-9]{6,14}$'`)
@Check('contacts_source_check', `source IN ('intake', 'api', 'call', 'import')`)
@Index('contacts_created_at_idx', { synchronize: false })
@Index('contacts_email_idx', { synchronize: false })
@Index('contacts_tags_idx', { synchronize: false })
@Index('contacts_search_idx', { synchronize: false })
export class Contact {
  @OrganizationKey() organizationId: string;
  @Id() id: string;

  /** E.164. */
  @Text() phone: string;

  @Text({ nullable: true }) firstName: string | null;
  @Text({ nullable: true }) lastName: string | null;
  @Text({ nullable: true }) email: string | null;
  @Text({ nullable: true }) company: string | null;

  /** ISO 3166-1 alpha-2. */
  @Text({ nullable: true }) countryCode: string | null;

  /** IANA name. */
  @Text({ nullable: true }) timezone: string | null;

  @Text({ nullable: true }) crmId: string | null;
  @Text({ nullable: true }) crmSource: string | null;
  @TextArray() tags: string[];

  /** Anything else that is known, for the agent's prompt. */
  @Jsonb({ default: () => "'{}'" }) variables: Record<string, unknown>;

  /** What made the contact. */
  @Text() source: 'intake' | 'api' | 'call' | 'import';

  @Int({ default: 1 }) version: number;
  @CreatedAt() createdAt: Date;
  @Instant({ default: () => 'now()' }) updatedAt: Date;
}
