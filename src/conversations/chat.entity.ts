import { Entity, Index } from 'typeorm';
import { Agent } from '../agents/agent.entity.js';
import { Organization } from '../auth/organization.entity.js';
import type { RelayOutcome } from '../calls/relay-outcome.js';
import {
  BelongsTo,
  BelongsToOrganization,
  CreatedAt,
  Id,
  Instant,
  Int,
  Jsonb,
  OrganizationKey,
  Text,
  Uuid,
} from '../database/columns.decorator.js';
import type { Entry } from './conversation-entries.js';

/** A conversation with an agent in writing, to try it out. */
@Entity('chats')
@BelongsToOrganization('chats', () => Organization)
@BelongsTo(() => Agent, 'agentId', 'chats_agent_id_fkey', 'CASCADE')
@Index('chats_agent_id_idx', ['organizationId', 'agentId'])
@Index('chats_expires_at_idx', ['expiresAt'])
export class Chat {
  @OrganizationKey() organizationId: string;
  @Id() id: string;
  @Uuid() agentId: string;
  @Int() agentVersion: number;
  @Jsonb({ default: () => "'{}'" }) variables: Record<string, unknown>;

  /** What was said and done. */
  @Jsonb({ default: () => "'[]'" }) entries: Entry[];

  /** A process makes an answer until then; later it is gone. Null while nobody does. */
  @Instant({ nullable: true }) answeringUntil: Date | null;

  /** How the agent ended it; null while it goes on. */
  @Text({ nullable: true }) outcome: RelayOutcome | null;

  /** Whom the agent would have put the customer through to. */
  @Text({ nullable: true }) destination: string | null;

  @CreatedAt() createdAt: Date;
  @Instant() expiresAt: Date;
}
