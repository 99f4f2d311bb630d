import { Check, Entity, Index } from 'typeorm';
import { Contact } from '../contacts/contact.entity.js';
import {
  BelongsTo,
  Id,
  Instant,
  Int,
  Jsonb,
  OrganizationKey,
  Text,
  TextArray,
  Uuid,
} from '../database/columns.decorator.js';
import { WebhookMapping } from './webhook-mapping.entity.js';

/** One authenticated request to a mapping's address, accepted or refused. */
@Entity('intake_requests')
@BelongsTo(() => WebhookMapping, 'mappingId', 'intake_requests_mapping_id_fkey', 'CASCADE')
@BelongsTo(() => Contact, 'contactId', 'intake_requests_contact_id_fkey', 'SET NULL')
@Check('intake_requests_outcome_check', `outcome IN ('created', 'updated', 'unchanged', 'rejected')`)
@Index('intake_requests_mapping_id_idx', { synchronize: false })
@Index('intake_requests_received_at_idx', ['receivedAt'])
@Index('intake_requests_contact_id_idx', { synchronize: false })
@Index('intake_requests_mentions_idx', { synchronize: false })
@Index('intake_requests_outcome_idx', { synchronize: false })
@Index('intake_requests_replay_of_idx', { synchronize: false })
export class IntakeRequest {
  @OrganizationKey() organizationId: string;
  @Id() id: string;
  @Uuid() mappingId: string;
  @Instant() receivedAt: Date;
  @Text() outcome: 'created' | 'updated' | 'unchanged' | 'rejected';

  /** The error's `code` and text when it was refused. */
  @Text({ nullable: true }) reasonCode: string | null;
  @Text({ nullable: true }) reason: string | null;

  /** HTTP status that was answered. */
  @Int() status: number;

  /** Content type and body as text, credentials removed; null when refused for its size, rate or form, or purged. */
  @Text({ nullable: true }) contentType: string | null;
  @Text({ nullable: true }) payload: string | null;

  /** Of the payload that is kept. */
  @Int({ default: 0 }) payloadBytes: number;

  /** What a refused payload says of people, as `mentions.ts` reads it; empty when there is no payload. */
  @TextArray() mentions: string[];

  /** What was applied, the warnings, what found no rule; or the details of the refusal. */
  @Jsonb({ default: () => "'{}'" }) result: Record<string, unknown>;

  @Uuid({ nullable: true }) contactId: string | null;

  /** The request this one repeats. */
  @Uuid({ nullable: true }) replayOf: string | null;
  @Int({ nullable: true }) durationMs: number | null;
}
