const SECOND_MS = 1_000;

/** Before the longest duration the agent takes its leave. */
const LEAVE_MS = 15 * SECOND_MS;

/** Watches how long nobody says anything. After the limit the agent asks, after as much again it says goodbye. */
export class SilenceClock {
  private quietSince: number | null = null;
  private hasAsked = false;

  constructor(private readonly limitMs: number) {}

  /** Nobody speaks, and the customer's answer is waited for. */
  quiet(at: number): void {
    this.quietSince ??= at;
  }

  /** Somebody speaks, or is about to. */
  sound(): void {
    this.quietSince = null;
  }

  /** The customer did, so somebody is there. */
  customerSounds(): void {
    this.quietSince = null;
    this.hasAsked = false;
  }

  get dueAt(): number | null {
    return this.quietSince === null ? null : this.quietSince + this.limitMs;
  }

  /** What to do about it now; the waiting begins anew. */
  look(now: number): 'ask' | 'goodbye' | null {
    if (this.dueAt === null || now < this.dueAt) return null;
    this.quietSince = null;
    if (this.hasAsked) return 'goodbye';
    this.hasAsked = true;
    return 'ask';
  }
}

/** After so much of the longest duration the agent takes its leave: 15 seconds before, or a quarter of a short call. */
export const leaveAfterMs = (maxDurationSeconds: number): number => {
  const longest = maxDurationSeconds * SECOND_MS;
  return longest - Math.min(LEAVE_MS, longest / 4);
};
