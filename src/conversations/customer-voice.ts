/** A voice after a longer pause without words begins anew: what came before was a noise. */
const NOISE_MS = 2_000;

/** When an utterance began and ended, in epoch milliseconds; null where nobody told. */
export interface VoiceSpan {
  startedAt: number | null;
  endedAt: number | null;
}

/** When the customer speaks, as far as the carrier tells. */
export class CustomerVoice {
  isSpeaking = false;
  /** How many utterances were heard. */
  utterances = 0;
  private startedAt: number | null = null;
  private stoppedAt: number | null = null;

  speaking(on: boolean, at: number): void {
    this.isSpeaking = on;
    if (!on) this.stoppedAt = at;
    else if (this.stoppedAt !== null && at - this.stoppedAt > NOISE_MS) this.startedAt = at;
    else this.startedAt ??= at;
  }

  /** The times of an utterance that has just come as text; the next one begins. */
  utterance(): VoiceSpan {
    const { startedAt, stoppedAt } = this;
    this.utterances += 1;
    this.isSpeaking = false;
    this.startedAt = null;
    this.stoppedAt = null;
    return { startedAt, endedAt: startedAt === null ? null : stoppedAt };
  }
}
