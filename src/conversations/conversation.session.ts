import { Logger } from '@nestjs/common';
import type { CallBrief } from '../calls/call-brief.js';
import type { RelayOutcome } from '../calls/relay-outcome.js';
import { renderGreeting } from '../calls/render-greeting.js';
import type { Handoff, RelayInFrame } from '../telephony/relay-frames.js';
import { leaveAfterMs, SilenceClock } from './call-clock.js';
import type { ConversationPorts } from './conversation-ports.js';
import type { ConversationTimings } from './conversation-timings.js';
import { CustomerVoice } from './customer-voice.js';
import { instructions } from './instructions.js';
import { InterruptionWatch } from './interruption-watch.session.js';
import { Keypad, keysAsText } from './keypad.js';
import { Mouth } from './mouth.session.js';
import { Notebook } from './notebook.js';
import type { ConversationPast } from './conversation-past.js';
import { phrasesIn } from './phrases.js';
import { Reply, type ReplyEnd, type ReplyPorts } from './reply.session.js';
import { steadyClock, Timers } from './timers.session.js';
import { soundsLikeVoicemail } from './voicemail-phrases.js';

/** Why and how the conversation is going to end, once the last words were heard. */
interface Ending {
  outcome: RelayOutcome;
  handoff: Handoff;
  /** The customer may still say "wait": the agent itself decided to end. */
  canBeStopped: boolean;
}

/** What the customer's hanging up does not change any more. */
const DECIDED: ReadonlySet<RelayOutcome> = new Set(['voicemail', 'opted-out', 'model-failed']);

/**
 * One conversation on one line. Frames are taken strictly in order, and nothing here waits for the model: a reply runs
 * beside it, and what a cancelled one still says is nobody's.
 */
export class ConversationSession {
  private readonly logger = new Logger('Conversation');
  private readonly now = steadyClock();
  private readonly timers = new Timers<'silence' | 'keypad' | 'leave' | 'closing'>();
  private readonly notebook: Notebook;
  private readonly mouth: Mouth;
  private readonly silence: SilenceClock;
  private readonly keypad: Keypad;
  private readonly customer = new CustomerVoice();
  private readonly interruption: InterruptionWatch;
  private readonly replyPorts: ReplyPorts;
  /** The last answer, also when the model has said all of it. */
  private reply: Reply | null = null;
  private isReplying = false;
  private ending: Ending | null = null;
  /** What the agent was about to do when it was interrupted. */
  private stopped: Ending | null = null;
  private hasSentEnd = false;
  private isClosed = false;
  private isDraining = false;
  private hasLeft = false;
  private roundTripMs: number | null = null;

  constructor(
    private readonly brief: CallBrief,
    private readonly ports: ConversationPorts,
    private readonly past: ConversationPast,
    private readonly timings: ConversationTimings,
  ) {
    const { config } = brief.agent;
    const { now } = this;
    // A call that came in is answered by this very socket.
    const zero = brief.answeredAt?.getTime() ?? now();
    this.notebook = new Notebook(past.turn, config.language);
    this.mouth = new Mouth({
      line: ports.line,
      notebook: this.notebook,
      now,
      timings,
      interruptible: config.interruptible,
      onSilence: () => this.settle(),
    });
    this.silence = new SilenceClock(config.silenceSeconds * 1_000);
    this.keypad = new Keypad(timings.keypad);
    this.interruption = new InterruptionWatch(this.notebook, timings.falseInterruption, () =>
      this.goOn('false', null),
    );
    this.replyPorts = {
      mind: ports.mind,
      tools: ports.tools,
      history: past.history,
      mouth: this.mouth,
      notebook: this.notebook,
      timings,
      now,
      instructions: () => instructions(brief, new Date()),
      fallbackLine: renderGreeting(config.fallbackLine, brief.variables),
      and: this.phrases.and,
      offset: () => now() - zero,
    };
  }

  /** Why it closed. `isOrderly`: the carrier took its leave, and did not just go away. */
  outcome(isOrderly: boolean): RelayOutcome {
    if (this.ending && (this.hasSentEnd || DECIDED.has(this.ending.outcome))) return this.ending.outcome;
    if (this.hasLeft) return 'drained';
    return isOrderly ? 'customer-ended' : 'dropped';
  }

