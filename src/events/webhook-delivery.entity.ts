import { Check, Column, Entity, Index, Unique } from 'typeorm';
import {
  BelongsTo,
  Bool,
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
import { OutboxEvent } from './outbox-event.entity.js';
import { WebhookEndpoint } from './webhook-endpoint.entity.js';

/**
 * - `pending`: it will be tried, now or later
 * - `delivered`: answered with 2xx
 * - `failed`: every attempt of the schedule failed; it can be sent again
 * - `discarded`: it will not be sent, its event was erased
 */
export const DELIVERY_STATES = ['pending', 'delivered', 'failed', 'discarded'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** One event on its way to one endpoint; made by the trigger `events_fan_out`. */
@Entity('webhook_deliveries')
@BelongsTo(() => OutboxEvent, 'eventId', 'webhook_deliveries_event_id_fkey', 'CASCADE')
@BelongsTo(() => WebhookEndpoint, 'endpointId', 'webhook_deliveries_endpoint_id_fkey')
@Unique('webhook_deliveries_event_id_key', ['organizationId', 'eventId', 'endpointId'])
@Index('webhook_deliveries_endpoint_id_idx', ['organizationId', 'endpointId', 'position'])
@Index('webhook_deliveries_pending_idx', { synchronize: false })
@Index('webhook_deliveries_failed_idx', { synchronize: false })
@Index('webhook_deliveries_failed_since_idx', { synchronize: false })
@Index('webhook_deliveries_failed_event_idx', { synchronize: false })
@Index('webhook_deliveries_recovery_id_idx', { synchronize: false })
@Check('webhook_deliveries_state_check', `state IN ('pending', 'delivered', 'failed', 'discarded')`)
export class WebhookDelivery {
  @OrganizationKey() organizationId: string;
  @Id() id: string;
  @Uuid() endpointId: string;
  @Uuid() eventId: string;
  @Text() eventType: EventType;
  @Uuid({ nullable: true }) callId: string | null;

  /** Rises in the order in which events were recorded; breaks ties of `nextAttemptAt`. */
  @Column({ type: 'bigint', generated: 'identity', generatedIdentity: 'ALWAYS' }) position: string;

  @Text({ default: 'pending' }) state: DeliveryState;
  @Instant() nextAttemptAt: Date;

  /** Attempts since it was last put in the queue: its place in the schedule. */
  @Int({ default: 0 }) tries: number;
  /** All attempts. */
  @Int({ default: 0 }) attempts: number;

  @Instant({ nullable: true }) lastAttemptAt: Date | null;
  @Int({ nullable: true }) lastStatus: number | null;
  /** What was wrong with the last attempt, from a closed list. */
  @Text({ nullable: true }) lastError: string | null;

  /** The rest of the last attempt, as `WebhookDeliveryAttempt` has it of those before; lists do without. */
  @Text({ nullable: true, select: false }) lastUrl: string | null;
  @TextArray({ nullable: true, default: undefined, select: false }) lastHeaderNames: string[] | null;
  @Text({ nullable: true, select: false }) lastErrorMessage: string | null;
  @Int({ nullable: true, select: false }) lastLatencyMs: number | null;
  @Text({ nullable: true, select: false }) lastResponseBody: string | null;
  @Bool({ nullable: true, select: false }) lastResponseTruncated: boolean | null;

  /** The last recovery that put it in the queue. No foreign key: every delivery would pay for its index. */
  @Uuid({ nullable: true }) recoveryId: string | null;
  @CreatedAt() createdAt: Date;
}
