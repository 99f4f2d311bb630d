import type { OrganizationId } from '../auth/principal.js';
import type { DeliveryLane } from './delivery-lane.session.js';
import { MOST_LANES } from './lane-allowance.js';

/** Requests beside the first ones, of all endpoints together. */
const MOST_BESIDE = 256;
/** To endpoints of one organization: what it has more of to send than others does not take all of them. */
const MOST_BESIDE_PER_ORGANIZATION = 16;

/**
 * The requests that are under way. Each endpoint has a place of its own for one, so that it never waits for another one
 * that hangs; those beside it share places.
 */
export class InFlight {
  private running = 0;
  private beside = 0;
  private readonly besideOf = new Map<OrganizationId, number>();
  private readonly waiting: (() => void)[] = [];

  /** Whoever gets the next place, another one of any organization may be waiting for it. */
  get isCrowded(): boolean {
    return this.beside >= MOST_BESIDE - 1 || this.running >= MOST_LANES + MOST_BESIDE - 1;
  }

  /** Another one of this organization may be waiting for it. */
  isCrowdedFor(org: OrganizationId): boolean {
    return this.countOf(org) >= MOST_BESIDE_PER_ORGANIZATION - 1;
  }

  hasPlaceFor({ inFlight, endpoint: { organizationId: org } }: DeliveryLane): boolean {
    if (this.running >= MOST_LANES + MOST_BESIDE) return false;
    return inFlight === 0 || (this.beside < MOST_BESIDE && this.countOf(org) < MOST_BESIDE_PER_ORGANIZATION);
  }

  /** A request of the lane, counted there already, takes a place until it leaves. */
  enter({ inFlight, endpoint }: DeliveryLane): void {
    this.running += 1;
    if (inFlight > 1) this.count(endpoint.organizationId, 1);
  }

  /** A request of the lane, not counted there any more, has ended. */
  leave({ inFlight, endpoint }: DeliveryLane): void {
    this.running -= 1;
    if (inFlight > 0) this.count(endpoint.organizationId, -1);
    if (this.running === 0) for (const resolve of this.waiting.splice(0)) resolve();
  }

  /** Resolves when none is under way. */
  ended(): Promise<void> {
    return new Promise((resolve) => {
      if (this.running === 0) resolve();
      else this.waiting.push(resolve);
    });
  }

  private count(org: OrganizationId, change: number): void {
    this.beside += change;
    const left = this.countOf(org) + change;
    if (left === 0) this.besideOf.delete(org);
    else this.besideOf.set(org, left);
  }

  private countOf(org: OrganizationId): number {
    return this.besideOf.get(org) ?? 0;
  }
}
