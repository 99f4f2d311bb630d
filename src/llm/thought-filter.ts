/** How models mark what they think and do not say. */
const NAMES = ['think', 'thinking', 'thought', 'reasoning'];
const OPENING = new RegExp(`<(${NAMES.join('|')})>`, 'i');
const STRAY_CLOSING = new RegExp(`</(?:${NAMES.join('|')})>`, 'gi');
const TAGS = NAMES.flatMap((name) => [`<${name}>`, `</${name}>`]);
/** Longest `</name>`; more than this is never held back. */
const LONGEST_TAG = Math.max(...TAGS.map((tag) => tag.length));

/**
 * Takes `<think>…</think>` out of a text that comes in pieces. A piece that may be the beginning of a tag is held back
 * until the next one tells. Thoughts that never end stay unsaid.
 */
export class ThoughtFilter {
  #held = '';
  /** The name of the tag whose end is awaited. */
  #inside: string | null = null;
  /** A thought has ended, and what separates it from the answer is not said either. */
  #isBetween = false;

  /** What may be said of the text so far and was not given before. */
  push(piece: string): string {
    this.#held += piece;
    let said = '';
    for (;;) {
      const step = this.#inside === null ? this.#outsideStep() : this.#insideStep(this.#inside);
      said += step.said;
      if (step.waits) return said.replaceAll(STRAY_CLOSING, '');
    }
  }

  /** What was held back and turned out to be no tag. */
  end(): string {
    return this.#inside === null ? this.#held.replaceAll(STRAY_CLOSING, '') : '';
  }

  #outsideStep(): { said: string; waits: boolean } {
    if (this.#isBetween) this.#held = this.#held.trimStart();
    this.#isBetween &&= this.#held === '';
    const opening = OPENING.exec(this.#held);
    if (opening) {
      this.#inside = opening[1]?.toLowerCase() ?? '';
      return { said: this.#take(opening.index, opening[0].length), waits: false };
    }
    return { said: this.#take(this.#held.length - heldBack(this.#held), 0), waits: true };
  }

  #insideStep(name: string): { said: string; waits: boolean } {
    const closing = `</${name}>`;
    const at = this.#held.toLowerCase().indexOf(closing);
    if (at < 0) {
      this.#held = this.#held.slice(-LONGEST_TAG);
      return { said: '', waits: true };
    }
    this.#inside = null;
    this.#isBetween = true;
    this.#held = this.#held.slice(at + closing.length);
    return { said: '', waits: false };
  }

  /** The next characters, and forgets as many more. */
  #take(count: number, skipped: number): string {
    const text = this.#held.slice(0, count);
    this.#held = this.#held.slice(count + skipped);
    return text;
  }
}

/** How many characters at the end may be the beginning of a tag. */
function heldBack(text: string): number {
  const at = text.lastIndexOf('<');
  const rest = at < 0 ? '' : text.slice(at).toLowerCase();
  return TAGS.some((tag) => tag.startsWith(rest)) ? rest.length : 0;
}
