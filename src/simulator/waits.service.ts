/** setTimeout turns a longer wait into none at all. */
const LONGEST_WAIT_MS = 2 ** 31 - 1;

/** Thrown by a wait that was broken off: the call is over or goes on elsewhere, or the carrier stops. */
export class BrokenOff extends Error {}

/**
 * Waits that end together. No timer keeps the process alive. A set of its own instead of an AbortSignal, because
 * thousands of waits may be open at once and a signal keeps its listeners in a list.
 */
export class Waits {
  private readonly open = new Set<() => void>();
  private broken = false;

  /** Waits real milliseconds. Throws BrokenOff. */
  async pause(milliseconds: number): Promise<void> {
    this.check();
    await new Promise<void>((resolve, reject) => {
      const end = (): void => {
        this.open.delete(breakOff);
        resolve();
      };
      const timer = setTimeout(end, Math.min(LONGEST_WAIT_MS, milliseconds)).unref();
      const breakOff = (): void => {
        clearTimeout(timer);
        reject(new BrokenOff());
      };
      this.open.add(breakOff);
    });
  }

  get areBroken(): boolean {
    return this.broken;
  }

  /** Throws BrokenOff if they were. */
  check(): void {
    if (this.broken) throw new BrokenOff();
  }

  /** Ends every wait, and all that would follow. */
  breakOff(): void {
    this.broken = true;
    for (const breakOff of this.open) breakOff();
    this.open.clear();
  }
}
