import { Inject, Injectable } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import { Readiness } from '../health/readiness.service.js';
import { PollWorker } from '../jobs/poll.worker.js';
import { DeliveryLane, type DueDelivery } from './delivery-lane.session.js';
import { failed } from './delivery-outcome.js';
import { DeliveryQueues } from './delivery-queues.worker.js';
import { DeliveryResults } from './delivery-results.worker.js';
import { DELIVERY_TIMINGS, type DeliveryTimings } from './delivery-timings.js';
import { Events } from './events.service.js';
import { InFlight } from './in-flight.session.js';
import { WebhookSender } from './webhook-sender.service.js';

/** Endpoints that one process works on at once. */
const MOST_LANES = 256;
/** Read ahead for all endpoints together: it bounds the memory of a process, whatever waits. */
const MOST_AHEAD = 2_048;
/** Read ahead for one endpoint: some tens of milliseconds of work, and no less than it has in flight at once. */
const AHEAD = { least: 8, most: 48 };

/** Leases the queues of endpoints that have something due, and sends it. */
@Injectable()
export class Deliverer extends PollWorker {
  private readonly lanes = new Map<string, DeliveryLane>();
  private readonly inFlight = new InFlight();
  /** Organizations for which something may be due; `everywhere` is all of them. */
  private due = new Set<string>();
  private everywhere = false;
  private looking: Promise<void> | null = null;
  private again = false;
  private stopped = false;
  private renewedAt = performance.now();

  constructor(
    private readonly queues: DeliveryQueues,
    private readonly results: DeliveryResults,
    private readonly sender: WebhookSender,
    private readonly events: Events,
    private readonly readiness: Readiness,
    @Inject(DELIVERY_TIMINGS) private readonly timings: DeliveryTimings,
  ) {
    super(timings.poll);
  }

  override onApplicationBootstrap(): void {
    this.readiness.add({ name: 'deliverer', probe: () => this.check() });
    this.events.onDue((org) => {
      this.due.add(org);
      this.lookSoon();
    });
    this.results.onSettled(({ lane, deliveryId }) => {
      lane.settled(deliveryId);
      this.feed(lane);
    });
    super.onApplicationBootstrap();
  }

  override async beforeApplicationShutdown(): Promise<void> {
    this.stopped = true;
    await super.beforeApplicationShutdown();
    await this.looking;
    await Promise.race([this.inFlight.ended(), delay(this.timings.stopGrace, null, { ref: false })]);
    await this.sender.close();
    await this.inFlight.ended();
    await this.results.flush();
    await this.queues.release([...this.lanes.values()]).catch(() => undefined);
  }

  protected round(): Promise<void> {
    this.everywhere = true;
    return this.look();
  }

  /** A failure is noticed, and repeated, by the regular look. */
  private lookSoon(): void {
    if (this.looking) this.again = true;
    else if (!this.stopped) this.look().catch(() => undefined);
  }

  /** One at a time; who asks meanwhile is served by another one right after it. */
  private look(): Promise<void> {
    this.again = true;
    this.looking ??= this.rounds().finally(() => {
      this.looking = null;
    });
    return this.looking;
  }

  private async rounds(): Promise<void> {
    while (this.again && !this.stopped) {
      this.again = false;
      await this.claim();
      await this.refill();
      this.pump();
      await this.release();
    }
  }

  private async claim(): Promise<void> {
    const { everywhere } = this;
    const due = [...this.due];
    this.everywhere = false;
    this.due = new Set();
    for (const lane of this.lanes.values())
      if (everywhere || due.includes(lane.endpoint.organizationId)) lane.mayHaveMore = true;
    if (everywhere) await this.renew();
    const places = MOST_LANES - this.lanes.size;
    if (places <= 0 || (!everywhere && due.length === 0)) return;
    const validUntil = performance.now() + this.timings.lease;
    const claimed = await this.queues.claim(everywhere ? null : due, places, [...this.lanes.values()]);
    for (const endpoint of claimed)
      this.lanes.set(endpoint.id, new DeliveryLane(endpoint, validUntil, this.timings.breakerFailures));
  }

  /** Keeps the leases; a lane that is somebody else's by now is forgotten. */
  private async renew(): Promise<void> {
    if (performance.now() - this.renewedAt < this.timings.lease / 4 || this.lanes.size === 0) return;
    const validUntil = performance.now() + this.timings.lease;
    const epochs = await this.queues.renew([...this.lanes.values()]);
    this.renewedAt = performance.now();
    for (const [id, lane] of this.lanes) {
      if (epochs.get(id) === lane.endpoint.leaseEpoch) lane.validUntil = validUntil;
      else this.forget(id, lane);
      lane.readAnew();
    }
  }

  private async refill(): Promise<void> {
    const ahead = this.ahead;
    const hungry = [...this.lanes.values()].filter((lane) => lane.appetite(ahead) > 0);
    if (hungry.length === 0) return;
    const wanted = hungry.map((lane) => ({ lane, read: lane.beginRead(ahead) }));
    for (const { lane, read, due } of await this.queues.read(wanted)) lane.add(due, read);
  }

  /** How many deliveries of each endpoint are read ahead. */
  private get ahead(): number {
    const share = Math.floor(MOST_AHEAD / Math.max(1, this.lanes.size));
    return Math.min(AHEAD.most, Math.max(AHEAD.least, share));
  }

  /** One for each lane in turn, as long as there is room. */
  private pump(): void {
    const lanes = [...this.lanes.values()];
    for (let sent = true; sent;) {
      sent = false;
      for (const lane of lanes) sent = this.sendNext(lane) || sent;
    }
  }

  private sendNext(lane: DeliveryLane): boolean {
    const { organizationId: org } = lane.endpoint;
    if (this.stopped || !this.inFlight.hasPlaceFor(org)) return false;
    const delivery = lane.next(performance.now());
    if (!delivery) return false;
    this.inFlight.enter(org);
    void this.send(lane, delivery);
    return true;
  }

  private async send(lane: DeliveryLane, delivery: DueDelivery): Promise<void> {
    const startedAt = new Date();
    const outcome = await this.sender
      .send(lane.endpoint, delivery.event, startedAt)
      .catch(() => failed('unexpected', Date.now() - startedAt.getTime()));
    const { deliveryId, attempts, tries } = delivery;
    lane.sent(delivery, outcome.delivered, outcome.error === 'gone');
    // Called off by our own end: not the receiver's failure.
    if (outcome.error === 'aborted') lane.settled(deliveryId);
    else this.results.add({ lane, deliveryId, attempts, tries, startedAt, outcome });
    this.inFlight.leave(lane.endpoint.organizationId);
    this.follow(lane);
  }

  /** A place is free: for the same lane, or whoever waits for one. */
  private follow(lane: DeliveryLane): void {
    if (this.inFlight.isCrowded || !this.sendNext(lane)) this.pump();
    this.feed(lane);
  }

  /** At half, so that the next are here before the last is gone; all lanes are then filled up with one statement. */
  private feed(lane: DeliveryLane): void {
    if (lane.isDone || lane.appetite(this.ahead / 2) > 0) this.lookSoon();
  }

  private async release(): Promise<void> {
    const done = [...this.lanes.values()].filter((lane) => lane.isDone);
    if (done.length === 0) return;
    for (const { endpoint } of done) this.lanes.delete(endpoint.id);
    await this.queues.release(done);
  }

  private forget(id: string, lane: DeliveryLane): void {
    lane.close();
    this.lanes.delete(id);
  }
}
