import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import { Readiness } from '../health/readiness.service.js';
import { PollLoop } from '../jobs/poll-loop.worker.js';
import { DeliveryLane, type DueDelivery, PREFETCH } from './delivery-lane.session.js';
import { failed } from './delivery-outcome.js';
import { DeliveryQueues, MOST_LANES_PER_ORGANIZATION } from './delivery-queues.worker.js';
import { DeliveryResults } from './delivery-results.worker.js';
import { DELIVERY_TIMINGS, type DeliveryTimings } from './delivery-timings.js';
import { Events } from './events.service.js';
import { WebhookSender } from './webhook-sender.service.js';

/** Endpoints, and requests, of one process at once. */
const MOST_LANES = 256;
const MOST_IN_FLIGHT = 256;
/** Of one organization: however many of its endpoints hang, there is room for the others. */
const MOST_IN_FLIGHT_PER_ORGANIZATION = 16;

/** Leases the queues of endpoints that have something due, and sends it. */
@Injectable()
export class Deliverer implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loop: PollLoop;
  private readonly lanes = new Map<string, DeliveryLane>();
  private readonly stopping = new AbortController();
  private readonly sending = new Set<Promise<void>>();
  private readonly inFlight = new Map<string, number>();
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
    this.loop = new PollLoop('Deliverer', timings.poll, () => this.lookEverywhere());
  }

  onApplicationBootstrap(): void {
    this.readiness.add({ name: 'deliverer', probe: () => this.loop.check() });
    this.events.onDue((org) => {
      this.due.add(org);
      this.lookSoon();
    });
    this.loop.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopped = true;
    await this.loop.stop();
    await this.looking;
    await Promise.race([Promise.all(this.sending), delay(this.timings.stopGrace, null, { ref: false })]);
    this.stopping.abort();
    await Promise.all(this.sending);
    await this.results.flush();
    await this.queues.release([...this.lanes.values()]).catch(() => undefined);
  }

  private lookEverywhere(): Promise<void> {
    this.everywhere = true;
    return this.look();
  }

  /** A failure is noticed, and repeated, by the regular look. */
  private lookSoon(): void {
    if (!this.stopped) this.look().catch(() => undefined);
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
    for (const lane of this.lanes.values()) {
      if (everywhere || due.includes(lane.endpoint.organizationId)) lane.mayHaveMore = true;
    }
    if (everywhere) await this.renew();
    const places = MOST_LANES - this.lanes.size;
    if (places <= 0 || (!everywhere && due.length === 0)) return;
    const validUntil = performance.now() + this.timings.lease;
    const claimed = await this.queues.claim(everywhere ? null : due, places, this.fullOrganizations());
    for (const endpoint of claimed) {
      this.lanes.set(endpoint.id, new DeliveryLane(endpoint, validUntil, this.timings.breakerFailures));
    }
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
    }
  }

  private async refill(): Promise<void> {
    const hungry = [...this.lanes.values()].filter(
      ({ appetite, waiting }) => appetite > 0 && waiting < PREFETCH / 2,
    );
    if (hungry.length === 0) return;
    const due = await this.queues.read(hungry.map((lane) => ({ lane, most: lane.beginRead() })));
    for (const { lane, most, read } of due) {
      if (read.length === most) lane.mayHaveMore = true;
      lane.add(read);
    }
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
    const org = lane.endpoint.organizationId;
    const busy = this.inFlight.get(org) ?? 0;
    if (this.stopped || this.sending.size >= MOST_IN_FLIGHT || busy >= MOST_IN_FLIGHT_PER_ORGANIZATION) {
      return false;
    }
    const delivery = lane.next(performance.now());
    if (!delivery) return false;
    this.inFlight.set(org, busy + 1);
    const sending = this.send(lane, delivery).finally(() => {
      this.sending.delete(sending);
      this.leave(org);
      this.follow(lane);
    });
    this.sending.add(sending);
    return true;
  }

  private async send(lane: DeliveryLane, delivery: DueDelivery): Promise<void> {
    const startedAt = new Date();
    const outcome = await this.sender
      .send(lane.endpoint, delivery, startedAt, this.stopping.signal)
      .catch(() => failed('unexpected', Date.now() - startedAt.getTime()));
    lane.sent(delivery, outcome.delivered, outcome.error === 'gone');
    // Called off by our own end: not the receiver's failure.
    if (outcome.error === 'aborted') return lane.settled(delivery.id);
    this.results.add({ lane, delivery, startedAt, outcome }, (result) => {
      result.lane.settled(result.delivery.id);
      if (result.lane.isDone) this.lookSoon();
    });
  }

  /** A place is free: for the same lane, or whoever waits for one. */
  private follow(lane: DeliveryLane): void {
    const isCrowded = this.sending.size >= MOST_IN_FLIGHT - 1;
    if (isCrowded || !this.sendNext(lane)) this.pump();
    if (lane.appetite > 0 && lane.waiting < PREFETCH / 2) this.lookSoon();
  }

  private leave(org: string): void {
    const left = (this.inFlight.get(org) ?? 1) - 1;
    if (left === 0) this.inFlight.delete(org);
    else this.inFlight.set(org, left);
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

  private fullOrganizations(): string[] {
    const lanes = new Map<string, number>();
    for (const { endpoint } of this.lanes.values()) {
      lanes.set(endpoint.organizationId, (lanes.get(endpoint.organizationId) ?? 0) + 1);
    }
    return [...lanes].filter(([, count]) => count >= MOST_LANES_PER_ORGANIZATION).map(([org]) => org);
  }
}
