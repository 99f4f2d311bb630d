import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import type { OrganizationId } from '../auth/principal.js';
import { CallJournal } from '../calls/call-journal.service.js';
import { CallRecords, type HeldCall } from '../calls/call-records.repository.js';
import { isFinal } from '../calls/call-status.js';
import { Conflict, NotFound } from '../common/app-error.js';
import type { Tx } from '../database/sql.client.js';
import { Transactions } from '../database/transactions.service.js';
import { answersAbout } from '../idempotency/idempotency.service.js';
import type { Job } from '../jobs/job.js';
import { Jobs } from '../jobs/jobs.service.js';
import type { JobData } from '../jobs/queues.js';
import { LlmFailure } from '../llm/llm.js';
import { ModelChoice } from '../llm/model-choice.service.js';
import { AnalysesRepository, type AnalysedCall } from './analyses.repository.js';
import { presentFindings, presentUnfinished, successOf, type Findings } from './analysis.presenter.js';
import { Analyst, UnusableAnswer } from './analyst.service.js';
import { PostCallActions } from './post-call-actions.service.js';
import { linesOf, type Line } from './transcript-lines.js';

type AnalysisJob = Job<JobData['analyze-call']>;

/** Analyses that a process makes at the same time, and of those for one organization. */
const AT_ONCE = 4;
const AT_ONCE_EACH = 3;

/** The analysis after a call: made by a job, kept with the call, told as `call.analyzed`. */
@Injectable()
export class Analyses implements OnModuleInit {
  private readonly logger = new Logger('Analyses');

  constructor(
    private readonly analyses: AnalysesRepository,
    private readonly analyst: Analyst,
    private readonly records: CallRecords,
    private readonly journal: CallJournal,
    private readonly transactions: Transactions,
    private readonly jobs: Jobs,
    private readonly actions: PostCallActions,
    private readonly models: ModelChoice,
  ) {}

  onModuleInit(): void {
    this.jobs.work('analyze-call', {
      atOnce: AT_ONCE,
      atOnceEach: AT_ONCE_EACH,
      run: (job) => this.run(job),
      gaveUp: (job) => this.gaveUp(job),
    });
  }

  /**
   * Has a call analysed once more; one that waits for its analysis or has it made goes on. The former findings stay until
   * there are new ones. @throws NotFound, Conflict while the call is live or when it was never connected
   */
  async again(tx: Tx, org: OrganizationId, callId: string): Promise<void> {
    const held = await this.records.hold(tx, org, callId);
    const before = held && (await this.analyses.current(tx, org, callId));
    if (!held || before === undefined) throw new NotFound('Call');
    const { row } = held;
    if (row.contactId) answersAbout(tx, row.contactId);
    if (!isFinal(row.status)) throw new Conflict('call_live', 'Call is not over');
    if (!row.answeredAt && row.status !== 'completed')
      throw new Conflict('call_not_connected', 'Call was never connected');
    if (before?.['status'] === 'queued' || before?.['status'] === 'running') return;
    await this.records.changeDetails(tx, row, { postCallAnalysis: presentUnfinished(before, 'queued') });
    await this.jobs.enqueue(tx, 'analyze-call', { organizationId: org, callId });
  }

  private async run(job: AnalysisJob): Promise<void> {
    const { organizationId: org, callId } = job.data;
    const call = await this.analyses.subject(org, callId);
    if (!call) return;
    const lines = linesOf(call.transcript);
    if (lines.length === 0) return this.close(job, 'skipped', null);
    await this.mark(org, callId, 'running');
    const outcome = await this.examine(job, call, lines);
    if (typeof outcome === 'string') return this.close(job, 'error', outcome);
    await this.complete(job, call, outcome);
  }

  /** The findings, or why there will be none. @throws LlmFailure when another attempt may find some */
  private async examine(
    { data, signal, isLast }: AnalysisJob,
    { config, agentVersion }: AnalysedCall,
    lines: Line[],
  ): Promise<Findings | string> {
    try {
      const endpoint = await this.models.endpointFor(data.organizationId, config.model);
      return await this.analyst.examine({ config, agentVersion, endpoint, lines }, signal);
    } catch (error) {
      if (error instanceof UnusableAnswer) return error.message;
      const mayHeal = !(error instanceof LlmFailure) || error.retryable || error.kind === 'aborted';
      if (mayHeal && (!isLast || signal.aborted)) throw error;
      return error instanceof LlmFailure ? `The model gave no answer: ${error.kind}` : 'The analysis failed';
    }
  }

  private async complete(job: AnalysisJob, call: AnalysedCall, findings: Findings): Promise<void> {
    const at = { agentVersion: call.agentVersion, now: new Date() };
    await this.settling(job, async (tx, { row }) => {
      const details = presentFindings(findings, call.config, at);
      const success = successOf(findings.analysis.success.result);
      row.eventSequence += 1;
      await this.records.change(tx, row, {
        eventSequence: row.eventSequence,
        // A call that failed has failed, whatever was said in it.
        ...(row.status === 'completed' && { callSuccess: success }),
      });
      await this.records.changeDetails(tx, row, details);
      await this.journal.tell(tx, row, ['call.analyzed'], { analysis: details.postCallAnalysis });
      await this.journal.announce(tx, row);
      await this.actions.plan(tx, row, call.config.postCallActions, findings.analysis.success.result);
    });
  }

  private async close(job: AnalysisJob, status: 'skipped' | 'error', error: string | null): Promise<void> {
    await this.settling(job, async (tx, { row }) => {
      const before = await this.analyses.current(tx, row.organizationId, row.id);
      await this.records.changeDetails(tx, row, {
        postCallAnalysis: presentUnfinished(before ?? null, status, error),
      });
    });
    if (error) this.logger.warn(`call ${job.data.callId} was not analysed: ${error}`);
  }

  /** Writes the outcome of a job together with its end; a call that was erased meanwhile stays blank. */
  private settling(job: AnalysisJob, write: (tx: Tx, held: HeldCall) => Promise<void>): Promise<void> {
    const { organizationId: org, callId } = job.data;
    return this.transactions.run(async (tx) => {
      const held = await this.records.hold(tx, org, callId);
      await job.settle(tx);
      if (held && (await this.analyses.current(tx, org, callId))) await write(tx, held);
    });
  }

  private async mark(org: OrganizationId, callId: string, status: 'running'): Promise<void> {
    await this.records.holding(org, callId, async (tx, { row }) => {
      const before = await this.analyses.current(tx, org, callId);
      if (!before) return;
      await this.records.changeDetails(tx, row, { postCallAnalysis: presentUnfinished(before, status) });
    });
  }

  private gaveUp(job: AnalysisJob): Promise<void> {
    return this.close(job, 'error', 'The analysis was tried several times and failed');
  }
}
