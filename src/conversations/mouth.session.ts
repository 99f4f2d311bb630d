import type { ConversationTimings } from './conversation-timings.js';
import type { Line } from './conversation-ports.js';
import type { Notebook } from './notebook.js';
import { Playout, type Speech } from './playout.js';
import { Timers } from './timers.session.js';

interface MouthPorts {
  line: Line;
  notebook: Notebook;
  now: () => number;
  timings: ConversationTimings;
  /** The customer may break in. */
  interruptible: boolean;
  /** Perhaps nothing is being said any more. */
  onSilence: () => void;
}

/** While the carrier says that it speaks, it may take its time. */
const SPEAKING_PATIENCE = 2;

/** Sends what the agent says, and follows how much of it is heard. */
export class Mouth {
  private readonly playout = new Playout();
  private readonly timers = new Timers<'played'>();
  /** Something was heard since the customer last said something: it was answered. */
  wasHeard = true;

  constructor(private readonly ports: MouthPorts) {}

  get isSilent(): boolean {
    return this.playout.isSilent;
  }

  get tellsSpeaking(): boolean {
    return this.playout.tellsSpeaking;
  }

  get restMs(): number {
    return this.playout.restMs + this.ports.timings.playoutGrace;
  }

  begin(): Speech {
    return this.playout.begin(this.ports.notebook.turn, this.ports.now());
  }

  /** A piece of something begun; spaces belong to it. */
  add(speech: Speech, token: string): void {
    if (token === '') return;
    speech.text += token;
    this.send(token, false);
  }

  /** The carrier speaks at once what it has, although no full stop came. */
  end(speech: Speech): void {
    if (speech.isWhole) return;
    const hasWords = speech.text.trim() !== '';
    this.playout.end(speech);
    if (hasWords) this.send('', true);
    this.expectPlayed();
  }

  /** All of it, in one go. */
  say(text: string, interruptible = this.ports.interruptible): Speech {
    const speech = this.begin();
    speech.text = text;
    this.playout.end(speech);
    this.send(text, true, interruptible);
    this.expectPlayed();
    return speech;
  }

  /** What the carrier says by itself: the greeting. */
  expect(text: string): Speech {
    const speech = this.begin();
    speech.text = text;
    this.playout.end(speech);
    this.expectPlayed();
    return speech;
  }

  press(digits: string): void {
    const { notebook, now, line } = this.ports;
    const keys = this.playout.begin(notebook.turn, now(), true);
    keys.text = digits;
    this.playout.end(keys);
    line.send({ type: 'sendDigits', digits });
    this.expectPlayed();
  }

  speaking(on: boolean): void {
    const at = this.ports.now();
    this.ports.notebook.event(at, on ? 'agent.speech_started' : 'agent.speech_ended', 'agent');
    if (on) {
      this.ports.notebook.heard(at);
      this.wasHeard = true;
    }
    this.over(this.playout.speaking(on, at));
  }

  played(text: string): void {
    this.wasHeard = true;
    this.over(this.playout.played(text, this.ports.now()));
  }

  /** The customer broke in. @returns everything that was cut short */
  cut(piece: string, durationMs: number | null): Speech[] {
    this.timers.clear('played');
    const cut = this.playout.cut(this.ports.now(), piece, durationMs);
    for (const speech of cut) this.ports.notebook.agentSaid(speech);
    if (cut.some(({ wasHeard }) => wasHeard)) this.wasHeard = true;
    return cut;
  }

  /** The line is gone: what was not heard by now never will be. */
  close(): void {
    const { front } = this.playout;
    this.cut('', front && !this.tellsSpeaking ? this.ports.now() - front.at : null);
  }

  private send(token: string, last: boolean, interruptible = this.ports.interruptible): void {
    this.ports.notebook.sent(this.ports.now());
    // A carrier's default is interruptible.
    this.ports.line.send({ type: 'text', token, last, ...(interruptible ? {} : { interruptible }) });
  }

  private over(speeches: readonly Speech[]): void {
    for (const speech of speeches) this.ports.notebook.agentSaid(speech);
    this.expectPlayed();
    this.ports.onSilence();
  }

  /** Some carriers do not say that they have spoken, or the word is lost. */
  private expectPlayed(): void {
    if (this.isSilent) {
      this.timers.clear('played');
      return;
    }
    const patience = this.playout.isSpeaking ? SPEAKING_PATIENCE : 1;
    this.timers.set('played', patience * this.restMs, () => {
      this.over(this.playout.assumePlayed(this.ports.now()));
    });
  }
}
