import { Check, Entity, Index } from 'typeorm';
import { Call } from '../calls/call.entity.js';
import type { RelayOutcome } from '../calls/relay-outcome.js';
import { BelongsTo, Id, Instant, OrganizationKey, Text, Uuid } from '../database/columns.decorator.js';

/** One socket of one call; a call has a second one after a drop, a drain or a transfer that nobody took. */
@Entity('relay_sessions')
@BelongsTo(() => Call, 'callId', 'relay_sessions_call_id_fkey', 'CASCADE')
@Check(
  'relay_sessions_outcome_check',
  `outcome IN ('agent-ended', 'customer-ended', 'transferred', 'voicemail', 'silence', 'max-duration', 'opted-out', 'model-failed', 'dropped', 'drained', 'lost')`,
)
@Index('relay_sessions_call_id_idx', ['organizationId', 'callId'])
@Index('relay_sessions_lease_idx', { synchronize: false })
export class RelaySession {
  @OrganizationKey() organizationId: string;
  @Id() id: string;
  @Uuid() callId: string;

  /** The carrier's own id of the session. */
  @Text() carrierSessionId: string;

  /** The process that holds the socket. */
  @Text() owner: string;

  @Instant() openedAt: Date;

  /** Renewed while the socket lives; one that ran out counts as closed. */
  @Instant() leaseUntil: Date;

  @Instant({ nullable: true }) closedAt: Date | null;

  /** Why it closed; null while it is open. */
  @Text({ nullable: true }) outcome: RelayOutcome | null;
}
