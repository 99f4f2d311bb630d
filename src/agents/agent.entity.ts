import { Check, Entity, Index } from 'typeorm';
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
} from '../database/columns.decorator.js';
import { completeConfig, type AgentConfig } from './agent-config.js';

/** Who places and answers calls. */
@Entity('agents')
@BelongsToOrganization('agents', () => Organization)
@Check('agents_status_check', `status IN ('active', 'inactive')`)
@Check('agents_name_check', `length(name) BETWEEN 1 AND 200`)
@Index('agents_created_at_idx', { synchronize: false })
export class Agent {
  @OrganizationKey() organizationId: string;
  @Id() id: string;
  @Text() name: string;
  @Text({ default: 'active' }) status: 'active' | 'inactive';

  /** Counts the changes; a call pins the version it used. */
  @Int({ default: 1 }) version: number;

  /** The current version's configuration. */
  @Jsonb({ transformer: { from: completeConfig, to: (config: AgentConfig) => config } })
  config: AgentConfig;

  @CreatedAt() createdAt: Date;
  @Instant({ default: () => 'now()' }) updatedAt: Date;
}
