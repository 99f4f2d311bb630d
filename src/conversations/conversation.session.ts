import type { RelayOutcome } from '../calls/relay-outcome.js';
import type { RelayInFrame } from '../telephony/relay-frames.js';
import { ConversationParts, type ConversationStart } from './conversation-parts.session.js';
import type { VoiceSpan } from './customer-voice.js';
import type { Notebook } from './notebook.js';
import { phrasesIn } from './phrases.js';
import type { ReplyEnd } from './reply.session.js';

/**
 * One conversation on one line: whose turn it is. Frames are taken strictly in order, and nothing here waits for the
 * model: an answer runs beside it.
 */
export class ConversationSession {
  private readonly parts: ConversationParts;
  private isClosed = false;
  private isDraining = false;
  private hasLeft = false;

  constructor(private readonly given: ConversationStart) {
    this.parts = new ConversationParts(given, {
      words: (text, span, count) => this.hear(text, span, count),
      voice: (on) => this.onVoice(on),
      breaksIn: (frame) => this.onInterrupt(frame),
      noise: () => this.goOn('false', null),
      answered: (end, hasSpoken) => this.afterReply(end, hasSpoken),
      settle: () => this.settle(),
    });
  }

  /** Why it closed. `isOrderly`: the carrier took its leave, and did not just go away. */
  outcome(isOrderly: boolean): RelayOutcome {
    const { outcome, hasOptedOut } = this.parts.farewell;
    if (outcome) return outcome;
    if (this.hasLeft) return 'drained';
    if (hasOptedOut) return 'opted-out';
    return isOrderly ? 'customer-ended' : 'dropped';
  }

  /** The line is open. The carrier says the greeting by itself. */
  start(): void {
    const { notebook, mouth, endings, now } = this.parts;
    const { brief, past } = this.given;
    const resumed = past.resumedAfter !== null;
    notebook.note({ kind: 'opened', at: now(), resumed });
    if (resumed) this.resume();
    else if (brief.greeting !== '') past.history.agent(mouth.expect(brief.greeting));
    endings.begin();
    this.learn(brief);
    this.settle();
  }

  /** One frame, at once. */
  receive(frame: RelayInFrame): void {
    if (!this.isClosed) this.parts.ear.receive(frame);
  }

  /** What the records say now: somebody wants the call to end, or the carrier has recognized a machine. */
  learn({ endRequested, wentToVoicemail }: { endRequested: boolean; wentToVoicemail: boolean }): void {
    if (this.isClosed) return;
    if (endRequested) this.parts.endings.endNow();
    else if (wentToVoicemail) this.parts.endings.toldOfMachine();
  }

  /** This process stops and another one goes on: the current turn is finished, then the line is closed. */
  drain(): void {
    this.isDraining = true;
    this.settle();
  }

  /** At once, in the middle of whatever is being said: another process goes on. */
  handOver(): void {
    this.hasLeft = true;
    this.given.ports.line.close('drained');
  }

  /** This process stops and nobody goes on. */
  takeLeave(): void {
    if (!this.isClosed) this.parts.endings.takeLeave();
  }

  /** The line is gone. @returns what is left to be written down, with what became of tools that were at work */
  async close(): Promise<ReturnType<Notebook['take']>> {
    if (!this.isClosed) {
      this.isClosed = true;
      this.parts.close();
    }
    await this.parts.answering.rest();
    return this.parts.notebook.close();
  }

  private resume(): void {
    const { history, resumedAfter } = this.given.past;
    const { nobodyAvailable, lostYou } = phrasesIn(this.given.brief.agent.config.language);
    if (resumedAfter === 'transferred') {
      history.note('The transfer did not come about: nobody answered.');
      this.parts.say(nobodyAvailable);
      return;
    }
    // What the customer said last stays last for the model, or it would have been answered.
    if (resumedAfter !== 'drained') this.parts.mouth.say(lostYou);
    if (history.awaitsAnswer) this.respond();
    else this.settle();
  }

  private hear(text: string, span: VoiceSpan, count: number): void {
    const { notebook, interruption, farewell, endings, now } = this.parts;
    if (interruption.isMumble(text)) {
      notebook.customerMumbled(text, span, now());
      this.goOn('backchannel', text);
      return;
    }
    if (interruption.isOpen) farewell.forget();
    interruption.end(text);
    this.takeDown(text, span);
    if (farewell.isPlanned || endings.hearMachine(text, count)) return;
    this.respond();
  }

  /** What was not answered yet goes on; else it begins the next turn. */
  private takeDown(text: string, span: VoiceSpan): void {
    const { notebook, mouth, answering, farewell, now } = this.parts;
    if (!mouth.wasHeard && answering.withdraw()) {
      // A goodbye that nobody has heard was for what was said before.
      farewell.forget();
      notebook.customerWentOn(text, span.endedAt, now());
    } else {
      answering.stop();
      this.writeDown();
      notebook.customerSaid(text, span, now());
    }
    mouth.wasHeard = false;
    this.given.past.history.customer(text);
  }

  private respond(): void {
    this.given.past.history.goOn();
    this.parts.quiet.agentSounds();
    this.parts.answering.begin();
  }

  private afterReply(end: ReplyEnd, hasSpoken: boolean): void {
    this.parts.endings.afterReply(end, hasSpoken);
    this.settle();
  }

  private onInterrupt(frame: Extract<RelayInFrame, { type: 'interrupt' }>): void {
    const { mouth, answering, quiet, interruption, farewell, now } = this.parts;
    const { utteranceUntilInterrupt: piece, durationUntilInterruptMs: durationMs } = frame;
    const { isRunning: wasReplying } = answering;
    const cut = mouth.cut(piece, durationMs);
    answering.stop();
    quiet.customerSounds();
    if (cut.length > 0 || wasReplying) {
      interruption.begin({ at: now(), cut, wasReplying, durationMs });
      farewell.hold();
    }
    this.settle();
  }

  /** The interruption was none: the agent says the rest, and does what it was about to do. */
  private goOn(kind: 'false' | 'backchannel', text: string | null): void {
    const { interruption, farewell } = this.parts;
    const { rest, wasReplying } = interruption.resume(kind, text);
    const isLeaving = farewell.resume();
    if (isLeaving || !farewell.isPlanned) {
      if (wasReplying && !isLeaving) this.respond();
      else if (rest !== '') this.parts.say(rest);
    }
    this.settle();
  }

  private onVoice(on: boolean): void {
    this.parts.interruption.voice(on);
    this.parts.endings.voice(on);
    this.settle();
  }

  /** Looks what is due now that something has come to rest. */
  private settle(): void {
    const { mouth, answering, ear, interruption, quiet, farewell, endings } = this.parts;
    if (this.isClosed || farewell.isSaid) return;
    const agentRests = mouth.isSilent && !answering.isRunning;
    const customerRests = !ear.isCustomerSpeaking && !interruption.isOpen && !endings.awaitsTone;
    quiet.watch(agentRests && customerRests && !farewell.isPlanned);
    if (agentRests && farewell.isPlanned) {
      endings.say();
    } else if (agentRests && customerRests) {
      // A carrier that does not tell what it plays has played it by now.
      mouth.wasHeard = true;
      this.writeDown();
      if (this.isDraining) this.handOver();
    }
  }

  /** A turn is over. */
  private writeDown(): void {
    const { entries, turns } = this.parts.notebook.take();
    if (entries.length > 0) this.given.ports.journal.write(entries, turns);
  }
}