  /** The line is open. The carrier says the greeting by itself. */
  start(): void {
    const { config } = this.brief.agent;
    const resumed = this.past.resumedAfter !== null;
    this.notebook.note({ kind: 'opened', at: this.now(), resumed });
    const since = this.brief.answeredAt?.getTime() ?? this.now();
    const leaveIn = Math.max(0, since + leaveAfterMs(config.maxDurationSeconds) - this.now());
    this.timers.set('leave', leaveIn, () => this.leave('max-duration', this.phrases.timeIsUp));
    if (resumed) this.resume();
    else if (this.brief.greeting !== '') this.past.history.agent(this.mouth.expect(this.brief.greeting));
    // An agent without a prompt only greets.
    if (config.prompt.trim() === '') this.endWith('agent-ended', { reason: 'end' }, false);
    this.learn(this.brief);
    this.settle();
  }

  /** One frame, at once. */
  receive(frame: RelayInFrame): void {
    if (this.isClosed) return;
    if (frame.type === 'prompt') this.onPrompt(frame);
    else if (frame.type === 'interrupt') this.onInterrupt(frame);
    else if (frame.type === 'info') this.onInfo(frame);
    else if (frame.type === 'dtmf') this.onKey(frame.digit);
    else if (frame.type === 'error') this.onComplaint(frame.description);
  }

  /** What the records say now: somebody wants the call to end, or the carrier has recognized a machine. */
  learn({ endRequested, wentToVoicemail }: { endRequested: boolean; wentToVoicemail: boolean }): void {
    if (this.isClosed) return;
    if (endRequested) this.endNow();
    else if (wentToVoicemail) this.meetMachine();
  }

  /** This process stops and another one goes on: the current turn is finished, then the line is closed. */
  drain(): void {
    this.isDraining = true;
    this.settle();
  }

  /** At once, in the middle of whatever is being said: another process goes on. */
  handOver(): void {
    this.hasLeft = true;
    this.ports.line.close('drained');
  }

  /** This process stops and nobody goes on. */
  takeLeave(): void {
    this.leave('agent-ended', this.phrases.goodbye);
  }

  /** The line is gone. @returns what is left to be written down */
  close(): ReturnType<Notebook['take']> {
    if (!this.isClosed) {
      this.isClosed = true;
      this.timers.clearAll();
      this.reply?.cancel();
      this.interruption.end(null);
      this.mouth.close();
      const { tellsSpeaking } = this.mouth;
      this.notebook.note({ kind: 'closed', at: this.now(), tellsSpeaking, roundTripMs: this.roundTripMs });
    }
    return this.notebook.close();
  }

  private get phrases() {
    return phrasesIn(this.brief.agent.config.language);
  }

  private resume(): void {
    const { history, resumedAfter } = this.past;
    if (resumedAfter === 'transferred') {
      history.note('The transfer did not come about: nobody answered.');
      this.say(this.phrases.nobodyAvailable);
      return;
    }
    // What the customer said last stays last for the model, or it would have been answered.
    if (resumedAfter !== 'drained') this.mouth.say(this.phrases.lostYou);
    if (history.awaitsAnswer) this.respond();
    else this.settle();
  }

  private onPrompt({ voicePrompt, last }: Extract<RelayInFrame, { type: 'prompt' }>): void {
    this.silence.customerSounds();
    const text = voicePrompt.trim();
    if (last && text !== '') this.hear(text);
  }

  private hear(text: string): void {
    const span = this.customer.utterance();
    if (this.interruption.isMumble(text)) {
      this.notebook.customerMumbled(text, span, this.now());
      this.goOn('backchannel', text);
      return;
    }
    this.interruption.end(text);
    this.stopped = null;
    this.takeDown(text, span);
    if (this.ending || this.hasSentEnd) return;
    if (this.isMachine(text)) this.meetMachineHeard();
    else this.respond();
  }

