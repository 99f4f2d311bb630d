import { Injectable } from '@nestjs/common';
import type { PostCallAction } from '../agents/agent-config.js';
import { ActionExecutions } from '../calls/action-executions.service.js';
import type { Call } from '../calls/call.entity.js';
import type { Tx } from '../database/sql.client.js';
import { Jobs } from '../jobs/jobs.service.js';
import type { Verdict } from './analysis-answer.js';
import { PostCallActionsRepository } from './post-call-actions.repository.js';
import { planActions } from './post-call-plan.js';

/** Sees to it that what an agent does after its calls is done after each of them, once. */
@Injectable()
export class PostCallActions {
  constructor(
    private readonly repository: PostCallActionsRepository,
    private readonly executions: ActionExecutions,
    private readonly jobs: Jobs,
  ) {}

  /** In the transaction that ends the analysis and holds the call: a repeated analysis finds them planned already. */
  async plan(
    tx: Tx,
    { organizationId, id: callId }: Pick<Call, 'organizationId' | 'id'>,
    actions: readonly PostCallAction[],
    result: Verdict,
  ): Promise<void> {
    if (actions.length === 0 || (await this.repository.arePlanned(tx, organizationId, callId))) return;
    for (const { status, ...action } of planActions(actions, result)) {
      const actionId = await this.executions.plan(tx, organizationId, { ...action, callId }, status);
      if (status === 'pending')
        await this.jobs.enqueue(tx, 'post-call-action', { organizationId, callId, actionId });
    }
  }
}
