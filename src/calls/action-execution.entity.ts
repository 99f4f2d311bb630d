import { Check, Entity, Index } from 'typeorm';
import {
  BelongsTo,
  Id,
  Instant,
  Int,
  Jsonb,
  OrganizationKey,
  Text,
  Uuid,
} from '../database/columns.decorator.js';
import type { TaskType } from '../events/task-types.js';
import { Call } from './call.entity.js';

/** Something a call caused: a tag, a transfer, a request to another system. */
@Entity('action_executions')
@BelongsTo(() => Call, 'callId', 'action_executions_call_id_fkey', 'CASCADE')
@Check('action_executions_trigger_check', `trigger IN ('in_call', 'post_call', 'manual')`)
@Check('action_executions_status_check', `status IN ('pending', 'running', 'succeeded', 'failed', 'skipped')`)
@Index('action_executions_call_id_idx', ['organizationId', 'callId', 'id'])
@Index('action_executions_idempotency_key_key', { synchronize: false })
export class ActionExecution {
  @OrganizationKey() organizationId: string;
  @Id() id: string;
  @Uuid() callId: string;
  @Text() name: string;
  @Text() type: TaskType;
  @Text() trigger: 'in_call' | 'post_call' | 'manual';
  @Text() status: 'pending' | 'running' | 'succeeded' | 'failed' | 'skipped';
  @Int({ default: 1 }) attempt: number;
  @Jsonb({ nullable: true }) request: unknown;
  @Jsonb({ nullable: true }) response: unknown;
  @Text({ nullable: true }) error: string | null;
  @Text({ nullable: true }) toolCallId: string | null;
  @Int({ nullable: true }) turn: number | null;
  @Int({ nullable: true }) offsetMs: number | null;
  @Instant({ nullable: true }) startedAt: Date | null;
  @Instant({ nullable: true }) completedAt: Date | null;
  @Int({ nullable: true }) durationMs: number | null;

  /** What must happen once in a call has a key there. */
  @Text({ nullable: true }) idempotencyKey: string | null;
}
