import { Entity } from 'typeorm';
import {
  BelongsTo,
  Bool,
  Instant,
  Int,
  OrganizationKey,
  Text,
  TextArray,
  Uuid,
} from '../database/columns.decorator.js';
import { WebhookDelivery } from './webhook-delivery.entity.js';

/**
 * One request to an endpoint and what came back, once there was another one after it: the last one is kept by its
 * delivery. Its body is the event's, its signature is not kept.
 */
@Entity('webhook_delivery_attempts')
@BelongsTo(() => WebhookDelivery, 'deliveryId', 'webhook_delivery_attempts_delivery_id_fkey', 'CASCADE')
export class WebhookDeliveryAttempt {
  @OrganizationKey() organizationId: string;
  @Uuid({ primary: true }) deliveryId: string;
  /** Counts from 1. */
  @Int({ primary: true }) number: number;
  @Instant() startedAt: Date;
  @Text() url: string;
  /** Names of the endpoint's extra headers that were sent. */
  @TextArray() headerNames: string[];
  /** Null when there was no answer. */
  @Int({ nullable: true }) status: number | null;
  @Text({ nullable: true }) errorKind: string | null;
  @Text({ nullable: true }) errorMessage: string | null;
  @Int() latencyMs: number;
  /** At most 4 KiB, without secrets, phone numbers and e-mail addresses. */
  @Text({ nullable: true }) responseBody: string | null;
  @Bool({ default: false }) responseTruncated: boolean;
}
