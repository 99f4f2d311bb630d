/** A voice after a longer pause without words begins anew: what came before was a noise. */
const NOISE_MS = 2_000;

/** When the customer speaks, as far as the carrier tells. */
export class CustomerVoice {
  isSpeaking = false;
  /** How many utterances were heard. */
  utterances = 0;
  /** Something of the answer to the last utterance was heard. */
  wasAnswered = true;
  private startedAt: number | null = null;
  private stoppedAt: number | null = null;

  speaking(on: boolean, at: number): void {
    this.isSpeaking = on;
    if (!on) this.stoppedAt = at;
    else if (this.stoppedAt !== null && at - this.stoppedAt > NOISE_MS) this.startedAt = at;
    else this.startedAt ??= at;
  }

  /** The times of an utterance that has just come as text; the next one begins. Null where nobody told. */
  utterance(): { startedAt: number | null; endedAt: number | null } {
    const { startedAt, stoppedAt } = this;
    this.utterances += 1;
    this.isSpeaking = false;
    this.startedAt = null;
    this.stoppedAt = null;
    return { startedAt, endedAt: startedAt === null ? null : stoppedAt };
  }
}
