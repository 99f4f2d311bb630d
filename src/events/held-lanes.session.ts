import type { OrganizationId } from '../auth/principal.js';
import { DeliveryLane, type LeasedEndpoint } from './delivery-lane.session.js';

/** Read ahead for all endpoints together: it bounds the memory of a process, whatever waits. */
const MOST_AHEAD = 2_048;
/** Read ahead for one endpoint: at most some tens of milliseconds of work. */
const AHEAD = { least: 2, most: 48 };

/** The queues that this process holds. */
export class HeldLanes {
  private readonly lanes = new Map<string, DeliveryLane>();

  constructor(private readonly breakerFailures: number) {}

  get count(): number {
    return this.lanes.size;
  }

  get all(): DeliveryLane[] {
    return [...this.lanes.values()];
  }

  /** How many deliveries of each endpoint are read ahead. */
  get ahead(): number {
    const share = Math.floor(MOST_AHEAD / Math.max(1, this.lanes.size));
    return Math.min(AHEAD.most, Math.max(AHEAD.least, share));
  }

  get organizations(): ReadonlySet<OrganizationId> {
    return new Set(this.all.map(({ endpoint }) => endpoint.organizationId));
  }

  of(org: OrganizationId): DeliveryLane[] {
    return this.all.filter(({ endpoint }) => endpoint.organizationId === org);
  }

  /** Those that have been leased; they are held until then. */
  add(endpoints: readonly LeasedEndpoint[], validUntil: number): void {
    for (const endpoint of endpoints)
      this.lanes.set(endpoint.id, new DeliveryLane(endpoint, validUntil, this.breakerFailures));
  }

  /** Those whose leases were renewed are held until then; what is somebody else's by now is forgotten. */
  keep(epochs: ReadonlyMap<string, number>, validUntil: number): void {
    for (const [id, lane] of this.lanes) {
      if (epochs.get(id) === lane.endpoint.leaseEpoch) lane.validUntil = validUntil;
      else this.forget(id, lane);
      lane.readAnew();
    }
  }

  /** @returns those that have nothing left to do, which are not held any more */
  takeDone(): DeliveryLane[] {
    const done = this.all.filter((lane) => lane.isDone);
    for (const { endpoint } of done) this.lanes.delete(endpoint.id);
    return done;
  }

  private forget(id: string, lane: DeliveryLane): void {
    lane.close();
    this.lanes.delete(id);
  }
}
