import { Injectable } from '@nestjs/common';
import type { QueryDeepPartialEntity } from 'typeorm/query-builder/QueryPartialEntity.js';
import type { AgentConfig } from '../agents/agent-config.js';
import { AgentVersion } from '../agents/agent-version.entity.js';
import type { OrganizationId } from '../auth/principal.js';
import type { Tx } from '../database/sql.client.js';
import { Transactions } from '../database/transactions.service.js';
import { CallDetails } from './call-details.entity.js';
import { Call } from './call.entity.js';
import type { CallState } from './call-step.js';

/** A call whose row this transaction holds until it ends, with the agent's configuration that it was placed with. */
export interface HeldCall {
  row: Call;
  config: AgentConfig;
}

/** What the rules about a call's way through the statuses look at. */
export const stateOf = ({ row, config }: HeldCall): CallState => ({
  status: row.status,
  startedAt: row.startedAt,
  ringingAt: row.ringingAt,
  answeredAt: row.answeredAt,
  wentToVoicemail: row.wentToVoicemail,
  recordingId: row.recordingId,
  endRequestedBy: row.endRequestedBy,
  maxDurationSeconds: config.maxDurationSeconds,
});

/** The rows of a call that change while it lives. */
@Injectable()
export class CallRecords {
  constructor(private readonly transactions: Transactions) {}

  /** Works on a call in a transaction of its own that holds it; null when there is no such call. */
  holding<T>(
    org: OrganizationId,
    id: string,
    work: (tx: Tx, held: HeldCall) => Promise<T>,
  ): Promise<T | null> {
    return this.transactions.run(async (tx) => {
      const held = await this.hold(tx, org, id);
      return held && work(tx, held);
    });
  }

  /** The call, locked: whatever changes a call's status takes this lock first. */
  async hold(tx: Tx, org: OrganizationId, id: string): Promise<HeldCall | null> {
    const row = await tx.findOne(Call, {
      where: { organizationId: org, id },
      lock: { mode: 'for_no_key_update' },
    });
    if (!row) return null;
    const version = await tx.findOneByOrFail(AgentVersion, {
      organizationId: org,
      agentId: row.agentId,
      version: row.agentVersion,
    });
    return { row, config: version.config };
  }

  async change(
    tx: Tx,
    { organizationId, id }: Pick<Call, 'organizationId' | 'id'>,
    changes: Partial<Call>,
  ): Promise<void> {
    await tx.update(Call, { organizationId, id }, changes);
  }

  async changeDetails(
    tx: Tx,
    { organizationId, id: callId }: Call,
    changes: Partial<CallDetails>,
  ): Promise<void> {
    // TypeORM's type takes a JSON column for a relation to be written deeply.
    const values = changes as QueryDeepPartialEntity<CallDetails>;
    await tx.update(CallDetails, { organizationId, callId }, values);
  }
}
