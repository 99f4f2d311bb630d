import { Entity, Index } from 'typeorm';
import {
  BelongsTo,
  CreatedAt,
  Id,
  Instant,
  Int,
  Jsonb,
  OrganizationKey,
  Uuid,
} from '../database/columns.decorator.js';
import { WebhookMapping } from './webhook-mapping.entity.js';

/** Somebody's wish to post refused requests of a mapping again; a job fulfils it. */
@Entity('intake_replays')
@BelongsTo(() => WebhookMapping, 'mappingId', 'intake_replays_mapping_id_fkey', 'CASCADE')
@Index('intake_replays_mapping_id_idx', ['organizationId', 'mappingId', 'id'])
@Index('intake_replays_created_at_idx', ['createdAt'])
export class IntakeReplay {
  @OrganizationKey() organizationId: string;
  @Id() id: string;
  @Uuid() mappingId: string;

  /** Only those received then or later; null for all. */
  @Instant({ nullable: true }) since: Date | null;
  /** Only these; null for all. */
  @Uuid({ array: true, nullable: true }) requestIds: string[] | null;

  /** How many there were when it began. */
  @Int() total: number;
  @Int({ default: 0 }) accepted: number;
  @Int({ default: 0 }) refused: number;
  /** How often each reason refused one. */
  @Jsonb({ default: () => "'{}'" }) refusals: Record<string, number>;

  /** The last one that was posted: it goes on behind it. */
  @Instant({ nullable: true }) lastReceivedAt: Date | null;
  @Uuid({ nullable: true }) lastId: string | null;

  /** Set once all were posted, or the mapping was paused. */
  @Instant({ nullable: true }) finishedAt: Date | null;
  @CreatedAt() createdAt: Date;
}
