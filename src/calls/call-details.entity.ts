import { Column, Entity } from 'typeorm';
import { BelongsTo, Jsonb, OrganizationKey, Text } from '../database/columns.decorator.js';
import type { AudioPayload } from './audio-metrics.js';
import { Call } from './call.entity.js';

const EMPTY_LIST = { default: () => "'[]'" };

/** What was asked, said, measured and concluded; read only when the full payload or an include group asks. */
@Entity('call_details')
@BelongsTo(() => Call, 'callId', 'call_details_call_id_fkey', 'CASCADE')
export class CallDetails {
  @OrganizationKey() organizationId: string;
  @Column({ type: 'uuid', primary: true }) callId: string;

  /** What the request gave: `variables` for the prompt and the caller's `metadata`. */
  @Jsonb({ default: () => "'{}'" }) variables: Record<string, unknown>;
  @Jsonb({ default: () => "'{}'" }) metadata: Record<string, unknown>;

  @Text({ nullable: true }) transcript: string | null;
  @Jsonb(EMPTY_LIST) transcriptFormatted: unknown[];
  @Jsonb({ nullable: true }) postCallAnalysis: Record<string, unknown> | null;
  @Text({ nullable: true }) callDescription: string | null;
  @Jsonb({ nullable: true }) customAnalysis: Record<string, unknown> | null;
  @Jsonb({ nullable: true }) structuredDataResults: Record<string, unknown> | null;
  @Jsonb({ nullable: true }) qualityMetrics: Record<string, unknown> | null;
  @Jsonb({ nullable: true }) latencyMetrics: Record<string, unknown> | null;
  @Jsonb({ nullable: true }) audioMetrics: AudioPayload | null;
  @Jsonb(EMPTY_LIST) turnEvents: unknown[];
  @Jsonb(EMPTY_LIST) interruptions: unknown[];
  @Jsonb(EMPTY_LIST) toolUsage: unknown[];

  /** Parts of `enhanced_context` that are not read from other rows: who answered, how it ended, memory, recording. */
  @Jsonb({ nullable: true }) answeredBy: Record<string, unknown> | null;
  @Jsonb({ nullable: true }) ended: Record<string, unknown> | null;
  @Jsonb({ nullable: true }) memory: Record<string, unknown> | null;
  @Jsonb({ nullable: true }) recording: Record<string, unknown> | null;
}
