import { Column, Entity } from 'typeorm';
import { Call } from '../calls/call.entity.js';
import { BelongsTo, CreatedAt, Jsonb, OrganizationKey, Text } from '../database/columns.decorator.js';

/**
 * Something that was said, done or measured in a conversation, written at the end of its turn: what a resumed session
 * goes on with, and what the record is made of, also after a crash.
 */
@Entity('conversation_entries')
@BelongsTo(() => Call, 'callId', 'conversation_entries_call_id_fkey', 'CASCADE')
export class ConversationEntry {
  @OrganizationKey() organizationId: string;
  @Column({ type: 'uuid', primary: true }) callId: string;
  @Column({ type: 'integer', primary: true }) seq: number;
  @Text() kind: string;
  @Jsonb() data: unknown;
  @CreatedAt() createdAt: Date;
}
