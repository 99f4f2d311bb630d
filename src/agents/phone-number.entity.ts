import { Check, Entity, Index, Unique } from 'typeorm';
import { Organization } from '../auth/organization.entity.js';
import {
  BelongsTo,
  BelongsToOrganization,
  Bool,
  CreatedAt,
  Id,
  Instant,
  Int,
  OrganizationKey,
  Text,
  Uuid,
} from '../database/columns.decorator.js';
import { Agent } from './agent.entity.js';

/** A number of the organization: calls are placed from it, and the agent it names answers it. */
@Entity('phone_numbers')
@BelongsToOrganization('phone_numbers', () => Organization)
@BelongsTo(() => Agent, 'agentId', 'phone_numbers_agent_id_fkey', 'SET NULL')
@Unique('phone_numbers_number_key', ['organizationId', 'number'])
@Check('phone_numbers_number_check', `number ~ '^\\+[1-9][0-9]{6,14}$'`)
@Index('phone_numbers_default_key', { synchronize: false })
@Index('phone_numbers_agent_id_idx', { synchronize: false })
export class PhoneNumber {
  @OrganizationKey() organizationId: string;
  @Id() id: string;

  /** E.164. */
  @Text() number: string;

  @Text({ nullable: true }) label: string | null;

  /** The agent that answers calls to this number and, unless it says otherwise, calls from it. */
  @Uuid({ nullable: true }) agentId: string | null;

  /** Used when neither the request nor the agent names a number; at most one an organization. */
  @Bool({ default: false }) isDefault: boolean;

  @Int({ default: 1 }) version: number;
  @CreatedAt() createdAt: Date;
  @Instant({ default: () => 'now()' }) updatedAt: Date;
}