  /** What was not answered yet goes on; else it begins the next turn. */
  private takeDown(text: string, span: { startedAt: number | null; endedAt: number | null }): void {
    if (this.reply && !this.customer.wasAnswered) {
      this.reply.withdraw();
      this.isReplying = false;
      this.notebook.customerWentOn(text, span.endedAt, this.now());
    } else {
      this.stopReply();
      this.writeDown();
      this.notebook.customerSaid(text, span, this.now());
    }
    this.customer.wasAnswered = false;
    this.past.history.customer(text);
  }

  private isMachine(text: string): boolean {
    const isFirst = this.past.resumedAfter === null;
    return (
      isFirst && this.brief.callType === 'outbound' && soundsLikeVoicemail(text, this.customer.utterances)
    );
  }

  private respond(): void {
    const reply = new Reply(this.replyPorts);
    this.reply = reply;
    this.isReplying = true;
    this.silence.sound();
    void reply.run().then((end) => {
      if (this.reply !== reply || reply.isCancelled || this.isClosed) return;
      this.isReplying = false;
      this.afterReply(end, reply.hasSpoken);
    });
  }

  private afterReply(end: ReplyEnd, hasSpoken: boolean): void {
    if (end.kind === 'failed') {
      this.say(this.phrases.apology);
      this.endWith('model-failed');
    } else if (end.kind === 'said' && end.effect) {
      const { effect } = end;
      if (effect.kind === 'transfer') {
        if (!hasSpoken) this.say(this.phrases.connecting);
        this.endWith('transferred', { reason: 'transfer', destination: effect.destination }, true);
      } else {
        if (!hasSpoken) this.say(this.phrases.goodbye);
        const isOptOut = effect.kind === 'opted-out';
        this.endWith(isOptOut ? 'opted-out' : 'agent-ended', { reason: 'end' }, !isOptOut);
      }
    }
    this.settle();
  }

  private onInterrupt(frame: Extract<RelayInFrame, { type: 'interrupt' }>): void {
    const { isReplying: wasReplying } = this;
    const cut = this.mouth.cut(frame.utteranceUntilInterrupt, frame.durationUntilInterruptMs);
    this.stopReply();
    this.silence.customerSounds();
    if (cut.some(({ wasHeard }) => wasHeard)) this.customer.wasAnswered = true;
    if (cut.length > 0) {
      const { durationUntilInterruptMs: durationMs } = frame;
      this.interruption.begin({ at: this.now(), cut, wasReplying, durationMs });
      if (this.ending?.canBeStopped) {
        this.stopped = this.ending;
        this.ending = null;
      }
    }
    this.settle();
  }

  /** The interruption was none: the agent says the rest, and does what it was about to do. */
  private goOn(kind: 'false' | 'backchannel', text: string | null): void {
    const { rest, wasReplying } = this.interruption.resume(kind, text);
    const { stopped } = this;
    this.stopped = null;
    if (!this.ending) {
      this.ending = stopped;
      if (wasReplying && !stopped) this.respond();
      else if (rest !== '') this.say(rest);
    }
    this.settle();
  }

  private onInfo(frame: Extract<RelayInFrame, { type: 'info' }>): void {
    if (frame.name === 'clientSpeaking') this.onVoice(frame.on);
    else if (frame.name === 'roundTripDelayMs') this.roundTripMs = frame.ms;
    else if (frame.name === 'tokensPlayed') {
      this.customer.wasAnswered = true;
      this.mouth.played(frame.text);
    } else {
      if (frame.on) this.silence.sound();
      if (frame.on) this.customer.wasAnswered = true;
      this.mouth.speaking(frame.on);
    }
  }

  private onVoice(on: boolean): void {
    const at = this.now();
    this.customer.speaking(on, at);
    this.notebook.customerSpeaks(on, at);
    this.silence.customerSounds();
    this.interruption.voice(on);
    this.settle();
  }

  private onKey(digit: string): void {
    this.silence.customerSounds();
    this.notebook.event(this.now(), 'dtmf', 'customer', { digit });
    const keys = this.keypad.press(digit, this.now());
    if (keys !== null) this.takeKeys(keys);
    else this.timers.set('keypad', this.timings.keypad, () => this.takeKeys(this.keypad.take()));
  }

