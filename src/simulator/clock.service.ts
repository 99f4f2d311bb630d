import { type Wait, Waits } from './waits.service.js';

/**
 * Two times: the wall clock, which dates everything, and simulated seconds, in which people ring, speak and wait.
 * With a pace below 1 the second runs faster, so that a call of a minute can be over in half a second.
 */
export class Clock {
  private readonly waits = new Waits();

  constructor(
    private readonly pace: number,
    private readonly readNow: () => Date,
  ) {
    if (!(pace > 0)) throw new RangeError('pace must be above 0');
  }

  now(): Date {
    return this.readNow();
  }

  /** Simulated seconds since some beginning. */
  seconds(): number {
    return performance.now() / 1000 / this.pace;
  }

  /** Waits simulated seconds; among a call's own waits if they are given. Throws BrokenOff. */
  async sleep(seconds: number, waits: Waits = this.waits): Promise<void> {
    await waits.pause(this.milliseconds(seconds));
  }

  /** Starts to wait simulated seconds. Throws BrokenOff. */
  begin(seconds: number, waits: Waits): Wait {
    return waits.start(this.milliseconds(seconds));
  }

  /** Real milliseconds of simulated seconds; a wait for the application, whose time is real, has a least length. */
  milliseconds(seconds: number, leastRealSeconds = 0): number {
    return 1000 * Math.max(seconds * this.pace, leastRealSeconds);
  }

  /** Waits real milliseconds. Throws BrokenOff. */
  async pause(milliseconds: number): Promise<void> {
    await this.waits.pause(milliseconds);
  }

  get isStopped(): boolean {
    return this.waits.areBroken;
  }

  /** Breaks off every wait that belongs to no call. */
  stop(): void {
    this.waits.breakOff();
  }
}
