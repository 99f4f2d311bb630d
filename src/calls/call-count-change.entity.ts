import { Column, Entity } from 'typeorm';
import { Organization } from '../auth/organization.entity.js';
import { BelongsToOrganization, Instant, OrganizationKey } from '../database/columns.decorator.js';
import { CountedCalls } from './call-count.entity.js';

/** What a change of calls adds to its day; written by triggers, soon added up. */
@Entity('call_count_changes')
@BelongsToOrganization('call_count_changes', () => Organization)
export class CallCountChange extends CountedCalls {
  @OrganizationKey() organizationId: string;
  @Column({ type: 'bigint', primary: true, generated: 'identity', generatedIdentity: 'ALWAYS' }) id: string;
  @Instant() day: Date;
}
