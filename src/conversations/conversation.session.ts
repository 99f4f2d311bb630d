import { Logger } from '@nestjs/common';
import type { CallBrief } from '../calls/call-brief.js';
import type { RelayOutcome } from '../calls/relay-outcome.js';
import { renderGreeting } from '../calls/render-greeting.js';
import type { RelayInFrame } from '../telephony/relay-frames.js';
import { leaveAfterMs } from './call-clock.js';
import type { ConversationPorts } from './conversation-ports.js';
import type { ConversationTimings } from './conversation-timings.js';
import { CustomerVoice } from './customer-voice.js';
import { Farewell } from './farewell.session.js';
import { instructions } from './instructions.js';
import { InterruptionWatch } from './interruption-watch.session.js';
import { Keypad, keysAsText } from './keypad.js';
import { Mouth } from './mouth.session.js';
import { Notebook } from './notebook.js';
import type { ConversationPast } from './conversation-past.js';
import { phrasesIn } from './phrases.js';
import { Quiet } from './quiet.session.js';
import { Reply, type ReplyEnd, type ReplyPorts } from './reply.session.js';
import { steadyClock, Timers } from './timers.session.js';
import { soundsLikeVoicemail } from './voicemail-phrases.js';

/**
 * One conversation on one line. Frames are taken strictly in order, and nothing here waits for the model: a reply runs
 * beside it, and what a cancelled one still says is nobody's.
 */
