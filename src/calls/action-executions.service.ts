import { Injectable } from '@nestjs/common';
import type { OrganizationId } from '../auth/principal.js';
import { newId } from '../common/new-id.adapter.js';
import { sql, type Tx } from '../database/sql.client.js';
import { Events } from '../events/events.service.js';
import { ActionExecution } from './action-execution.entity.js';

/** An action as it begins. */
export interface NewAction extends Pick<
  ActionExecution,
  'callId' | 'name' | 'type' | 'trigger' | 'request' | 'toolCallId' | 'turn' | 'offsetMs'
> {
  /** The same key within a call is the same action: it succeeds once. Null: each is an action of its own. */
  idempotencyKey: string | null;
  startedAt: Date;
}

/** How an action ended. */
export interface ActionEnd {
  status: 'succeeded' | 'failed';
  /** Without secrets. */
  response: unknown;
  error: string | null;
  completedAt: Date;
}

/** What calls cause, one row an action; its end is told to other systems. */
@Injectable()
export class ActionExecutions {
  constructor(private readonly events: Events) {}

  /**
   * Notes that an action runs. One of the same key that has succeeded is given back as it is; one that has not is
   * tried once more, as its next attempt.
   */
  async begin(tx: Tx, org: OrganizationId, action: NewAction): Promise<ActionExecution> {
    const known = await this.byKey(tx, org, action);
    if (known?.status === 'succeeded') return known;
    const { startedAt, toolCallId, turn, offsetMs } = action;
    if (known) {
      const again = {
        status: 'running',
        attempt: known.attempt + 1,
        startedAt,
        toolCallId,
        turn,
        offsetMs,
      } as const;
      await tx.update(ActionExecution, { organizationId: org, id: known.id }, again);
      return Object.assign(known, again);
    }
    const row = Object.assign(new ActionExecution(), {
      ...action,
      organizationId: org,
      id: newId(),
      status: 'running',
      attempt: 1,
      response: null,
      error: null,
      completedAt: null,
      durationMs: null,
    } satisfies ActionExecution);
    await tx.insert(ActionExecution, row as never);
    return row;
  }

  /** Notes an action that will be done later, or not at all (`skipped`). @returns its id */
  async plan(
    tx: Tx,
    org: OrganizationId,
    action: Pick<NewAction, 'callId' | 'name' | 'type' | 'trigger' | 'request' | 'idempotencyKey'>,
    status: 'pending' | 'skipped',
  ): Promise<string> {
    const id = newId();
    await tx.insert(ActionExecution, { ...action, organizationId: org, id, status } as never);
    return id;
  }

  /** Notes how an action ended, and tells it: `task.completed` or `task.failed`. */
  async end(tx: Tx, org: OrganizationId, action: ActionExecution, end: ActionEnd): Promise<void> {
    const durationMs = end.completedAt.getTime() - (action.startedAt ?? end.completedAt).getTime();
    Object.assign(action, end, { durationMs });
    const { id, callId, name, type, trigger, status, attempt, startedAt, error } = action;
    const changes = { ...end, durationMs, attempt, startedAt };
    await tx.update(ActionExecution, { organizationId: org, id }, changes as never);
    await this.events.record(tx, org, {
      type: end.status === 'succeeded' ? 'task.completed' : 'task.failed',
      call: { id: callId, sequence: null },
      data: { task: { id, call_id: callId, name, type, trigger, status, attempt, error } },
    });
  }

  /** Locks the key first: a lookup and an insert are two statements. */
  private async byKey(tx: Tx, org: OrganizationId, action: NewAction): Promise<ActionExecution | null> {
    const { callId, idempotencyKey } = action;
    if (idempotencyKey === null) return null;
    await sql(tx, `SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`, [
      `${org} ${callId} ${idempotencyKey}`,
    ]);
    return tx.findOneBy(ActionExecution, { organizationId: org, callId, idempotencyKey });
  }
}
