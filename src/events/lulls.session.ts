import type { OrganizationId } from '../auth/principal.js';

/** What becomes due meanwhile waits so long at most, in milliseconds. */
const LULL_MS = 25;

const afterALull = (end: () => void): void => {
  setTimeout(end, LULL_MS).unref();
};

/**
 * Organizations for which a look has just found nothing to send, because what they record goes to no endpoint. One that
 * stores a thousand contacts a second would be looked at after every commit: a tenth of what its intake costs.
 */
export class Lulls {
  private readonly quiet = new Set<OrganizationId>();

  /** @param whenOver called when all that have begun end; `later` does something after the time of a lull */
  constructor(
    private readonly whenOver: () => void,
    private readonly later: (end: () => void) => void = afterALull,
  ) {}

  include(org: OrganizationId): boolean {
    return this.quiet.has(org);
  }

  begin(organizations: readonly OrganizationId[]): void {
    const areFirst = this.quiet.size === 0;
    for (const org of organizations) this.quiet.add(org);
    if (areFirst && this.quiet.size > 0) this.later(() => this.end());
  }

  private end(): void {
    this.quiet.clear();
    this.whenOver();
  }
}
