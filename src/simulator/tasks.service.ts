import type { Clock } from './clock.service.js';

/** Work that runs on its own: calls and deliveries. Knows when none is left. */
export class Tasks {
  private readonly running = new Set<Promise<void>>();

  constructor(private readonly clock: Clock) {}

  /** Starts watching a piece of work. What it rejects with after a stop is expected; before, it is our own fault. */
  add(work: Promise<unknown>): void {
    const watched: Promise<void> = work
      .then(
        () => undefined,
        (fault: unknown) => {
          if (!this.clock.isStopped) process.emitWarning(fault instanceof Error ? fault : String(fault));
        },
      )
      .finally(() => this.running.delete(watched));
    this.running.add(watched);
  }

  /** Resolves at the first moment without any work, also work that other work started. */
  async idle(): Promise<void> {
    while (this.running.size > 0) await Promise.all(this.running);
  }
}
