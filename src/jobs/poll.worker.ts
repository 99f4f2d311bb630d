import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import { PollLoop } from './poll-loop.worker.js';

/** Background work of this process: round after round, from the application's start to its stop. */
export abstract class PollWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loop: PollLoop;

  constructor(pauseMs: number) {
    this.loop = new PollLoop(this.constructor.name, pauseMs, () => this.round());
  }

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  /** Resolves when the last round is over. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.loop.stop();
  }

  /** For readiness. @throws Error when it stands still */
  protected check(): void {
    this.loop.check();
  }

  protected abstract round(): Promise<void>;
}
