import { cutSentences, type Piece, spokenIn } from './agent-speech.js';
import type { Clock } from './clock.service.js';
import { allows, type Input } from './relay-order.js';
import { speakingSeconds } from './speaking-time.js';
import { type Wait, untilBroken, type Waits } from './waits.service.js';

/** From the first text to the first sound, simulated seconds. */
const FIRST_SOUND_SECONDS = 0.3;
/** How long the line may be quiet in the middle of a message before the agent counts as silent. */
const UNDERRUN_SECONDS = 1;

/** Hears of everything the agent's voice does. */
export interface VoiceListener {
  speaks(): void;
  begins(piece: Piece): void;
  played(text: string): void;
  falls(): void;
}

/** What was cut off in the middle. */
export interface Cut {
  readonly heard: string;
  readonly milliseconds: number;
}

/** Speaks what it is given, sentence after sentence, in simulated time: one timer for each. */
export class AgentVoice {
  isSpeaking = false;
  private text = '';
  private isMessageOpen = false;
  private readonly queue: Piece[] = [];
  private current: { piece: Piece; began: number; wait: Wait } | undefined;
  private underrun: Wait | undefined;
  private isRunning = false;
  /** Grows with every cut: whoever played before it has nothing more to say. */
  private generation = 0;

  constructor(
    private readonly clock: Clock,
    private readonly waits: Waits,
    private readonly listener: VoiceListener,
  ) {}

  /** Text of a message; spoken as soon as a sentence is complete. */
  say(token: string, isLast: boolean, how: Pick<Piece, 'interruptible' | 'preemptible'>): void {
    if (!how.preemptible) this.preempt();
    const { sentences, rest } = cutSentences(this.text + token, isLast);
    this.text = rest;
    this.isMessageOpen = !isLast;
    const { interruptible, preemptible } = how;
    this.add(sentences.map((text) => ({ text, seconds: speakingSeconds(text), interruptible, preemptible })));
  }

  /** A file, or digits, behind what is queued. */
  play(piece: Piece): void {
    if (!piece.preemptible) this.preempt();
    this.add([piece]);
  }

  /** Whether this kind of input breaks into what is spoken now. */
  yieldsTo(kind: 'speech' | 'dtmf'): boolean {
    return this.isSpeaking && allows(this.interruptible, kind);
  }

  /** Stops in the middle of a word and forgets all that was to come. The listener hears what was played. */
  cut(): Cut {
    const { current } = this;
    this.forget();
    if (current === undefined) return { heard: '', milliseconds: 0 };
    const seconds = this.clock.seconds() - current.began;
    const heard = spokenIn(current.piece.text, seconds);
    if (heard !== '') this.listener.played(heard);
    return { heard, milliseconds: Math.round(seconds * 1000) };
  }

  /** After a cut: the voice is silent. */
  fall(): void {
    if (!this.isSpeaking) return;
    this.isSpeaking = false;
    this.listener.falls();
  }

  /** Forgets the beginning of a sentence that nobody finished. */
  discardUnfinished(): void {
    this.text = '';
    this.isMessageOpen = false;
  }

  private get interruptible(): Input {
    return this.current?.piece.interruptible ?? this.queue[0]?.interruptible ?? 'any';
  }

  private forget(): void {
    this.generation += 1;
    this.isRunning = false;
    this.discardUnfinished();
    this.queue.length = 0;
    this.current?.wait.cut();
    this.current = undefined;
    this.underrun?.cut();
  }

  /** What may be cut off gives way to the next message. */
  private preempt(): void {
    const staying = this.queue.filter(({ preemptible }) => !preemptible);
    if (this.current?.piece.preemptible === true) {
      this.cut();
      this.fall();
    }
    this.queue.splice(0, this.queue.length, ...staying);
  }

  private add(pieces: readonly Piece[]): void {
    this.queue.push(...pieces);
    if (pieces.length > 0 || !this.isMessageOpen) this.underrun?.cut();
    if (this.isRunning || this.queue.length === 0) return;
    this.isRunning = true;
    void untilBroken(this.run(this.generation));
  }

  private async run(generation: number): Promise<void> {
    const isStale = (): boolean => generation !== this.generation;
    if (!this.isSpeaking) await this.clock.sleep(FIRST_SOUND_SECONDS, this.waits);
    while (!isStale()) {
      const piece = this.queue.shift();
      if (piece === undefined) break;
      await this.playPiece(piece, isStale);
      if (!isStale() && this.queue.length === 0 && this.isMessageOpen) await this.awaitMore();
    }
    if (isStale()) return;
    this.isRunning = false;
    this.fall();
  }

  private async playPiece(piece: Piece, isStale: () => boolean): Promise<void> {
    if (!this.isSpeaking) {
      this.isSpeaking = true;
      this.listener.speaks();
    }
    const wait = this.clock.begin(piece.seconds, this.waits);
    this.current = { piece, began: this.clock.seconds(), wait };
    this.listener.begins(piece);
    await wait.over;
    // Also when whoever listens broke in at once.
    if (isStale()) return;
    this.current = undefined;
    this.listener.played(piece.text);
  }

  private async awaitMore(): Promise<void> {
    this.underrun = this.clock.begin(UNDERRUN_SECONDS, this.waits);
    await this.underrun.over;
    this.underrun = undefined;
  }
}
