import { Injectable } from '@nestjs/common';
import type { TransferDestination } from '../agents/agent-config.js';
import type { Tx } from '../database/sql.client.js';
import type { TransferEndedEvent } from '../telephony/carrier-events.js';
import { ActionExecution } from './action-execution.entity.js';
import { ActionExecutions } from './action-executions.service.js';
import type { HeldCall } from './call-records.repository.js';
import type { Call } from './call.entity.js';

const TYPE = 'transfer';

/** The transfers of calls among the actions that they caused. The call is held by the transaction. */
@Injectable()
export class TransferRecords {
  constructor(private readonly actions: ActionExecutions) {}

  /** The carrier is told to put the call through. It asks again when our answer did not arrive: that is the same one. */
  async begin(
    tx: Tx,
    { row }: HeldCall,
    { name, phone }: TransferDestination,
    sessionId: string,
  ): Promise<void> {
    const { organizationId: org, id: callId, answeredAt } = row;
    const key = { callId, idempotencyKey: `${TYPE}:${sessionId}` };
    if (await tx.existsBy(ActionExecution, { organizationId: org, ...key })) return;
    const startedAt = new Date();
    await this.actions.begin(tx, org, {
      ...key,
      name,
      type: TYPE,
      trigger: 'in_call',
      request: { destination: name, phone },
      toolCallId: null,
      turn: null,
      offsetMs: answeredAt && startedAt.getTime() - answeredAt.getTime(),
      startedAt,
    });
  }

  /** The second leg is over, or did not come about. */
  async end(
    tx: Tx,
    { row }: HeldCall,
    { connected, carrierStatus, durationSeconds }: TransferEndedEvent,
  ): Promise<void> {
    const response = { connected, carrier_status: carrierStatus, talk_seconds: durationSeconds };
    await this.settle(tx, row, connected ? null : `Nobody took the call: ${carrierStatus}`, response);
  }

  /** The record is closed: a transfer of which the carrier did not tell went as the call did. */
  async close(tx: Tx, row: Call): Promise<void> {
    const isDone = row.endedReason === 'call-transferred';
    await this.settle(tx, row, isDone ? null : 'The call ended before somebody took it', null);
  }

  private async settle(tx: Tx, row: Call, error: string | null, response: object | null): Promise<void> {
    const { organizationId: org, id: callId } = row;
    const running = { organizationId: org, callId, type: TYPE, status: 'running' } as const;
    const action = await tx.findOneBy(ActionExecution, running);
    if (!action) return;
    const status = error === null ? 'succeeded' : 'failed';
    await this.actions.end(tx, org, action, { status, response, error, completedAt: new Date() });
  }
}
