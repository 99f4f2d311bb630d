import { Column, Entity, Index } from 'typeorm';
import { Organization } from '../auth/organization.entity.js';
import { BelongsToOrganization, CreatedAt, Id, OrganizationKey } from '../database/columns.decorator.js';

/**
 * A number under which a deleted contact was known, kept as long as what was recorded of it: events and answers name
 * the contact by its id alone, and whoever asks to be forgotten is known by a number.
 */
@Entity('deleted_contacts')
@BelongsToOrganization('deleted_contacts', () => Organization)
@Index('deleted_contacts_number_idx', ['organizationId', 'number'])
@Index('deleted_contacts_created_at_idx', ['createdAt'])
export class DeletedContact {
  @OrganizationKey() organizationId: string;

  /** The id that the contact had. */
  @Id() id: string;

  /** E.164: its own, or one that it had taken over in a merge. */
  @Column({ type: 'text', primary: true }) number: string;

  @CreatedAt() createdAt: Date;
}
