import { Entity, Index, Unique } from 'typeorm';
import {
  BelongsTo,
  CreatedAt,
  Id,
  Jsonb,
  OrganizationKey,
  Text,
  Uuid,
} from '../database/columns.decorator.js';
import { Call } from './call.entity.js';

/** A callback of the carrier as it came. The unique key drops what it sends twice. */
@Entity('call_events')
@BelongsTo(() => Call, 'callId', 'call_events_call_id_fkey', 'CASCADE')
@Unique('call_events_dedupe_key', ['organizationId', 'callId', 'dedupeKey'])
@Index('call_events_received_at_idx', ['organizationId', 'receivedAt'])
export class CallEvent {
  @OrganizationKey() organizationId: string;
  @Id() id: string;
  @Uuid() callId: string;

  /** `status`, `answer`, `amd`, `recording` … */
  @Text() kind: string;

  @Text() dedupeKey: string;
  @Jsonb() payload: Record<string, unknown>;
  @CreatedAt() receivedAt: Date;
}
