import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, In } from 'typeorm';
import type { OrganizationId } from '../auth/principal.js';
import { sql, type Tx } from '../database/sql.client.js';
import { DialAttempt } from './dial-attempt.entity.js';
import type { DialLease, DialOrder, NewAttempt } from './dial-order.js';

/** What a process may do with a call that it wants to dial. */
export type DialVerdict =
  /** Dial: the attempt is committed. */
  | 'go'
  /** Another transaction holds the call just now. */
  | 'held'
  /** The call is over, gone, or another process's. */
  | 'lost'
  /** It was dialled already, and nobody recorded the outcome. */
  | 'dialled'
  /** Somebody asked to end it, or erased the contact. */
  | 'called-off'
  | 'too-late'
  | 'do-not-call'
  | 'agent-inactive';

type Judgement = DialOrder & { verdict: DialVerdict };

const OPEN_STATES = ['sending', 'accepted', 'unknown'] as const;

/**
 * Judges the call and, if it may be dialled, writes the attempt, in one statement: the number's absence from the
 * do-not-call list is as fresh as the attempt itself. A call that somebody holds is not waited for, because what was
 * read of the other tables would be older than the lock.
 */
const OPEN_ATTEMPT = `
  WITH call AS MATERIALIZED (
    SELECT * FROM calls WHERE organization_id = $1 AND id = $2 FOR NO KEY UPDATE SKIP LOCKED),
  judged AS MATERIALIZED (
    SELECT call.carrier_account_id AS "accountId", call.phone_number AS "to", call.platform_number AS "from", version.config,
           CASE
             WHEN call.status <> 'queued' OR call.dial_epoch <> $3 THEN 'lost'
             WHEN EXISTS (SELECT FROM dial_attempts attempt
                           WHERE attempt.organization_id = $1 AND attempt.call_id = $2
                             AND attempt.state IN ('sending', 'accepted', 'unknown')) THEN 'dialled'
             WHEN call.end_requested_at IS NOT NULL OR call.phone_number IS NULL THEN 'called-off'
             WHEN call.dial_deadline <= now() THEN 'too-late'
             WHEN EXISTS (SELECT FROM do_not_call listed
                           WHERE listed.organization_id = $1 AND listed.number = call.phone_number) THEN 'do-not-call'
             WHEN agent.status <> 'active' THEN 'agent-inactive'
             ELSE 'go'
           END AS verdict
      FROM call
      JOIN agents agent ON agent.organization_id = $1 AND agent.id = call.agent_id
      JOIN agent_versions version ON version.organization_id = $1 AND version.agent_id = call.agent_id
                                 AND version.version = call.agent_version),
  attempt AS (
    INSERT INTO dial_attempts (organization_id, id, call_id, token, state, dial_epoch, sent_at)
    SELECT $1, $4, $2, $5, 'sending', $3, clock_timestamp() FROM judged WHERE verdict = 'go')
  SELECT verdict, "accountId", "to", "from", config FROM judged
  UNION ALL
  SELECT CASE WHEN EXISTS (SELECT FROM calls WHERE organization_id = $1 AND id = $2) THEN 'held' ELSE 'lost' END,
         NULL, NULL, NULL, NULL
   WHERE NOT EXISTS (SELECT FROM judged)`;

@Injectable()
export class DialAttempts {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  /** Opens an attempt under the lease, unless something speaks against it. Committed when it returns. */
  async open({ org, callId, epoch }: DialLease, attempt: NewAttempt): Promise<Judgement> {
    const [judged] = await sql<Judgement>(this.db, OPEN_ATTEMPT, [
      org,
      callId,
      epoch,
      attempt.id,
      attempt.token,
    ]);
    if (!judged) throw new Error('a judgement was neither given nor withheld');
    return judged;
  }

  /** Leaves a call that was not attempted to whoever comes first, after this many milliseconds. */
  async handBack({ org, callId, epoch }: DialLease, delay: number): Promise<void> {
    await sql(
      this.db,
      `UPDATE calls SET dial_owner = NULL, dial_lease_until = now() + $4 * interval '1 millisecond'
        WHERE organization_id = $1 AND id = $2 AND dial_epoch = $3
          AND status = 'queued' AND dial_lease_until IS NOT NULL
          AND NOT EXISTS (SELECT FROM dial_attempts attempt
                           WHERE attempt.organization_id = $1 AND attempt.call_id = $2
                             AND attempt.state IN ('sending', 'accepted', 'unknown'))`,
      [org, callId, epoch, delay],
    );
  }

  /** The attempt that may have reached the carrier; there is at most one a call. */
  openOf(tx: Tx, org: OrganizationId, callId: string): Promise<DialAttempt | null> {
    return tx.findOneBy(DialAttempt, { organizationId: org, callId, state: In([...OPEN_STATES]) });
  }

  /** The open attempt with this token. */
  openByToken(tx: Tx, org: OrganizationId, callId: string, token: string): Promise<DialAttempt | null> {
    return tx.findOneBy(DialAttempt, { organizationId: org, callId, token, state: In([...OPEN_STATES]) });
  }

  find(tx: Tx, org: OrganizationId, id: string): Promise<DialAttempt | null> {
    return tx.findOneBy(DialAttempt, { organizationId: org, id });
  }

  count(tx: Tx, org: OrganizationId, callId: string): Promise<number> {
    return tx.countBy(DialAttempt, { organizationId: org, callId });
  }

  async change(tx: Tx, { organizationId, id }: DialAttempt, changes: Partial<DialAttempt>): Promise<void> {
    await tx.update(DialAttempt, { organizationId, id }, changes);
  }
}
