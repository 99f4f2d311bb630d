import { SilenceClock } from './call-clock.js';
import { Timers } from './timers.session.js';

/** Wakes the agent when nobody has said anything for too long. */
export class Quiet {
  private readonly clock: SilenceClock;
  private readonly timers = new Timers<'silence'>();

  constructor(
    limitMs: number,
    private readonly now: () => number,
    private readonly onSilence: (what: 'ask' | 'goodbye') => void,
  ) {
    this.clock = new SilenceClock(limitMs);
  }

  /** Whether, as things are, it is the customer's turn to say something. */
  watch(isQuiet: boolean): void {
    if (isQuiet) this.clock.quiet(this.now());
    else this.clock.sound();
    const { dueAt } = this.clock;
    if (dueAt === null) this.timers.clear('silence');
    else this.timers.set('silence', Math.max(0, dueAt - this.now()), () => this.ring());
  }

  agentSounds(): void {
    this.clock.sound();
  }

  customerSounds(): void {
    this.clock.customerSounds();
  }

  close(): void {
    this.timers.clearAll();
  }

  private ring(): void {
    // A timer may ring a little early.
    const due = this.clock.look(Math.max(this.now(), this.clock.dueAt ?? 0));
    if (due) this.onSilence(due);
  }
}