  private takeKeys(keys: string | null): void {
    this.timers.clear('keypad');
    if (keys !== null && !this.isClosed) this.hear(keysAsText(keys));
  }

  private onComplaint(description: string): void {
    // The description may repeat what was said.
    this.logger.warn(`the carrier did not understand a frame of call ${this.brief.callId}`);
    const [reason = ''] = description.split(',');
    this.notebook.event(this.now(), 'error', 'carrier', { source: 'carrier', message: reason.slice(0, 200) });
  }

  /** The other end is an answering machine, by its own words. */
  private meetMachineHeard(): void {
    this.notebook.event(this.now(), 'voicemail.detected', 'platform', { method: 'transcript' });
    this.ports.journal.machineHeard(this.now());
    this.meetMachine();
  }

  private meetMachine(): void {
    if (this.ending && !this.ending.canBeStopped) return;
    const { voicemail } = this.brief.agent.config;
    this.stopReply();
    if (voicemail.action === 'hang_up') {
      this.endNow('voicemail');
      return;
    }
    const message = renderGreeting(voicemail.message, this.brief.variables);
    this.past.history.agent(this.mouth.say(message, false));
    this.endWith('voicemail');
    this.settle();
  }

  /** Says goodbye and ends, whatever was being talked about. */
  private leave(outcome: RelayOutcome, words: string): void {
    if (this.isClosed || (this.ending && !this.ending.canBeStopped)) return;
    this.stopReply();
    this.say(words);
    this.endWith(outcome);
    this.settle();
  }

  private say(words: string): void {
    this.past.history.agent(this.mouth.say(words));
  }

  private stopReply(): void {
    this.reply?.cancel();
    this.reply = null;
    this.isReplying = false;
  }

  private endWith(outcome: RelayOutcome, handoff: Handoff = { reason: 'end' }, canBeStopped = false): void {
    this.ending = { outcome, handoff, canBeStopped };
    this.timers.clear('silence');
  }

  /** Without waiting for anything. */
  private endNow(outcome: RelayOutcome = 'agent-ended'): void {
    if (this.hasSentEnd) return;
    this.stopReply();
    this.endWith(outcome);
    this.sendEnd();
  }

  private sendEnd(): void {
    if (!this.ending || this.hasSentEnd) return;
    this.hasSentEnd = true;
    this.timers.clearAll();
    this.ports.line.send({ type: 'end', handoffData: JSON.stringify(this.ending.handoff) });
    this.timers.set('closing', this.timings.closing, () => this.ports.line.close('over'));
  }

  /** Looks what is due now that something has come to rest. */
  private settle(): void {
    if (this.isClosed || this.hasSentEnd) return;
    this.watchSilence();
    if (!this.mouth.isSilent || this.isReplying) return;
    if (this.ending) {
      this.sendEnd();
      return;
    }
    if (this.interruption.isOpen || this.customer.isSpeaking) return;
    // A carrier that does not tell what it plays has played it by now.
    this.customer.wasAnswered = true;
    this.writeDown();
    if (this.isDraining) this.handOver();
  }

  /** A turn is over. */
  private writeDown(): void {
    const { entries, turns } = this.notebook.take();
    if (entries.length > 0) this.ports.journal.write(entries, turns);
  }

  private watchSilence(): void {
    const isSomebodyHeard = !this.mouth.isSilent || this.customer.isSpeaking || this.interruption.isOpen;
    if (!isSomebodyHeard && !this.isReplying && !this.ending) this.silence.quiet(this.now());
    else this.silence.sound();
    const { dueAt } = this.silence;
    if (dueAt === null) this.timers.clear('silence');
    else this.timers.set('silence', Math.max(0, dueAt - this.now()), () => this.onSilence());
  }

  private onSilence(): void {
    // A timer may ring a little early.
    const due = this.silence.look(Math.max(this.now(), this.silence.dueAt ?? 0));
    if (due === null) return;
    this.notebook.event(this.now(), 'silence', 'customer', { asked: due === 'ask' });
    if (due === 'goodbye') this.leave('silence', this.phrases.nobodyThere);
    else this.say(this.phrases.stillThere);
  }
}
