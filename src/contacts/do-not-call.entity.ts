import { Column, Entity } from 'typeorm';
import { Organization } from '../auth/organization.entity.js';
import { BelongsToOrganization, CreatedAt, OrganizationKey, Text } from '../database/columns.decorator.js';

/** A number that must not be called. Apart from contacts: deleting or re-posting a contact never lifts it. */
@Entity('do_not_call')
@BelongsToOrganization('do_not_call', () => Organization)
export class DoNotCall {
  @OrganizationKey() organizationId: string;

  /** E.164. */
  @Column({ type: 'text', primary: true }) number: string;

  /** What put it there; `operator` is a person on a page. */
  @Text() source: 'api' | 'call' | 'import' | 'operator';

  @Text({ nullable: true }) reason: string | null;
  @CreatedAt() createdAt: Date;
}
