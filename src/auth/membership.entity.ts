import { Check, Entity, ForeignKey, Index } from 'typeorm';
import {
  BelongsToOrganization,
  CreatedAt,
  Id,
  OrganizationKey,
  Text,
} from '../database/columns.decorator.js';
import { Organization } from './organization.entity.js';
import type { Role } from './person.js';
import { User } from './user.entity.js';

/** What a person may do in an organization. */
@Entity('memberships')
@BelongsToOrganization('memberships', () => Organization)
@ForeignKey(() => User, ['userId'], ['id'], { name: 'memberships_user_id_fkey' })
@Check('memberships_role_check', `role IN ('owner', 'admin', 'viewer')`)
@Index('memberships_user_id_idx', ['userId'])
export class Membership {
  @OrganizationKey() organizationId: string;
  @Id() userId: string;
  @Text() role: Role;
  @CreatedAt() createdAt: Date;
}
