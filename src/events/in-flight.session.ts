import type { OrganizationId } from '../auth/principal.js';

/** Requests of one process at once. */
const MOST = 256;
/** Of one organization: however many of its endpoints hang, there is room for the others. */
const MOST_PER_ORGANIZATION = 16;

/** The requests that are under way. */
export class InFlight {
  private running = 0;
  private readonly counts = new Map<OrganizationId, number>();
  private readonly waiting: (() => void)[] = [];

  /** Whoever gets the next place, another one may be waiting for it. */
  get isCrowded(): boolean {
    return this.running >= MOST - 1;
  }

  hasPlaceFor(org: OrganizationId): boolean {
    return this.running < MOST && this.countOf(org) < MOST_PER_ORGANIZATION;
  }

  /** A request takes a place, until it leaves. */
  enter(org: OrganizationId): void {
    this.running += 1;
    this.counts.set(org, this.countOf(org) + 1);
  }

  leave(org: OrganizationId): void {
    this.running -= 1;
    const left = this.countOf(org) - 1;
    if (left === 0) this.counts.delete(org);
    else this.counts.set(org, left);
    if (this.running === 0) for (const resolve of this.waiting.splice(0)) resolve();
  }

  /** Resolves when none is under way. */
  ended(): Promise<void> {
    return new Promise((resolve) => {
      if (this.running === 0) resolve();
      else this.waiting.push(resolve);
    });
  }

  private countOf(org: OrganizationId): number {
    return this.counts.get(org) ?? 0;
  }
}
