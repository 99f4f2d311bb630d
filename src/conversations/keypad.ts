/** Gathers keys until `#`, or until nothing more is pressed for a while. */
export class Keypad {
  private keys = '';

  /** When what was pressed so far is taken for everything; null while nothing is waiting. */
  dueAt: number | null = null;

  /** @param pauseMs a longer pause ends the number */
  constructor(private readonly pauseMs: number) {}

  /** @returns the whole number when this key ends it */
  press(key: string, at: number): string | null {
    if (key === '#') return this.take() ?? '#';
    this.keys += key;
    this.dueAt = at + this.pauseMs;
    return null;
  }

  /** What was pressed, if anything; begins anew. */
  take(): string | null {
    const { keys } = this;
    this.keys = '';
    this.dueAt = null;
    return keys === '' ? null : keys;
  }
}

/** How keys stand in the transcript and before the model. */
export const keysAsText = (keys: string): string => `[keypad] ${keys}`;
