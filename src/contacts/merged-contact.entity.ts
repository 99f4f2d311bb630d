import { Entity, Index, Unique } from 'typeorm';
import { Organization } from '../auth/organization.entity.js';
import {
  BelongsTo,
  BelongsToOrganization,
  CreatedAt,
  Id,
  OrganizationKey,
  Text,
  Uuid,
} from '../database/columns.decorator.js';
import { Contact } from './contact.entity.js';

/** A contact that was merged into another one: what still leads to the one that stayed. */
@Entity('merged_contacts')
@BelongsToOrganization('merged_contacts', () => Organization)
@BelongsTo(() => Contact, 'contactId', 'merged_contacts_contact_id_fkey', 'CASCADE')
@Unique('merged_contacts_number_key', ['organizationId', 'number'])
@Index('merged_contacts_contact_id_idx', ['organizationId', 'contactId'])
@Index('merged_contacts_search_idx', { synchronize: false })
export class MergedContact {
  @OrganizationKey() organizationId: string;

  /** The id that the contact had. */
  @Id() id: string;

  /** The contact that stayed. */
  @Uuid() contactId: string;

  /** E.164: the number that was given up. No contact has it as long as this row is there. */
  @Text() number: string;

  /** The e-mail address that was given up, if one was: whoever is forgotten is looked up by it. */
  @Text({ nullable: true }) email: string | null;

  @CreatedAt() createdAt: Date;
}
