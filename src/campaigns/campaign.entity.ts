import { Entity } from 'typeorm';
import { Organization } from '../auth/organization.entity.js';
import {
  BelongsToOrganization,
  CreatedAt,
  Id,
  OrganizationKey,
  Text,
} from '../database/columns.decorator.js';

/** A named set of calls; calls can be filtered by it. */
@Entity('campaigns')
@BelongsToOrganization('campaigns', () => Organization)
export class Campaign {
  @OrganizationKey() organizationId: string;
  @Id() id: string;
  @Text() name: string;
  @CreatedAt() createdAt: Date;
}
