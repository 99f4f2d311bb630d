import type { OrganizationId } from '../auth/principal.js';

/** Requests of one process at once. */
const MOST = 256;
/** Of one organization: however many of its endpoints hang, there is room for the others. */
const MOST_PER_ORGANIZATION = 16;

/** The requests that are under way. */
export class InFlight {
  private readonly running = new Set<Promise<void>>();
  private readonly counts = new Map<OrganizationId, number>();

  /** Whoever gets the next place, another one may be waiting for it. */
  get isCrowded(): boolean {
    return this.running.size >= MOST - 1;
  }

  hasPlaceFor(org: OrganizationId): boolean {
    return this.running.size < MOST && this.countOf(org) < MOST_PER_ORGANIZATION;
  }

  /** Holds a place for the request until it ends, and then calls back. */
  add(org: OrganizationId, request: Promise<void>, ended: () => void): void {
    this.counts.set(org, this.countOf(org) + 1);
    const running = request.finally(() => {
      this.running.delete(running);
      this.leave(org);
      ended();
    });
    this.running.add(running);
  }

  /** Resolves when all that run by now have ended. */
  async ended(): Promise<void> {
    await Promise.all(this.running);
  }

  private countOf(org: OrganizationId): number {
    return this.counts.get(org) ?? 0;
  }

  private leave(org: OrganizationId): void {
    const left = this.countOf(org) - 1;
    if (left === 0) this.counts.delete(org);
    else this.counts.set(org, left);
  }
}
