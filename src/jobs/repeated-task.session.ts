/** A task that runs one at a time: who asks meanwhile is served by another run right after it. */
export class RepeatedTask {
  private running: Promise<void> | null = null;
  private again = false;
  private stopped = false;

  constructor(private readonly task: () => Promise<void>) {}

  /** Resolves when a run is over that began after this. @throws what the task throws */
  run(): Promise<void> {
    this.again = true;
    this.running ??= this.runs().finally(() => {
      this.running = null;
    });
    return this.running;
  }

  /** For those who do not wait. A failure is left to who runs it regularly. */
  runSoon(): void {
    if (this.running) this.again = true;
    else this.run().catch(() => undefined);
  }

  /** Resolves when the run that is under way is over; no other one begins. */
  async stop(): Promise<void> {
    this.stopped = true;
    await this.running?.catch(() => undefined);
  }

  private async runs(): Promise<void> {
    while (this.again && !this.stopped) {
      this.again = false;
      await this.task();
    }
  }
}
