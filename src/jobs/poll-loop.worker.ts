import { Logger } from '@nestjs/common';

/** Misses that readiness overlooks: a slow database is the database's own check. */
const TOLERATED_MS = 10_000;

/** Repeats a piece of background work, a pause after each round, until it is stopped. A failure is only a bad round. */
export class PollLoop {
  private readonly logger: Logger;
  private timer: NodeJS.Timeout | undefined;
  private round: Promise<void> = Promise.resolve();
  private stopped = false;
  private lastGoodRound = Date.now();

  constructor(
    private readonly name: string,
    private readonly pauseMs: number,
    private readonly work: () => Promise<void>,
  ) {
    this.logger = new Logger(name);
  }

  start(): void {
    this.round = this.run();
  }

  /** Begins no more rounds; resolves when the last one is over. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.round;
  }

  /** @throws Error when it stands still */
  check(): void {
    const silence = Date.now() - this.lastGoodRound;
    if (this.stopped || silence > this.pauseMs + TOLERATED_MS)
      throw new Error(`${this.name} has not worked for ${silence} ms`);
  }

  private async run(): Promise<void> {
    try {
      await this.work();
      this.lastGoodRound = Date.now();
    } catch (error) {
      this.logger.warn(`a round failed: ${String(error)}`);
    }
    if (this.stopped) return;
    this.timer = setTimeout(() => this.start(), this.pauseMs);
  }
}
