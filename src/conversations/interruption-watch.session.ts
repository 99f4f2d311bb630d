import { isBackchannel } from './backchannel.js';
import type { InterruptionEntry } from './conversation-entries.js';
import type { Notebook } from './notebook.js';
import type { Speech } from './playout.js';
import { Timers } from './timers.session.js';

interface Interruption {
  at: number;
  /** What was being said, and what was to follow it. */
  cut: readonly Speech[];
  /** The agent was still thinking about what to say next. */
  wasReplying: boolean;
  durationMs: number | null;
}

/** Finds out what an interruption was: somebody taking the floor, somebody agreeing, or only a noise. */
export class InterruptionWatch {
  private open: Interruption | null = null;
  private isVoiceOn = false;
  private readonly timers = new Timers<'nothing'>();

  constructor(
    private readonly notebook: Notebook,
    private readonly patienceMs: number,
    private readonly onNothing: () => void,
  ) {}

  get isOpen(): boolean {
    return this.open !== null;
  }

  /** A voice that is heard began before it broke in. */
  begin(interruption: Interruption): void {
    this.open = interruption;
    if (!this.isVoiceOn) this.wait();
  }

  /** As long as somebody speaks, there are words to come. */
  voice(on: boolean): void {
    this.isVoiceOn = on;
    if (!this.open) return;
    if (on) this.timers.clear('nothing');
    else this.wait();
  }

  isMumble(text: string): boolean {
    return this.open !== null && isBackchannel(text, wordsOf(this.open.cut, 'heard'));
  }

  /** Somebody took the floor, with these words; or the line is gone before any came. */
  end(customerText: string | null): void {
    if (this.open) this.note(this.open, 'barge-in', customerText, false);
    this.clear();
  }

  /** @returns what the agent had still wanted to say */
  resume(kind: 'false' | 'backchannel', customerText: string | null) {
    const { open } = this;
    if (open) this.note(open, kind, customerText, true);
    this.clear();
    return {
      rest: open ? wordsOf(open.cut, 'unspoken') : '',
      wasReplying: open?.wasReplying ?? false,
    };
  }

  private wait(): void {
    this.timers.set('nothing', this.patienceMs, this.onNothing);
  }

  private clear(): void {
    this.open = null;
    this.timers.clearAll();
  }

  private note(
    { at, cut, durationMs }: Interruption,
    type: InterruptionEntry['type'],
    customerText: string | null,
    resumed: boolean,
  ): void {
    const [front] = cut;
    // Nothing was being said: the customer only went on.
    if (!front) return;
    const { startedAt } = front;
    this.notebook.note({
      kind: 'interruption',
      at,
      turn: front.turn,
      type,
      spokenMs: startedAt === null ? durationMs : Math.round(at - startedAt),
      heard: wordsOf(cut, 'heard') || null,
      unspoken: wordsOf(cut, 'unspoken') || null,
      customerText,
      resumed,
    });
    this.notebook.event(at, 'interruption', 'customer', { kind: type });
  }
}

const wordsOf = (cut: readonly Speech[], which: 'heard' | 'unspoken'): string =>
  cut
    .filter(({ isKeys }) => !isKeys)
    .map((speech) => speech[which] ?? '')
    .filter((words) => words !== '')
    .join(' ');
