import { Inject, Injectable } from '@nestjs/common';
import type { OrganizationId } from '../auth/principal.js';
import { sql, type Tx } from '../database/sql.client.js';
import { Carriers } from '../telephony/carriers.service.js';
import { presentBeginning } from './call-details.presenter.js';
import { TIMINGS, type CallTimings } from './call-timings.js';

/** Who answers a number, and whether there is room for another call. */
export interface Reception {
  agentId: string;
  agentVersion: number;
  agentStatus: 'active' | 'inactive';
  liveCalls: number;
  maxConcurrentCalls: number;
  /** The account at the carrier that the organization's calls begin with; null: the installation's. */
  carrierAccountId: string | null;
  /** By the database's clock. */
  now: Date;
}

/** A call that is coming in. */
export interface NewInboundCall {
  id: string;
  agentId: string;
  agentVersion: number;
  contactId: string | null;
  /** The customer's number, E.164; null when withheld. */
  phoneNumber: string | null;
  platformNumber: string;
  carrierCallId: string;
  carrierAccountId: string | null;
  startedAt: Date;
}

const RECEPTION = `
  SELECT now() AS now, agent.id AS "agentId", agent.version AS "agentVersion", agent.status AS "agentStatus",
         organization.max_concurrent_calls AS "maxConcurrentCalls",
         (SELECT count(*)::int FROM calls
           WHERE organization_id = $1 AND status IN ('queued', 'ringing', 'in-progress')) AS "liveCalls",
         (SELECT id FROM carrier_accounts WHERE organization_id = $1 AND retired_at IS NULL) AS "carrierAccountId"
    FROM phone_numbers number
    JOIN agents agent ON agent.organization_id = number.organization_id AND agent.id = number.agent_id
    JOIN organizations organization ON organization.id = number.organization_id
   WHERE number.organization_id = $1 AND number.number = $2`;

/** The call's first event is counted already. */
const RING = `
  WITH call AS (
    INSERT INTO calls (organization_id, id, agent_id, agent_version, contact_id, call_type, status, phone_number,
      platform_number, carrier, carrier_call_id, started_at, ringing_at, created_at, watch_at, event_sequence, carrier_account_id)
    VALUES ($1, $2, $3, $4, $5, 'inbound', 'ringing', $6, $7, $8, $9, $10, $10, $10, $11, 1, $13))
  INSERT INTO call_details (organization_id, call_id, turn_events) VALUES ($1, $2, $12)`;

@Injectable()
export class InboundCallsRepository {
  constructor(
    private readonly carriers: Carriers,
    @Inject(TIMINGS) private readonly timings: CallTimings,
  ) {}

  /** Null when the organization has no such number, or nobody answers it. */
  async reception(tx: Tx, org: OrganizationId, number: string): Promise<Reception | null> {
    const [reception] = await sql<Reception>(tx, RECEPTION, [org, number]);
    return reception ?? null;
  }

  /** The call that the carrier calls so. */
  async findId(tx: Tx, org: OrganizationId, carrierCallId: string): Promise<string | null> {
    const [call] = await sql<{ id: string }>(
      tx,
      `SELECT id FROM calls WHERE organization_id = $1 AND carrier_call_id = $2 AND call_type = 'inbound'`,
      [org, carrierCallId],
    );
    return call?.id ?? null;
  }

  async ring(tx: Tx, org: OrganizationId, call: NewInboundCall): Promise<void> {
    const { startedAt } = call;
    const began = { callType: 'inbound', startedAt, ringingAt: startedAt } as const;
    await sql(tx, RING, [
      org,
      call.id,
      call.agentId,
      call.agentVersion,
      call.contactId,
      call.phoneNumber,
      call.platformNumber,
      this.carriers.nameOf(call.carrierAccountId),
      call.carrierCallId,
      startedAt,
      new Date(startedAt.getTime() + this.timings.ringingLimit),
      JSON.stringify(presentBeginning(began)),
      call.carrierAccountId,
    ]);
  }
}
