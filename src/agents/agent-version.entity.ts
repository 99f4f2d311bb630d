import { Check, Column, Entity } from 'typeorm';
import { BelongsTo, CreatedAt, Jsonb, OrganizationKey, Text, Uuid } from '../database/columns.decorator.js';
import { completeConfig, type AgentConfig } from './agent-config.js';
import { Agent } from './agent.entity.js';

/** What an agent was at one version; never changed. */
@Entity('agent_versions')
@BelongsTo(() => Agent, 'agentId', 'agent_versions_agent_id_fkey', 'CASCADE')
@Check('agent_versions_status_check', `status IN ('active', 'inactive')`)
export class AgentVersion {
  @OrganizationKey() organizationId: string;
  @Column({ type: 'uuid', primary: true }) agentId: string;
  @Column({ type: 'integer', primary: true }) version: number;
  @Text() name: string;
  @Jsonb({ transformer: { from: completeConfig, to: (config: AgentConfig) => config } })
  config: AgentConfig;
  /** Null in versions of which nobody kept it. */
  @Text({ nullable: true }) status: Agent['status'] | null;

  /** Who made it, as in the audit log; null where nobody kept it. */
  @Text({ nullable: true }) actorType: string | null;
  @Uuid({ nullable: true }) actorId: string | null;

  @CreatedAt() createdAt: Date;
}
