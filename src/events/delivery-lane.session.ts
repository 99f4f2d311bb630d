import type { OrganizationId } from '../auth/principal.js';
import type { SealedParts } from './endpoint-secrets.service.js';
import type { RecordedEvent } from './envelope.js';

/** One endpoint as it was when it was leased. */
export interface LeasedEndpoint extends SealedParts {
  url: string;
  version: number;
  consecutiveFailures: number;
  leaseEpoch: number;
}

/** A delivery that is due, with its event. */
export interface DueDelivery {
  id: string;
  endpointId: string;
  organizationId: OrganizationId;
  /** Attempts since it was put in the queue. */
  tries: number;
  event: RecordedEvent;
}

/** Sent to one endpoint at once. */
const MOST_IN_FLIGHT = 4;

/** The queue of one endpoint, while this process holds its lease. */
export class DeliveryLane {
  /** From being read until its outcome is written: it would be read again. */
  readonly taken = new Set<string>();
  inFlight = 0;
  /** More may be due than was read. */
  mayHaveMore = true;
  /** Failures in a row, as far as this process knows. */
  failures: number;
  /** The endpoint's row says that it fails: its next success is news. */
  isKnownToFail: boolean;
  /** Settled since the read that is under way began: it may have seen them as they were before. */
  private settledMeanwhile = new Set<string>();
  private queue: DueDelivery[] = [];
  private readonly busyCalls = new Set<string>();
  private closing = false;

  /** @param validUntil by `performance.now()`; afterwards another process may work on it */
  constructor(
    readonly endpoint: LeasedEndpoint,
    public validUntil: number,
    private readonly breakerFailures: number,
  ) {
    this.failures = endpoint.consecutiveFailures;
    this.isKnownToFail = endpoint.consecutiveFailures > 0;
  }

  get waiting(): number {
    return this.queue.length;
  }

  /** Nothing is left to do: the lease can go. */
  get isDone(): boolean {
    return this.taken.size === 0 && (this.closing || !this.mayHaveMore);
  }

  private get isProbed(): boolean {
    return this.failures >= this.breakerFailures;
  }

  /** How many more should be read. */
  get appetite(): number {
    return this.closing || !this.mayHaveMore ? 0 : this.isProbed ? 1 : PREFETCH;
  }

  /** What is due is about to be read. @returns how much is to be read; what is taken is read again */
  beginRead(): number {
    const most = this.appetite + this.taken.size;
    // What becomes due from here on asks for another look.
    this.mayHaveMore = false;
    this.settledMeanwhile = new Set();
    return most;
  }

  /** Adds what was read, in the order of delivery; what is known already is left out. */
  add(due: readonly DueDelivery[]): void {
    for (const delivery of due) {
      if (this.taken.has(delivery.id) || this.settledMeanwhile.has(delivery.id)) continue;
      this.taken.add(delivery.id);
      this.queue.push(delivery);
    }
  }

  /** The next to be sent, if one may be: of a call one after the other. */
  next(now: number): DueDelivery | null {
    const most = this.isProbed ? 1 : MOST_IN_FLIGHT;
    if (this.closing || this.inFlight >= most || now >= this.validUntil) return null;
    const index = this.queue.findIndex(({ event: { callId } }) => !callId || !this.busyCalls.has(callId));
    const [delivery] = index < 0 ? [] : this.queue.splice(index, 1);
    if (!delivery) return null;
    this.inFlight += 1;
    if (delivery.event.callId) this.busyCalls.add(delivery.event.callId);
    return delivery;
  }

  /** It was sent. After too many failures, or when nobody is there any more, the rest is left for later. */
  sent({ event: { callId } }: DueDelivery, delivered: boolean, gone: boolean): void {
    this.inFlight -= 1;
    if (callId) this.busyCalls.delete(callId);
    this.failures = delivered ? 0 : this.failures + 1;
    if (gone || this.isProbed) this.close();
  }

  /** Its outcome is written down, or will never be. */
  settled(id: string): void {
    this.taken.delete(id);
    this.settledMeanwhile.add(id);
  }

  /** Sends no more of it; what is under way is finished. */
  close(): void {
    this.closing = true;
    for (const { id } of this.queue) this.taken.delete(id);
    this.queue = [];
  }
}

/** Read ahead for one endpoint: some tens of milliseconds of work. */
export const PREFETCH = 32;
