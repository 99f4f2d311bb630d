import { Inject, Injectable } from '@nestjs/common';
import type { AgentConfig } from '../agents/agent-config.js';
import type { OrganizationId } from '../auth/principal.js';
import { newId } from '../common/new-id.adapter.js';
import { hasNumber } from '../contacts/contact-columns.js';
import { sql, type Tx } from '../database/sql.client.js';
import { Carriers } from '../telephony/carriers.service.js';
import type { Situation } from './admission.js';
import { presentBeginning } from './call-details.presenter.js';
import { TIMINGS, type CallTimings } from './call-timings.js';
import type { DialLease, NewAttempt } from './dial-order.js';
import type { StartCallDto } from './start-call.dto.js';

/** What is read of an organization and of the agent before a call. */
export interface FullSituation extends Situation {
  agentName: string;
  agentVersion: number;
  config: AgentConfig;
  /** The account at the carrier that the organization's calls begin with; null: the installation's. */
  accountId: string | null;
  /** By the database's clock. */
  now: Date;
}

/** A call about to be dialled. */
export interface NewCall {
  id: string;
  agentId: string;
  agentVersion: number;
  contactId: string;
  phoneNumber: string;
  platformNumber: string;
  /** The organization's account at the carrier that dials; null: the installation's. */
  accountId: string | null;
  startedAt: Date;
}

const SITUATION = `
  SELECT now() AS now, agent.name AS "agentName", agent.status AS "agentStatus", agent.version AS "agentVersion",
         version.config,
         organization.allowed_countries AS "allowedCountries",
         organization.require_existing_contact AS "requireExistingContact",
         organization.max_concurrent_calls AS "maxConcurrentCalls",
         EXISTS (SELECT FROM do_not_call WHERE organization_id = $1 AND number = $3) AS "isOnDoNotCallList",
         EXISTS (SELECT FROM contacts contact WHERE organization_id = $1 AND ${hasNumber('$1', '$3')}) AS "hasContact",
         (SELECT count(*)::int FROM calls
           WHERE organization_id = $1 AND status IN ('queued', 'ringing', 'in-progress')) AS "liveCalls",
         (SELECT number FROM phone_numbers WHERE organization_id = $1 AND number = $4) AS "askedNumber",
         (SELECT number FROM phone_numbers
           WHERE organization_id = $1 AND agent_id = $2 ORDER BY id LIMIT 1) AS "agentNumber",
         (SELECT number FROM phone_numbers WHERE organization_id = $1 AND is_default) AS "defaultNumber",
         (SELECT id FROM carrier_accounts WHERE organization_id = $1 AND retired_at IS NULL) AS "accountId"
    FROM organizations organization
    LEFT JOIN agents agent ON agent.organization_id = organization.id AND agent.id = $2
    LEFT JOIN agent_versions version ON version.organization_id = organization.id AND version.agent_id = agent.id
                                    AND version.version = agent.version
   WHERE organization.id = $1`;

/** The call's first event is counted already. The attempt is fenced by the lease's first epoch. */
const QUEUE = `
  WITH call AS (
    INSERT INTO calls (organization_id, id, agent_id, agent_version, contact_id, call_type, status, phone_number,
      platform_number, carrier, started_at, created_at, dial_owner, dial_epoch, dial_lease_until, dial_deadline,
      event_sequence, carrier_account_id)
    VALUES ($1, $2, $3, $4, $5, 'outbound', 'queued', $6, $7, $8, $9, $9, $10, 1,
      clock_timestamp() + $11 * interval '1 millisecond', $12, 1, $20)),
  note AS (
    INSERT INTO call_notes (organization_id, id, call_id, body, source)
    SELECT $1, $13, $2, $14, 'request' WHERE $14 <> ''),
  attempt AS (
    INSERT INTO dial_attempts (organization_id, id, call_id, token, state, dial_epoch, sent_at)
    SELECT $1, $18::uuid, $2, $19, 'sending', 1, clock_timestamp() WHERE $18 IS NOT NULL)
  INSERT INTO call_details (organization_id, call_id, variables, metadata, turn_events)
  VALUES ($1, $2, $15, $16, $17)`;

@Injectable()
export class OutboundCallsRepository {
  constructor(
    private readonly carriers: Carriers,
    @Inject(TIMINGS) private readonly timings: CallTimings,
  ) {}

  /**
   * One call of an organization is started after the other, on every replica: otherwise two could both see the last
   * free place. A statement of its own, so that the next one sees what the calls before have committed.
   */
  async lockOrganization(tx: Tx, org: OrganizationId): Promise<void> {
    await sql(tx, `SELECT FROM organizations WHERE id = $1 FOR NO KEY UPDATE`, [org]);
  }

  async situation(tx: Tx, org: OrganizationId, request: StartCallDto): Promise<FullSituation> {
    const { agentId, phoneNumber, fromNumber } = request;
    const values = [org, agentId, phoneNumber, fromNumber ?? null];
    const [situation] = await sql<FullSituation>(tx, SITUATION, values);
    if (!situation) throw new Error('the caller’s organization is gone');
    return situation;
  }

  /**
   * Inserts the call as queued with all that the request gives; its notes are the call's first note. An attempt to
   * dial it is on record with it: what keeps a call from being dialled was read in this transaction.
   * @returns the right to dial it, which `owner` has at once
   */
  async queue(
    tx: Tx,
    org: OrganizationId,
    call: NewCall,
    request: StartCallDto,
    { owner, attempt }: { owner: string; attempt: NewAttempt | null },
  ): Promise<DialLease> {
    const { dialLease, dialDeadline } = this.timings;
    const { variables = {}, metadata = {}, notes = '' } = request;
    const validUntil = performance.now() + dialLease;
    await sql(tx, QUEUE, [
      org,
      call.id,
      call.agentId,
      call.agentVersion,
      call.contactId,
      call.phoneNumber,
      call.platformNumber,
      this.carriers.nameOf(call.accountId),
      call.startedAt,
      owner,
      dialLease,
      new Date(call.startedAt.getTime() + dialDeadline),
      newId(),
      notes,
      JSON.stringify(variables),
      JSON.stringify(metadata),
      JSON.stringify(presentBeginning({ callType: 'outbound', startedAt: call.startedAt, ringingAt: null })),
      attempt?.id ?? null,
      attempt?.token ?? null,
      call.accountId,
    ]);
    return { org, callId: call.id, epoch: 1, validUntil };
  }
}
