import type { DeliveryOutcome } from './delivery-outcome.js';
import type { SealedParts } from './endpoint-secrets.service.js';

/** One endpoint as it was when it was leased. */
export interface LeasedEndpoint extends SealedParts {
  url: string;
  version: number;
  consecutiveFailures: number;
  leaseEpoch: number;
}

/** An event as it is sent. */
export interface DueEvent {
  id: string;
  callId: string | null;
  /** The exact bytes. */
  body: Buffer;
}

/** An event that is due at an endpoint. */
export interface DueDelivery extends QueuePlace {
  /** The same object in all deliveries of it that were read together. */
  event: DueEvent;
  deliveryId: string;
  /** All attempts so far. */
  attempts: number;
  /** Those since it was put in the queue. */
  tries: number;
}

/** A place in the queue of an endpoint, as the database writes it. */
export interface QueuePlace {
  dueAt: string;
  position: string;
}

/** What a read of the queue is to give: the next so many, from the beginning or after a place. */
export interface QueueRead {
  most: number;
  after: QueuePlace | null;
}

/** Sent to one endpoint at once. */
const MOST_IN_FLIGHT = 4;
/** So many times of what is read ahead may be taken: while outcomes are written slowly, reading waits for them. */
const MOST_TAKEN = 4;

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
  /** Settled since the read that is under way began, if one is: it may have seen them as they were before. */
  private settledMeanwhile: Set<string> | null = null;
  private queue: DueDelivery[] = [];
  /** Everything up to here was read; null after the end was seen, because what commits late may stand before it. */
  private readUpTo: QueuePlace | null = null;
  /** The read that is under way is not to be followed by one from its end. */
  private isToReadAnew = false;
  private readonly busyCalls = new Set<string>();
  private closing = false;
  /** The last request had no answer: one at a time, until there is one. Those that hang take no places from others. */
  private isSilent: boolean;

  /** @param validUntil by `performance.now()`; afterwards another process may work on it */
  constructor(
    readonly endpoint: LeasedEndpoint,
    public validUntil: number,
    private readonly breakerFailures: number,
  ) {
    this.failures = endpoint.consecutiveFailures;
    this.isKnownToFail = endpoint.consecutiveFailures > 0;
    this.isSilent = this.isKnownToFail;
  }

  get waiting(): number {
    return this.queue.length;
  }

  /** Nothing is left to do: the lease can go. */
  get isDone(): boolean {
    const isBeingRead = this.settledMeanwhile !== null;
    return this.taken.size === 0 && (this.closing || (!this.mayHaveMore && !isBeingRead));
  }

  private get isProbed(): boolean {
    return this.failures >= this.breakerFailures;
  }

  /** How many more should be read, so that so many wait. */
  appetite(prefetch: number): number {
    if (this.closing || !this.mayHaveMore) return 0;
    const most = this.ahead(prefetch);
    return Math.max(0, Math.min(most - this.waiting, MOST_TAKEN * most - this.taken.size));
  }

  /** Half of that is gone: what is read now comes before the rest is gone as well. */
  isHungry(prefetch: number): boolean {
    return 2 * this.appetite(prefetch) >= this.ahead(prefetch);
  }

  /** What is due is about to be read, so that so many wait. From the beginning, what is taken is read again. */
  beginRead(prefetch: number): QueueRead {
    const more = this.appetite(prefetch);
    const after = this.readUpTo;
    // What becomes due from here on asks for another look.
    this.mayHaveMore = false;
    this.settledMeanwhile = new Set();
    this.isToReadAnew = false;
    return { most: after ? more : more + this.taken.size, after };
  }

  /** Adds what a read gave, in the order of delivery; what is known already is left out. */
  add(due: readonly DueDelivery[], { most }: QueueRead): void {
    if (this.closing) return;
    const last = due.length === most ? due.at(-1) : undefined;
    if (last) this.mayHaveMore = true;
    this.readUpTo = this.isToReadAnew ? null : (last ?? null);
    for (const delivery of due) {
      const { deliveryId } = delivery;
      if (this.taken.has(deliveryId) || this.settledMeanwhile?.has(deliveryId)) continue;
      this.taken.add(deliveryId);
      this.queue.push(delivery);
    }
    this.settledMeanwhile = null;
  }

  /** The next to be sent, if one may be: of a call one after the other. */
  next(now: number): DueDelivery | null {
    const most = this.isProbed || this.isSilent ? 1 : MOST_IN_FLIGHT;
    if (this.closing || this.inFlight >= most || now >= this.validUntil) return null;
    const index = this.queue.findIndex(({ event: { callId } }) => !callId || !this.busyCalls.has(callId));
    if (index < 0) return null;
    // Nearly always the first one; splice() would make an array for it.
    const delivery = index === 0 ? this.queue.shift() : this.queue.splice(index, 1)[0];
    if (!delivery) return null;
    this.inFlight += 1;
    const { callId } = delivery.event;
    if (callId) this.busyCalls.add(callId);
    return delivery;
  }

  /** The next read begins at the beginning, and finds what was committed late or put back. */
  readAnew(): void {
    this.readUpTo = null;
    this.isToReadAnew = true;
  }

  /** It was sent. After too many failures, or when nobody is there any more, the rest is left for later. */
  sent({ event: { callId } }: DueDelivery, { delivered, status, error }: DeliveryOutcome): void {
    this.inFlight -= 1;
    this.isSilent = status === null;
    if (callId) this.busyCalls.delete(callId);
    this.failures = delivered ? 0 : this.failures + 1;
    if (error === 'gone' || this.isProbed) this.close();
  }

  /** Its outcome is written down, or will never be. */
  settled(deliveryId: string): void {
    this.taken.delete(deliveryId);
    this.settledMeanwhile?.add(deliveryId);
  }

  /** Sends no more of it; what is under way is finished. */
  close(): void {
    this.closing = true;
    for (const { deliveryId } of this.queue) this.taken.delete(deliveryId);
    this.queue = [];
  }

  /** How many may wait: one that is only probed needs no more than the next. */
  private ahead(prefetch: number): number {
    return this.isProbed ? 1 : prefetch;
  }
}
