import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { v7 } from 'uuid';
import { CARRIER, type Carrier, type PlaceCallOutcome } from '../telephony/carrier.js';
import { DialAttempts, type NewAttempt } from './dial-attempts.repository.js';
import { placeCall, type DialLease } from './dial-order.js';
import { DialOutcomes } from './dial-outcomes.service.js';
import { DialRefusals } from './dial-refusals.service.js';

/** 192 bits: nobody guesses the address of a callback. */
const TOKEN_BYTES = 24;

/** Between two looks at a call that another transaction holds; those are short. */
const HELD_RETRY_MS = 20;

/** A call whose dial broke off is left alone for this long. */
const HAND_BACK_MS = 1_000;

/** This process stood still for longer than its lease: another one may have the call by now. */
const LEASE_OVER: PlaceCallOutcome = {
  kind: 'not-sent',
  cause: 'unreachable',
  message: 'The lease was over before the request was sent',
  retryAfterSeconds: null,
};

/** The dials that this process has under way. Each is judged, committed as an attempt, sent once, and recorded. */
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
    @Inject(CARRIER) private readonly carrier: Carrier,
  ) {}

  /** The leases of the dials under way, to be renewed. */
  get leases(): DialLease[] {
    return [...this.running.keys()];
  }

  /** Dials under a lease that this process holds; nobody waits for it. While stopping, the lease is handed back. */
  begin(lease: DialLease): void {
    const work = this.stopping ? this.attempts.handBack(lease, 0) : this.dial(lease);
    const dial = work
      .catch((error: unknown) => this.breakOff(lease, error))
      .finally(() => this.running.delete(lease));
    this.running.set(lease, dial);
  }

  /** Begins no more dials and waits for those under way. */
  async stop(): Promise<void> {
    this.stopping = true;
    await Promise.all(this.running.values());
  }

  private async dial(lease: DialLease): Promise<void> {
    const { org, callId } = lease;
    const attempt = { id: v7(), token: randomBytes(TOKEN_BYTES).toString('base64url') };
    const judged = await this.judge(lease, attempt);
    if (judged.verdict !== 'go') {
      await this.refusals.act(lease, judged.verdict);
      return;
    }
    const outcome =
      performance.now() < lease.validUntil
        ? await this.carrier.place(placeCall({ org, callId, token: attempt.token }, judged))
        : LEASE_OVER;
    await this.outcomes.record(org, callId, attempt.id, outcome);
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
