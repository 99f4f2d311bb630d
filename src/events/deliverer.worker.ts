import { Inject, Injectable } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import { Readiness } from '../health/readiness.service.js';
import { PollWorker } from '../jobs/poll.worker.js';
import { RepeatedTask } from '../jobs/repeated-task.session.js';
import type { DeliveryLane, DueDelivery } from './delivery-lane.session.js';
import { failed } from './delivery-outcome.js';
import { DeliveryQueues } from './delivery-queues.worker.js';
import { DeliveryResults } from './delivery-results.worker.js';
import { DELIVERY_TIMINGS, type DeliveryTimings } from './delivery-timings.js';
import { Events } from './events.service.js';
import { HeldLanes } from './held-lanes.session.js';
import { InFlight } from './in-flight.session.js';
import { laneAllowance } from './lane-allowance.js';
import { Lulls } from './lulls.session.js';
import { WebhookSender } from './webhook-sender.service.js';

/** Leases the queues of endpoints that have something due, and sends it. */
@Injectable()
export class Deliverer extends PollWorker {
  private readonly lanes: HeldLanes;
  private readonly inFlight = new InFlight();
  private readonly lulls = new Lulls(() => {
    if (this.due.size > 0) this.leasing.runSoon();
  });
  /** Beside the reading, so that what is held is sent on however long it takes to look everywhere. */
  private readonly leasing = new RepeatedTask(async () => {
    await this.claim();
    await this.release();
  });
  private readonly reading = new RepeatedTask(() => this.refill());
  /** Organizations for which something may be due; `everywhere` is all of them. */
  private due = new Set<string>();
  private everywhere = false;
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
    this.lanes = new HeldLanes(timings.breakerFailures);
  }

  override onApplicationBootstrap(): void {
    this.readiness.add({ name: 'deliverer', probe: () => this.check() });
    this.events.onDue((org) => {
      this.due.add(org);
      if (!this.lulls.include(org)) this.leasing.runSoon();
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
    await Promise.all([this.leasing.stop(), this.reading.stop()]);
    await Promise.race([this.inFlight.ended(), delay(this.timings.stopGrace, null, { ref: false })]);
    await this.sender.close();
    await this.inFlight.ended();
    await this.results.flush();
    await this.queues.release(this.lanes.all).catch(() => undefined);
  }

  /** A failure is noticed here, and what is asked for between two rounds is repeated here. */
  protected async round(): Promise<void> {
    this.everywhere = true;
    await this.leasing.run();
    await this.reading.run();
  }

  private async claim(): Promise<void> {
    const { everywhere } = this;
    const due = [...this.due];
    this.everywhere = false;
    this.due = new Set();
    for (const lane of this.lanes.all)
      if (everywhere || due.includes(lane.endpoint.organizationId)) lane.mayHaveMore = true;
    if (due.length > 0) this.reading.runSoon();
    if (everywhere) await this.renew();
    const allowance = laneAllowance(this.lanes.count);
    if (allowance.most === 0 || (!everywhere && due.length === 0)) return;
    const validUntil = performance.now() + this.timings.lease;
    this.lanes.add(await this.queues.claim(everywhere ? null : due, allowance, this.lanes.all), validUntil);
    const { organizations } = this.lanes;
    this.lulls.begin(due.filter((org) => !organizations.has(org)));
    this.reading.runSoon();
  }

  /** Keeps the leases. */
  private async renew(): Promise<void> {
    if (performance.now() - this.renewedAt < this.timings.lease / 4 || this.lanes.count === 0) return;
    const validUntil = performance.now() + this.timings.lease;
    const epochs = await this.queues.renew(this.lanes.all);
    this.renewedAt = performance.now();
    this.lanes.keep(epochs, validUntil);
  }

  private async refill(): Promise<void> {
    const { all, ahead } = this.lanes;
    const hungry = all.filter((lane) => lane.appetite(ahead) > 0);
    const wanted = hungry.map((lane) => ({ lane, read: lane.beginRead(ahead) }));
    if (wanted.length > 0)
      for (const { lane, read, due } of await this.queues.read(wanted)) lane.add(due, read);
    this.pump(this.lanes.all);
    if (all.some((lane) => lane.isDone)) this.leasing.runSoon();
  }

  /** One for each lane in turn, those with the fewest under way first, as long as there is room. */
  private pump(lanes: readonly DeliveryLane[]): void {
    const inTurn = lanes.toSorted((one, other) => one.inFlight - other.inFlight);
    for (let sent = true; sent;) {
      sent = false;
      for (const lane of inTurn) sent = this.sendNext(lane) || sent;
    }
  }

  private sendNext(lane: DeliveryLane): boolean {
    if (this.stopped || !this.inFlight.hasPlaceFor(lane)) return false;
    const delivery = lane.next(performance.now());
    if (!delivery) return false;
    this.inFlight.enter(lane);
    void this.send(lane, delivery);
    return true;
  }

  private async send(lane: DeliveryLane, delivery: DueDelivery): Promise<void> {
    const startedAt = new Date();
    const outcome = await this.sender
      .send(lane.endpoint, delivery.event, startedAt)
      .catch(() => failed('unexpected', Date.now() - startedAt.getTime()));
    const { deliveryId, attempts, tries } = delivery;
    lane.sent(delivery, outcome);
    // Called off by our own end: not the receiver's failure.
    if (outcome.error === 'aborted') lane.settled(deliveryId);
    else this.results.add({ lane, deliveryId, attempts, tries, startedAt, outcome });
    this.inFlight.leave(lane);
    this.pump(this.waitingAfter(lane));
    this.feed(lane);
  }

  /** Who can use the place that one of the lane has left: it itself, or whoever waits for room. */
  private waitingAfter(lane: DeliveryLane): DeliveryLane[] {
    const { organizationId: org } = lane.endpoint;
    if (this.inFlight.isCrowded) return this.lanes.all;
    return this.inFlight.isCrowdedFor(org) ? this.lanes.of(org) : [lane];
  }

  /** All lanes are filled up with one statement. */
  private feed(lane: DeliveryLane): void {
    if (lane.isDone) this.leasing.runSoon();
    else if (lane.isHungry(this.lanes.ahead)) this.reading.runSoon();
  }

  private async release(): Promise<void> {
    const done = this.lanes.takeDone();
    if (done.length > 0) await this.queues.release(done);
  }
}
