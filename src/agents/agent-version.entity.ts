import { Column, Entity } from 'typeorm';
import { BelongsTo, CreatedAt, Jsonb, OrganizationKey, Text } from '../database/columns.decorator.js';
import { completeConfig, type AgentConfig } from './agent-config.js';
import { Agent } from './agent.entity.js';

/** What an agent was at one version; never changed. */
@Entity('agent_versions')
@BelongsTo(() => Agent, 'agentId', 'agent_versions_agent_id_fkey', 'CASCADE')
export class AgentVersion {
  @OrganizationKey() organizationId: string;
  @Column({ type: 'uuid', primary: true }) agentId: string;
  @Column({ type: 'integer', primary: true }) version: number;
  @Text() name: string;
  @Jsonb({ transformer: { from: completeConfig, to: (config: AgentConfig) => config } })
  config: AgentConfig;
  @CreatedAt() createdAt: Date;
}
