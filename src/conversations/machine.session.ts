import { Timers } from './timers.session.js';
import { soundsLikeVoicemail } from './voicemail-phrases.js';

/** Knows an answering machine by its words, and waits until it has said them all: a message belongs behind its tone. */
export class Machine {
  private readonly timers = new Timers<'tone'>();
  isTalking = false;

  /**
   * @param canBe a machine may have picked up
   * @param toneMs the tone comes so soon after the machine's last word
   */
  constructor(
    private readonly canBe: boolean,
    private readonly toneMs: number,
    private readonly onTone: () => void,
  ) {}

  /** Whether these words, the `count`th on this line, are a machine's. */
  says(text: string, count: number): boolean {
    return this.isTalking || (this.canBe && soundsLikeVoicemail(text, count));
  }

  /** It said something: more may come, or the tone. */
  talks(): void {
    this.isTalking = true;
    this.timers.set('tone', this.toneMs, () => {
      this.isTalking = false;
      this.onTone();
    });
  }

  /** As long as its voice is heard, there is no tone. */
  voice(on: boolean): void {
    if (!this.isTalking) return;
    if (on) this.timers.clear('tone');
    else this.talks();
  }

  close(): void {
    this.isTalking = false;
    this.timers.clearAll();
  }
}
