import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import type { PlaceCallOutcome } from '../telephony/carrier.js';
import { Carriers } from '../telephony/carriers.service.js';
import { DialAttempts } from './dial-attempts.repository.js';
import { newAttempt, placeCall, type DialLease, type DialOrder, type NewAttempt } from './dial-order.js';
import { DialOutcomes } from './dial-outcomes.service.js';
import { DialRefusals } from './dial-refusals.service.js';

/** Between two looks at a call that another transaction holds; those are short. */
const HELD_RETRY_MS = 20;

/** A call whose dial broke off is left alone for this long. */
const HAND_BACK_MS = 1_000;

/** Nobody was asked. A process that stood still for longer than its lease may not: another one may have the call. */
const notSent = (message: string): PlaceCallOutcome => ({
  kind: 'not-sent',
  cause: 'unreachable',
  message,
  retryAfterSeconds: null,
});

/** The dials that this process has under way. Each is committed as an attempt, sent once, and recorded. */
@Injectable()
export class Dials {
  /** This process, in the leases it holds. */
  readonly owner = randomUUID();
  private readonly logger = new Logger('Dialler');
  private readonly running = new Map<DialLease, Promise<void>>();
  private stopping = false;

  constructor(
    private readonly attempts: DialAttempts,
    private readonly outcomes: DialOutcomes,
    private readonly refusals: DialRefusals,
    private readonly carriers: Carriers,
  ) {}

  /** The leases of the dials under way, to be renewed. */
  get leases(): DialLease[] {
    return [...this.running.keys()];
  }

  /**
   * The attempt that is committed with a new call, to be sent when that is done; null while stopping, when the call is
   * left to another process.
   */
  firstAttempt(): NewAttempt | null {
    return this.stopping ? null : newAttempt();
  }

  /** Sends an attempt that is committed; nobody waits for it. */
  send(lease: DialLease, attempt: NewAttempt, order: DialOrder): void {
    this.run(lease, this.place(lease, attempt, order));
  }

  /** Dials under a lease that this process holds; nobody waits for it. While stopping, the lease is handed back. */
  begin(lease: DialLease): void {
    this.run(lease, this.stopping ? this.attempts.handBack(lease, 0) : this.dial(lease));
  }

  /** Begins no more dials and waits for those under way, also of calls that are just being committed. */
  async stop(): Promise<void> {
    this.stopping = true;
    while (this.running.size > 0) await Promise.all(this.running.values());
  }

  private run(lease: DialLease, work: Promise<void>): void {
    const dial = work
      .catch((error: unknown) => this.breakOff(lease, error))
      .finally(() => this.running.delete(lease));
    this.running.set(lease, dial);
  }

  private async dial(lease: DialLease): Promise<void> {
    const attempt = newAttempt();
    const judged = await this.judge(lease, attempt);
    if (judged.verdict === 'go') await this.place(lease, attempt, judged);
    else await this.refusals.act(lease, judged.verdict);
  }

  private async place(lease: DialLease, { id, token }: NewAttempt, order: DialOrder): Promise<void> {
    const { org, callId } = lease;
    const account = await this.carriers.of(org, order.accountId).catch(() => null);
    const isOurs = performance.now() < lease.validUntil;
    const outcome =
      account && isOurs
        ? await account.place(placeCall({ org, callId, token }, order))
        : notSent(
            `The ${account ? 'lease was over' : 'account could not be read'} before the request was sent`,
          );
    await this.outcomes.record(org, callId, id, outcome);
  }

  /** The database failed us. Unless the carrier may have been asked, somebody else may try soon. */
  private async breakOff(lease: DialLease, error: unknown): Promise<void> {
    this.logger.warn(`dial of call ${lease.callId} broke off: ${String(error)}`);
    await this.attempts.handBack(lease, HAND_BACK_MS).catch(() => undefined);
  }

  private async judge(lease: DialLease, attempt: NewAttempt) {
    let judged = await this.attempts.open(lease, attempt);
    while (judged.verdict === 'held' && performance.now() < lease.validUntil) {
      await delay(HELD_RETRY_MS);
      judged = await this.attempts.open(lease, attempt);
    }
    return judged;
  }
}
