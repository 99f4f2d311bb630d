import type { Piece } from './agent-speech.js';
import type { Clock } from './clock.service.js';
import type { Wait, Waits } from './waits.service.js';

/** What the customer hears of the agent, and waiting for it. One customer listens. */
export class CustomerEar {
  isAgentSpeaking = false;
  /** Sentences that began on this line. */
  sentences = 0;
  /** The sentence that is being spoken, or was last. */
  latest: Piece | undefined;
  private readonly words: string[] = [];
  private waiting: Wait | undefined;

  constructor(
    private readonly clock: Clock,
    private readonly waits: Waits,
  ) {}

  speaks(): void {
    this.isAgentSpeaking = true;
    this.waiting?.cut();
  }

  begins(piece: Piece): void {
    this.sentences += 1;
    this.latest = piece;
    this.waiting?.cut();
  }

  hears(text: string): void {
    this.words.push(text);
  }

  falls(): void {
    this.isAgentSpeaking = false;
    this.waiting?.cut();
  }

  /** What was heard since it was taken before. */
  take(): string {
    return this.words.splice(0).join(' ');
  }

  get hasHeard(): boolean {
    return this.words.length > 0;
  }

  /** Waits simulated seconds, though at least these real ones, for something to be so; whether it is. */
  async until(holds: () => boolean, seconds: number, leastRealSeconds = 0): Promise<boolean> {
    const deadline = performance.now() + this.clock.milliseconds(seconds, leastRealSeconds);
    while (!holds()) {
      const left = deadline - performance.now();
      if (left <= 0) return false;
      this.waiting = this.waits.start(left);
      await this.waiting.over;
    }
    return true;
  }
}
