import { Column, Entity, Index } from 'typeorm';
import {
  BelongsTo,
  CreatedAt,
  Id,
  Instant,
  Int,
  OrganizationKey,
  Uuid,
} from '../database/columns.decorator.js';
import { WebhookEndpoint } from './webhook-endpoint.entity.js';

/** Somebody's wish to send again what failed at an endpoint; a job fulfils it. */
@Entity('webhook_recoveries')
@BelongsTo(() => WebhookEndpoint, 'endpointId', 'webhook_recoveries_endpoint_id_fkey', 'CASCADE')
@Index('webhook_recoveries_endpoint_id_idx', ['organizationId', 'endpointId', 'id'])
@Index('webhook_recoveries_created_at_idx', ['createdAt'])
export class WebhookRecovery {
  @OrganizationKey() organizationId: string;
  @Id() id: string;
  @Uuid() endpointId: string;

  /** Of events that were recorded then or later. */
  @Instant() since: Date;

  /** How many it has put in the queue. */
  @Int({ default: 0 }) requeued: number;
  /** Where the last one stands that it has put in the queue: it goes on behind it. Null before the first one. */
  @Instant({ nullable: true }) lastCreatedAt: Date | null;
  @Column({ type: 'bigint', default: 0 }) lastPosition: string;

  /** Set once everything that had failed when it began is in the queue. */
  @Instant({ nullable: true }) finishedAt: Date | null;
  @CreatedAt() createdAt: Date;
}
