import { Injectable } from '@nestjs/common';
import type { QueryDeepPartialEntity } from 'typeorm/query-builder/QueryPartialEntity.js';
import type { AgentConfig } from '../agents/agent-config.js';
import { AgentVersion } from '../agents/agent-version.entity.js';
import type { OrganizationId } from '../auth/principal.js';
import { sql, type Tx } from '../database/sql.client.js';
import { Transactions } from '../database/transactions.service.js';
import type { AudioPayload } from './audio-metrics.js';
import { CallDetails } from './call-details.entity.js';
import { Call } from './call.entity.js';
import type { CallState } from './call-step.js';
import { RelaySockets } from './relay-sockets.repository.js';
import { relayView, type RelayView } from './relay-view.js';
import type { TurnEventPayload } from './turn-events.js';
import type { WatchedCall } from './watch-plan.js';

/** A call whose row this transaction holds until it ends, with the agent's configuration that it runs with. */
export interface HeldCall {
  row: Call;
  config: AgentConfig;
  relay: RelayView;
}

/** What the rules about a call's way through the statuses look at. */
export const stateOf = ({ row, config, relay }: HeldCall): CallState => ({
  callType: row.callType,
  status: row.status,
  startedAt: row.startedAt,
  ringingAt: row.ringingAt,
  answeredAt: row.answeredAt,
  wentToVoicemail: row.wentToVoicemail,
  transferredAt: row.transferredAt,
  recordingId: row.recordingId,
  endRequestedBy: row.endRequestedBy,
  maxDurationSeconds: config.maxDurationSeconds,
  relay,
});

/** What decides when a call is looked at. */
export const watchedOf = ({ row, relay }: HeldCall): WatchedCall => ({
  status: row.status,
  dialedAt: row.dialedAt,
  ringingAt: row.ringingAt,
  answeredAt: row.answeredAt,
  endRequestedAt: row.endRequestedAt,
  endedAt: row.endedAt,
  relay,
});

/** The rows of a call that change while it lives. */
@Injectable()
export class CallRecords {
  constructor(
    private readonly transactions: Transactions,
    private readonly sockets: RelaySockets,
  ) {}

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
    const relay = relayView(await this.sockets.all(tx, org, id), new Date());
    return { row, config: version.config, relay };
  }

  async change(
    tx: Tx,
    { organizationId, id }: Pick<Call, 'organizationId' | 'id'>,
    changes: Partial<Call>,
  ): Promise<void> {
    await tx.update(Call, { organizationId, id }, changes);
  }

  /** `turn_events` as they are stored. */
  async turnEvents(tx: Tx, { organizationId, id }: Call): Promise<TurnEventPayload[]> {
    const [details] = await sql<{ turnEvents: TurnEventPayload[] }>(
      tx,
      `SELECT turn_events AS "turnEvents" FROM call_details WHERE organization_id = $1 AND call_id = $2`,
      [organizationId, id],
    );
    return details?.turnEvents ?? [];
  }

  /** `audio_metrics` as they are stored. */
  async audioMetrics(tx: Tx, { organizationId, id }: Call): Promise<AudioPayload | null> {
    const [details] = await sql<{ audioMetrics: AudioPayload | null }>(
      tx,
      `SELECT audio_metrics AS "audioMetrics" FROM call_details WHERE organization_id = $1 AND call_id = $2`,
      [organizationId, id],
    );
    return details?.audioMetrics ?? null;
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
