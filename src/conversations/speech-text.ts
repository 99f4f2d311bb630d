/** Tags whose contents are thoughts: never spoken. */
const THOUGHTS = /^<(?:think|thinking|thought|reasoning|reflection|scratchpad)\b[^>]*(?<!\/)>$/i;
const END_OF_THOUGHTS = /<\/(?:think|thinking|thought|reasoning|reflection|scratchpad)>/i;
const LONGEST_END = '</scratchpad>'.length;

/** A whole tag, link, entity or mark at the beginning of a line; and what may yet become one. */
const TAG = /^<[a-z/!?][^<>]{0,200}>/i;
const PART_OF_TAG = /^<(?:[a-z/!?][^<>]{0,200})?$/i;
const LINK = /^\[([^[\]\n]{0,200})\]\([^()\s]{0,500}\)/;
const PART_OF_LINK = /^\[[^[\]\n]{0,200}(?:\](?:\([^()\s]{0,500})?)?$/;
const ENTITY = /^&(#?\w{1,8});/;
const PART_OF_ENTITY = /^&(?:#|#?\w{1,8})?$/;
const LINE_MARK = /^[ \t]*(?:[-+*•‣▪◦–—]+|#{1,6}|>{1,3})(?:[ \t]+|(?=\n|$))/;
const PART_OF_LINE_MARK = /^[ \t]*(?:[-+*•‣▪◦–—]*|#{0,6}|>{0,3})[ \t]*$/;
const HALF_A_CHARACTER = /^[\uD800-\uDBFF]$/;

const SPACE = /[\s_|]/;
const ENDS_A_WORD = /[\p{L}\p{N}]/u;
const UNSPEAKABLE =
  /[\p{Extended_Pictographic}\p{Regional_Indicator}\p{Emoji_Modifier}\p{Variation_Selector}\p{Me}\p{Cc}\p{Cf}\p{Cs}\p{Co}*`~<>[\]{}\\^]/u;
const ENTITIES: Readonly<Record<string, string>> = { nbsp: ' ', quot: '"', apos: "'", '#39': "'" };

/**
 * Makes a model's text fit to be said: no markdown, no emoji, no tags, no thoughts. It takes the text token by token and
 * gives what can be said so far; where tokens begin and end makes no difference to the whole.
 */
export class SpeechText {
  private held = '';
  private isThinking = false;
  private isLineStart = true;
  /** What was left out since the last character that was said. */
  private gap: 'none' | 'space' | 'line' = 'none';
  private last = '';

  /** @param and how `&` is said */
  constructor(private readonly and = 'and') {}

  push(text: string): string {
    this.held += text;
    return this.take(false);
  }

  /** The rest: nothing more comes that could complete what was held back. */
  end(): string {
    return this.take(true);
  }

  private take(isEnd: boolean): string {
    let spoken = '';
    for (;;) {
      const said = this.isThinking ? this.skipThoughts() : this.step(isEnd);
      if (said === null) return spoken;
      for (const character of said) spoken += this.say(character);
    }
  }

  /** Takes one thing off what is held; null while it could still become something else, or when there is nothing. */
  private step(isEnd: boolean): string | null {
    if (this.held === '' || (!isEnd && this.mayBecomeMore())) return null;
    if (this.isLineStart) {
      this.isLineStart = false;
      const mark = LINE_MARK.exec(this.held);
      if (mark) return this.drop(mark[0].length);
    }
    return this.takeMarkup() ?? this.takeCharacter();
  }

  private mayBecomeMore(): boolean {
    const { held } = this;
    if (this.isLineStart && PART_OF_LINE_MARK.test(held)) return true;
    return [PART_OF_TAG, PART_OF_LINK, PART_OF_ENTITY, HALF_A_CHARACTER].some((part) => part.test(held));
  }

  private takeMarkup(): string | null {
    const [tag] = TAG.exec(this.held) ?? [];
    if (tag) {
      this.isThinking = THOUGHTS.test(tag);
      return this.drop(tag.length);
    }
    const [link, text = ''] = LINK.exec(this.held) ?? [];
    if (link) {
      this.held = text + this.held.slice(link.length);
      return '';
    }
    const [entity, name = ''] = ENTITY.exec(this.held) ?? [];
    if (!entity) return null;
    this.drop(entity.length);
    return name === 'amp' ? this.ampersand : (ENTITIES[name] ?? '');
  }

  private takeCharacter(): string {
    const [character = ''] = this.held;
    this.drop(character.length);
    if (character === '\n') this.isLineStart = true;
    return character === '&' ? this.ampersand : character;
  }

  private get ampersand(): string {
    return ` ${this.and} `;
  }

  private skipThoughts(): string | null {
    const end = END_OF_THOUGHTS.exec(this.held);
    if (!end) {
      this.held = this.held.slice(-LONGEST_END);
      return null;
    }
    this.isThinking = false;
    return this.drop(end.index + end[0].length);
  }

  private drop(length: number): '' {
    this.held = this.held.slice(length);
    return '';
  }

  private say(character: string): string {
    if (SPACE.test(character)) {
      this.gap = character === '\n' || this.gap === 'line' ? 'line' : 'space';
      return '';
    }
    if (UNSPEAKABLE.test(character)) return '';
    const spoken = this.pause() + character;
    this.last = character;
    return spoken;
  }

  /** A line that ended without a full stop gets one, or the next would run into it. */
  private pause(): string {
    const { gap } = this;
    this.gap = 'none';
    if (gap === 'none') return '';
    return gap === 'line' && ENDS_A_WORD.test(this.last) ? '. ' : ' ';
  }
}
