import { Entity, Index } from 'typeorm';
import { Organization } from '../auth/organization.entity.js';
import {
  BelongsToOrganization,
  CreatedAt,
  Id,
  Int,
  OrganizationKey,
  Text,
  Uuid,
} from '../database/columns.decorator.js';

/** Something that happened, written in the transaction of the change that made it so. */
@Entity('events')
@BelongsToOrganization('events', () => Organization)
@Index('events_created_at_idx', ['createdAt'])
@Index('events_call_id_sequence_key', { synchronize: false })
@Index('events_contact_id_idx', { synchronize: false })
export class OutboxEvent {
  @OrganizationKey() organizationId: string;
  @Id() id: string;

  /** `call.ended`, `contact.created` … */
  @Text() type: string;

  @Uuid({ nullable: true }) callId: string | null;

  /** The contact the data speaks of, for erasure. No foreign key: events outlive contacts. */
  @Uuid({ nullable: true }) contactId: string | null;

  /** Counts from 1 per call; null for events that belong to no call. */
  @Int({ nullable: true }) sequence: number | null;

  /** The webhook endpoint it speaks of: a test goes to that one only, its being disabled to all others. */
  @Uuid({ nullable: true }) endpointId: string | null;

  /** The event's `data` as JSON text: what is signed is what is stored. */
  @Text() data: string;

  @CreatedAt() createdAt: Date;
}
