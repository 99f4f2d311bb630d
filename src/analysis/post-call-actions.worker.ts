import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import type { PostCallAction } from '../agents/agent-config.js';
import { ActionExecutions, type ActionEnd } from '../calls/action-executions.service.js';
import { CallNotes } from '../calls/call-notes.service.js';
import { CallRecords, type HeldCall } from '../calls/call-records.repository.js';
import { Calls } from '../calls/calls.service.js';
import { CallContacts } from '../contacts/call-contacts.service.js';
import type { Tx } from '../database/sql.client.js';
import { Transactions } from '../database/transactions.service.js';
import type { Job } from '../jobs/job.js';
import { Jobs } from '../jobs/jobs.service.js';
import type { JobData } from '../jobs/queues.js';
import { PostCallActionsRepository, type WaitingAction } from './post-call-actions.repository.js';
import { actionOf } from './post-call-plan.js';
import { PostCallRequests } from './post-call-requests.client.js';
import type { RequestOutcome } from './request-outcome.js';

type ActionJob = Job<JobData['post-call-action']>;
type OwnAction = Exclude<PostCallAction, { type: 'http_request' }>;
type Outcome = Pick<ActionEnd, 'status' | 'response' | 'error'>;

/** Actions that a process does at the same time, and of those for one organization: another system may be slow. */
const AT_ONCE = 4;
const AT_ONCE_EACH = 2;

const DONE: Outcome = { status: 'succeeded', response: null, error: null };
const failed = (error: string): Outcome => ({ status: 'failed', response: null, error });

/**
 * Does what was planned. A tag or a note is written in the transaction that ends its job: once. A request may reach the
 * other system more than once, with the same `webhook-id`.
 */
@Injectable()
export class PostCallActionWorker implements OnModuleInit {
  private readonly logger = new Logger('PostCallActions');

  constructor(
    private readonly repository: PostCallActionsRepository,
    private readonly executions: ActionExecutions,
    private readonly requests: PostCallRequests,
    private readonly records: CallRecords,
    private readonly calls: Calls,
    private readonly notes: CallNotes,
    private readonly contacts: CallContacts,
    private readonly transactions: Transactions,
    private readonly jobs: Jobs,
  ) {}

  onModuleInit(): void {
    this.jobs.work('post-call-action', {
      atOnce: AT_ONCE,
      atOnceEach: AT_ONCE_EACH,
      run: (job) => this.run(job),
      gaveUp: (job) => this.gaveUp(job),
    });
  }

  private async run(job: ActionJob): Promise<void> {
    const { organizationId: org, actionId } = job.data;
    const waiting = await this.repository.waiting(org, actionId);
    if (!waiting) return;
    waiting.row.startedAt ??= new Date();
    waiting.row.attempt = job.attempt;
    const action = actionOf(waiting.config.postCallActions, waiting.row.idempotencyKey);
    if (action?.type === 'http_request') return this.request(job, waiting, action.url);
    await this.settling(job, waiting, (tx, held) =>
      action
        ? this.write(tx, held, action, waiting.agentName)
        : Promise.resolve(failed('There is no such action')),
    );
  }

  private async write(tx: Tx, { row }: HeldCall, action: OwnAction, author: string): Promise<Outcome> {
    const { organizationId: org, id, contactId } = row;
    if (action.type === 'add_note') {
      await this.notes.add(tx, org, id, { body: action.body, source: 'agent', author });
      return DONE;
    }
    if (!contactId) return failed('The call has no contact');
    await this.contacts.learn(tx, org, contactId, { tags: [action.tag] });
    return DONE;
  }

  private async request(job: ActionJob, { row }: WaitingAction, url: string): Promise<void> {
    const { organizationId: org, callId, actionId: id } = job.data;
    const { attempt, startedAt } = row;
    await this.repository.note(org, id, { status: 'running', attempt, startedAt });
    const body = await this.transactions.run(async (tx) => ({
      action: { id, name: row.name },
      call: await this.calls.payload(tx, org, callId),
      ...(await this.repository.findings(tx, org, callId)),
    }));
    const outcome = await this.requests.send(org, { id, url, body }, job.signal);
    if (outcome.status === 'failed' && (outcome.isRetryable || job.signal.aborted) && !job.isLast) {
      const { response, error } = outcome;
      await this.repository.note(org, id, { status: 'pending', response, error });
      throw new Error(error ?? 'failed');
    }
    await this.settling(job, { row }, () => Promise.resolve(endOf(outcome)));
  }

  /** Ends the job, does the work and tells of it in one transaction. */
  private settling(
    job: ActionJob,
    { row }: Pick<WaitingAction, 'row'>,
    work: (tx: Tx, held: HeldCall) => Promise<Outcome>,
  ): Promise<void> {
    const { organizationId: org, callId } = job.data;
    return this.transactions.run(async (tx) => {
      const held = await this.records.hold(tx, org, callId);
      await job.settle(tx);
      if (!held || !(await this.repository.isKept(tx, org, row.id))) return;
      const outcome = await work(tx, held);
      await this.executions.end(tx, org, row, { ...outcome, completedAt: new Date() });
    });
  }

  private async gaveUp(job: ActionJob): Promise<void> {
    const waiting = await this.repository.waiting(job.data.organizationId, job.data.actionId);
    this.logger.error(`action ${job.data.actionId} of call ${job.data.callId} failed at every attempt`);
    if (waiting)
      await this.settling(job, waiting, () => Promise.resolve(failed('Tried several times in vain')));
  }
}

const endOf = ({ status, response, error }: RequestOutcome): Outcome => ({ status, response, error });
