import { Check, Entity, Index } from 'typeorm';
import { BelongsTo, CreatedAt, Id, OrganizationKey, Text, Uuid } from '../database/columns.decorator.js';
import { Call } from './call.entity.js';

/** A remark on a call; the `notes` of the request that started it is the first. */
@Entity('call_notes')
@BelongsTo(() => Call, 'callId', 'call_notes_call_id_fkey', 'CASCADE')
@Check('call_notes_source_check', `source IN ('request', 'operator', 'agent', 'api')`)
@Index('call_notes_call_id_idx', ['organizationId', 'callId', 'id'])
export class CallNote {
  @OrganizationKey() organizationId: string;
  @Id() id: string;
  @Uuid() callId: string;
  @Text() body: string;
  @Text() source: 'request' | 'operator' | 'agent' | 'api';

  /** Name of the API key, user or agent that wrote it. */
  @Text({ nullable: true }) author: string | null;

  @CreatedAt() createdAt: Date;
}
