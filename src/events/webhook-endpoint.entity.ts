import { Check, Entity, ForeignKey, Index } from 'typeorm';
import { Organization } from '../auth/organization.entity.js';
import {
  BelongsToOrganization,
  Bytes,
  CreatedAt,
  Id,
  Instant,
  Int,
  OrganizationKey,
  Text,
  TextArray,
  Uuid,
} from '../database/columns.decorator.js';
import type { EventType } from './event-types.js';

/** Why a service's own hand disabled an endpoint. */
export const DISABLE_REASONS = ['gone', 'failing'] as const;

/** Where an organization wants its events; also the queue of what waits for it, leased by one process at a time. */
@Entity('webhook_endpoints')
@BelongsToOrganization('webhook_endpoints', () => Organization)
@ForeignKey('Agent', ['organizationId', 'agentId'], ['organizationId', 'id'], {
  name: 'webhook_endpoints_agent_id_fkey',
})
@Index('webhook_endpoints_agent_id_idx', ['organizationId', 'agentId'])
@Check('webhook_endpoints_status_check', `status IN ('active', 'paused', 'disabled')`)
@Check('webhook_endpoints_status_reason_check', `status_reason IN ('gone', 'failing')`)
@Check('webhook_endpoints_secret_check', `secret_sealed IS NOT NULL OR deleted_at IS NOT NULL`)
export class WebhookEndpoint {
  @OrganizationKey() organizationId: string;
  @Id() id: string;
  @Text() url: string;
  @Text({ nullable: true }) description: string | null;

  /** Empty: all. */
  @TextArray() eventTypes: EventType[];

  /** Only events of this agent's calls. */
  @Uuid({ nullable: true }) agentId: string | null;

  /** The names of the extra headers; their values are sealed, as JSON. */
  @TextArray() headerNames: string[];
  @Bytes({ nullable: true }) headersSealed: Buffer | null;

  /** Null once the endpoint is deleted. */
  @Bytes({ nullable: true }) secretSealed: Buffer | null;
  /** The secret before the last rotation, which signs beside the new one until then. */
  @Bytes({ nullable: true }) previousSecretSealed: Buffer | null;
  @Instant({ nullable: true }) previousSecretUntil: Date | null;

  /** The owner pauses it, the service disables it; what waits stays. */
  @Text({ default: 'active' }) status: 'active' | 'paused' | 'disabled';
  /** Set while it is disabled. */
  @Text({ nullable: true }) statusReason: (typeof DISABLE_REASONS)[number] | null;
  @Instant({ default: () => 'now()' }) statusSince: Date;

  /** The first failure since the last success. */
  @Instant({ nullable: true }) failingSince: Date | null;
  @Int({ default: 0 }) consecutiveFailures: number;
  /** After many failures nothing is sent before this instant, and then one delivery as a probe. */
  @Instant({ nullable: true }) resumeAt: Date | null;

  @Uuid({ nullable: true }) leaseOwner: string | null;
  @Instant({ nullable: true }) leaseUntil: Date | null;
  /** Counts the leases: what an earlier holder writes late is refused. */
  @Int({ default: 0 }) leaseEpoch: number;

  @Int({ default: 1 }) version: number;
  @CreatedAt() createdAt: Date;
  @Instant({ default: () => 'now()' }) updatedAt: Date;
  /** Its row stays as long as its deliveries do. */
  @Instant({ nullable: true }) deletedAt: Date | null;
}