export class ConversationSession {
  private readonly logger = new Logger('Conversation');
  private readonly now = steadyClock();
  private readonly timers = new Timers<'keypad' | 'leave'>();
  private readonly notebook: Notebook;
  private readonly mouth: Mouth;
  private readonly quiet: Quiet;
  private readonly farewell: Farewell;
  private readonly keypad: Keypad;
  private readonly customer = new CustomerVoice();
  private readonly interruption: InterruptionWatch;
  private readonly replyPorts: ReplyPorts;
  /** The last answer, also when the model has said all of it. */
  private reply: Reply | null = null;
  private isReplying = false;
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
    this.quiet = new Quiet(config.silenceSeconds * 1_000, now, (what) => this.onSilence(what));
    this.farewell = new Farewell(ports.line, timings.closing);
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
    if (this.farewell.outcome) return this.farewell.outcome;
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
    if (config.prompt.trim() === '') this.farewell.plan('agent-ended');
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
      this.quiet.close();
      this.farewell.close();
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
    this.quiet.customerSounds();
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
    if (this.interruption.isOpen) this.farewell.forget();
    this.interruption.end(text);
    this.takeDown(text, span);
    if (this.farewell.isPlanned) return;
    if (this.isMachine(text)) this.meetMachineHeard();
    else this.respond();
  }

  /** What was not answered yet goes on; else it begins the next turn. */
  private takeDown(text: string, span: { startedAt: number | null; endedAt: number | null }): void {
    if (this.reply && !this.customer.wasAnswered) {
      this.reply.withdraw();
      this.isReplying = false;
      // A goodbye that nobody has heard was for what was said before.
      this.farewell.forget();
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
    this.quiet.agentSounds();
    void reply.run().then((end) => {
      if (this.reply !== reply || reply.isCancelled || this.isClosed) return;
      this.isReplying = false;
      this.afterReply(end, reply.hasSpoken);
    });
  }

  private afterReply(end: ReplyEnd, hasSpoken: boolean): void {
    if (end.kind === 'failed') {
      this.say(this.phrases.apology);
      this.farewell.plan('model-failed');
    } else if (end.kind === 'said' && end.effect) {
      const { effect } = end;
      if (effect.kind === 'transfer') {
        if (!hasSpoken) this.say(this.phrases.connecting);
        const handoff = { reason: 'transfer', destination: effect.destination } as const;
        this.farewell.plan('transferred', { handoff, canBeStopped: true });
      } else {
        if (!hasSpoken) this.say(this.phrases.goodbye);
        const isOptOut = effect.kind === 'opted-out';
        this.farewell.plan(isOptOut ? 'opted-out' : 'agent-ended', { canBeStopped: !isOptOut });
      }
    }
    this.settle();
  }

  private onInterrupt(frame: Extract<RelayInFrame, { type: 'interrupt' }>): void {
    const { isReplying: wasReplying } = this;
    const cut = this.mouth.cut(frame.utteranceUntilInterrupt, frame.durationUntilInterruptMs);
    this.stopReply();
    this.quiet.customerSounds();
    if (cut.some(({ wasHeard }) => wasHeard)) this.customer.wasAnswered = true;
    if (cut.length > 0 || wasReplying) {
      const { durationUntilInterruptMs: durationMs } = frame;
      this.interruption.begin({ at: this.now(), cut, wasReplying, durationMs });
      this.farewell.hold();
    }
    this.settle();
  }

  /** The interruption was none: the agent says the rest, and does what it was about to do. */
  private goOn(kind: 'false' | 'backchannel', text: string | null): void {
    const { rest, wasReplying } = this.interruption.resume(kind, text);
    const isLeaving = this.farewell.resume();
    if (isLeaving || !this.farewell.isPlanned) {
      if (wasReplying && !isLeaving) this.respond();
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
      if (frame.on) this.quiet.agentSounds();
      if (frame.on) this.customer.wasAnswered = true;
      this.mouth.speaking(frame.on);
    }
  }

  private onVoice(on: boolean): void {
    const at = this.now();
    this.customer.speaking(on, at);
    this.notebook.customerSpeaks(on, at);
    this.quiet.customerSounds();
    this.interruption.voice(on);
    this.settle();
  }

  private onKey(digit: string): void {
    this.quiet.customerSounds();
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
    if (this.farewell.isCertain) return;
    const { voicemail } = this.brief.agent.config;
    this.stopReply();
    if (voicemail.action === 'hang_up') {
      this.endNow('voicemail');
      return;
    }
    const message = renderGreeting(voicemail.message, this.brief.variables);
    this.past.history.agent(this.mouth.say(message, false));
    this.farewell.plan('voicemail');
    this.settle();
  }

  /** Says goodbye and ends, whatever was being talked about. */
  private leave(outcome: RelayOutcome, words: string): void {
    if (this.isClosed || this.farewell.isCertain) return;
    this.stopReply();
    this.say(words);
    this.farewell.plan(outcome);
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

  /** Without waiting for anything. */
  private endNow(outcome: RelayOutcome = 'agent-ended'): void {
    if (this.farewell.isSaid) return;
    this.stopReply();
    this.farewell.plan(outcome);
    this.timers.clearAll();
    this.farewell.say();
  }

  /** Looks what is due now that something has come to rest. */
  private settle(): void {
    if (this.isClosed || this.farewell.isSaid) return;
    const agentRests = this.mouth.isSilent && !this.isReplying;
    const customerRests = !this.customer.isSpeaking && !this.interruption.isOpen;
    this.quiet.watch(agentRests && customerRests && !this.farewell.isPlanned);
    if (agentRests && this.farewell.isPlanned) {
      this.timers.clearAll();
      this.farewell.say();
    } else if (agentRests && customerRests) {
      // A carrier that does not tell what it plays has played it by now.
      this.customer.wasAnswered = true;
      this.writeDown();
      if (this.isDraining) this.handOver();
    }
  }

  /** A turn is over. */
  private writeDown(): void {
    const { entries, turns } = this.notebook.take();
    if (entries.length > 0) this.ports.journal.write(entries, turns);
  }

  private onSilence(what: 'ask' | 'goodbye'): void {
    this.notebook.event(this.now(), 'silence', 'customer', { asked: what === 'ask' });
    if (what === 'goodbye') this.leave('silence', this.phrases.nobodyThere);
    else this.say(this.phrases.stillThere);
  }
}
