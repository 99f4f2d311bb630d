import { Entity } from 'typeorm';
import { Organization } from '../auth/organization.entity.js';
import { BelongsToOrganization, Instant, OrganizationKey } from '../database/columns.decorator.js';

/** A day whose calls are to be counted from the start: those from before there were counts. */
@Entity('call_recounts')
@BelongsToOrganization('call_recounts', () => Organization)
export class CallRecount {
  @OrganizationKey() organizationId: string;
  @Instant({ primary: true }) day: Date;
}
