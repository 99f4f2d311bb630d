/** setTimeout turns a longer wait into none at all. */
const LONGEST_WAIT_MS = 2 ** 31 - 1;

/** Thrown by a wait that was broken off: the call is over or goes on elsewhere, or the carrier stops. */
export class BrokenOff extends Error {}

/** A wait that can be cut short. */
export interface Wait {
  /** Resolves at its end or when it is cut; rejects with BrokenOff. */
  readonly over: Promise<void>;
  cut(): void;
}

/** Resolves when the work is done, or was broken off. */
export async function untilBroken(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (fault) {
    if (!(fault instanceof BrokenOff)) throw fault;
  }
}

/**
 * Waits that end together. No timer keeps the process alive. A set of its own instead of an AbortSignal, because
 * thousands of waits may be open at once and a signal keeps its listeners in a list.
 */
export class Waits {
  private readonly open = new Set<() => void>();
  private broken = false;

  /** Waits real milliseconds. Throws BrokenOff. */
  async pause(milliseconds: number): Promise<void> {
    await this.start(milliseconds).over;
  }

  /** Starts to wait real milliseconds. Throws BrokenOff. */
  start(milliseconds: number): Wait {
    this.check();
    let cut = (): void => undefined;
    const over = new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => cut(), Math.min(LONGEST_WAIT_MS, milliseconds)).unref();
      const breakOff = (): void => {
        clearTimeout(timer);
        reject(new BrokenOff());
      };
      cut = () => {
        clearTimeout(timer);
        this.open.delete(breakOff);
        resolve();
      };
      this.open.add(breakOff);
    });
    return { over, cut: () => cut() };
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
