/** What a telephone voice says in a second, when nobody tells how far it is. */
const WORDS_PER_SECOND = 2.5;
const CHARACTERS_PER_MS = 15 / 1_000;

/** Something that the agent says in one go, on its way from the model's words to the customer's ear. */
export class Speech {
  /** What was sent to be spoken. */
  text = '';
  /** Nothing more is added. */
  isWhole = false;
  /** When its first and its last sound were heard, in epoch milliseconds; null while, or because, that is not known. */
  startedAt: number | null = null;
  endedAt: number | null = null;
  state: 'waiting' | 'playing' | 'done' | 'cut' = 'waiting';
  /** The customer went on before any of it was heard: it counts only if it is heard all the same. */
  isStale = false;
  /** Tools that the model called along with it. */
  readonly toolCallIds: string[] = [];
  /** How much of the text was played. */
  private reach = 0;
  /** When the last piece of it was played. */
  playedAt: number | null = null;

  constructor(
    readonly turn: number,
    /** When it was begun, for its place among what others said. */
    readonly at: number,
    /** Sounds of a keypad: no words. */
    readonly isKeys = false,
  ) {}

  get wasHeard(): boolean {
    return this.state === 'done' ? this.text !== '' : this.reach > 0 || this.startedAt !== null;
  }

  /** What the customer heard. */
  get heard(): string {
    return (this.state === 'done' ? this.text : this.text.slice(0, this.reach)).trim();
  }

  /** What the customer did not hear any more; null when it was all heard, or is still being said. */
  get unspoken(): string | null {
    const rest = this.state === 'cut' ? this.text.slice(this.reach).trim() : '';
    return rest === '' ? null : rest;
  }

  /** What the model is shown of it. */
  get forModel(): string {
    if (this.isStale && !this.wasHeard) return '';
    if (this.state !== 'cut') return this.text.trim();
    return this.heard === '' ? '' : `${this.heard} …`;
  }

  get rest(): string {
    return this.text.slice(this.reach);
  }

  /** Nothing that could be heard is left. */
  get isPlayedOut(): boolean {
    return this.isWhole && !/[\p{L}\p{N}]/u.test(this.rest);
  }

  /** Takes the letters of what was played off the text. @returns how many were left over */
  play(letters: number, at: number): number {
    this.state = 'playing';
    this.playedAt = at;
    let left = letters;
    while (left > 0 && this.reach < this.text.length) {
      if (/\S/.test(this.text.charAt(this.reach))) left -= 1;
      this.reach += 1;
    }
    return left;
  }

  /** The carrier names only the last piece, or how long it spoke. */
  playUntil(piece: string, durationMs: number | null): void {
    const at = piece.trim() === '' ? -1 : this.text.lastIndexOf(piece.trim());
    if (at >= 0) this.reach = at + piece.trim().length;
    else if (durationMs !== null) this.reach = wordEnd(this.text, Math.round(durationMs * CHARACTERS_PER_MS));
  }
}

/** The end of the last whole word within so many characters. */
function wordEnd(text: string, length: number): number {
  if (length >= text.length) return text.length;
  return Math.max(0, text.lastIndexOf(' ', length));
}

/**
 * The agent's mouth as the carrier moves it: what was sent is spoken in order, until the customer breaks in and the rest
 * is thrown away. A carrier that tells what was played is believed; for others the end of speaking is the end of all
 * that was sent whole.
 */
export class Playout {
  private queue: Speech[] = [];
  private isOn = false;
  private tellsPlayed = false;
  /** The carrier told at least once when somebody spoke. */
  tellsSpeaking = false;

  /** Something new to be said after everything else. */
  begin(turn: number, at: number, isKeys = false): Speech {
    const speech = new Speech(turn, at, isKeys);
    this.queue.push(speech);
    return speech;
  }

  /** Nothing more is added to it. One that never got words is forgotten. */
  end(speech: Speech): void {
    speech.isWhole = true;
    if (speech.text.trim() !== '') return;
    speech.state = 'done';
    this.queue = this.queue.filter((one) => one !== speech);
  }

  /** Nothing is being said, and nothing waits to be. */
  get isSilent(): boolean {
    return !this.isOn && this.queue.length === 0;
  }

  get isSpeaking(): boolean {
    return this.isOn;
  }

  /** What is being said, or will be next. */
  get front(): Speech | undefined {
    return this.queue[0];
  }

  /** How long the rest will take to say, roughly. */
  get restMs(): number {
    const words = this.queue.flatMap(({ rest }) => rest.split(/\s+/).filter((word) => word !== ''));
    return Math.ceil((words.length / WORDS_PER_SECOND) * 1_000);
  }

  /** The carrier says that the agent's voice is or is no longer heard. @returns what is now over */
  speaking(on: boolean, at: number): Speech[] {
    this.tellsSpeaking = true;
    this.isOn = on;
    if (on) {
      this.start(at);
      return [];
    }
    return this.close(
      this.queue.filter((speech) => (this.tellsPlayed ? speech.isPlayedOut : speech.isWhole)),
      at,
    );
  }

  /** Words that the customer heard. @returns what is now over */
  played(text: string, at: number): Speech[] {
    this.tellsPlayed = true;
    const over: Speech[] = [];
    for (let letters = text.replaceAll(/\s/g, '').length; letters > 0;) {
      const [front] = this.queue;
      if (!front) break;
      if (front.isPlayedOut) {
        over.push(...this.close([front], front.playedAt ?? at));
      } else if (isUntold(front, text)) {
        over.push(...this.close([front], front.startedAt ?? at));
      } else {
        letters = front.play(letters, at);
        if (letters > 0 && !front.isPlayedOut) break;
      }
    }
    return over;
  }

  /** The customer broke in: what was not played will never be. @returns everything that was cut short */
  cut(at: number, piece = '', durationMs: number | null = null): Speech[] {
    const cut = this.queue;
    const [front] = cut;
    if (front && !this.tellsPlayed) front.playUntil(piece, durationMs);
    this.queue = [];
    for (const speech of cut) {
      speech.isWhole = true;
      speech.state = speech.isPlayedOut ? 'done' : 'cut';
      if (speech.startedAt !== null) speech.endedAt = at;
    }
    return cut;
  }

  /** By now everything must have been said, although the carrier did not say so. */
  assumePlayed(at: number): Speech[] {
    this.isOn = false;
    return this.close(
      this.queue.filter(({ isWhole }) => isWhole),
      this.tellsSpeaking ? at : null,
    );
  }

  private start(at: number): void {
    const [front] = this.queue;
    if (!front) return;
    front.state = 'playing';
    front.startedAt ??= at;
  }

  private close(over: readonly Speech[], at: number | null): Speech[] {
    for (const speech of over) {
      speech.state = 'done';
      if (speech.startedAt !== null) speech.endedAt = at;
    }
    this.queue = this.queue.filter((speech) => !over.includes(speech));
    const [next] = this.queue;
    if (over.length > 0 && next && this.isOn && at !== null) this.start(at);
    return [...over];
  }
}

/** Keys of which the carrier says nothing were pressed when it tells of the words behind them. */
const isUntold = ({ isKeys, rest }: Speech, played: string): boolean =>
  isKeys && !rest.startsWith(played.trim());
