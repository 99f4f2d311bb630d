import type { CallBrief } from '../calls/call-brief.js';
import type { RelayOutcome } from '../calls/relay-outcome.js';
import { renderGreeting } from '../calls/render-greeting.js';
import { leaveAfterMs } from './call-clock.js';
import type { Journal } from './conversation-ports.js';
import type { Farewell } from './farewell.session.js';
import { Machine } from './machine.session.js';
import type { Notebook } from './notebook.js';
import { phrasesIn, type Phrases } from './phrases.js';
import type { ReplyEnd } from './reply.session.js';
import { Timers } from './timers.session.js';
import type { ToolEffect } from './tool-box.js';

interface EndingPorts {
  brief: CallBrief;
  farewell: Farewell;
  notebook: Notebook;
  journal: Journal;
  now: () => number;
  /** A machine may have picked up. */
  mayBeMachine: boolean;
  /** How soon after its last word a machine's tone comes. */
  toneMs: number;
  say: (words: string, interruptible?: boolean) => void;
  /** What the agent is about to answer is of no use any more. */
  stopAnswering: () => void;
  /** Something is due now, perhaps the end. */
  settle: () => void;
}

const OPTED_OUT: ToolEffect = { kind: 'opted-out' };

/** All the reasons for which the agent ends a conversation, and what it says before. */
export class Endings {
  private readonly timers = new Timers<'leave'>();
  private readonly machine: Machine;

  constructor(private readonly ports: EndingPorts) {
    this.machine = new Machine(ports.mayBeMachine, ports.toneMs, () => this.meetMachine());
  }

  /** A machine has not said all of its greeting yet. */
  get awaitsTone(): boolean {
    return this.machine.isTalking;
  }

  /** Counts the longest duration. */
  begin(): void {
    const { brief, now } = this.ports;
    const { maxDurationSeconds, prompt } = brief.agent.config;
    const since = brief.answeredAt?.getTime() ?? now();
    const leaveIn = Math.max(0, since + leaveAfterMs(maxDurationSeconds) - now());
    this.timers.set('leave', leaveIn, () => this.leave('max-duration', this.phrases.timeIsUp));
    // An agent without a prompt only greets.
    if (prompt.trim() === '') this.ports.farewell.plan('agent-ended');
  }

  close(): void {
    this.timers.clearAll();
    this.machine.close();
  }

  /** Of an answer: the model failed, or it wants the conversation to end. An opt-out ends it in any case. */
  afterReply(end: ReplyEnd, hasSpoken: boolean): void {
    const { farewell, say } = this.ports;
    const wanted = end.kind === 'said' ? end.effect : null;
    const effect = wanted ?? (farewell.hasOptedOut ? OPTED_OUT : null);
    if (effect) {
      this.planFor(effect, hasSpoken && end.kind === 'said');
    } else if (end.kind === 'failed') {
      say(this.phrases.apology);
      farewell.plan('model-failed');
    }
  }

  onSilence(what: 'ask' | 'goodbye'): void {
    this.ports.notebook.event(this.ports.now(), 'silence', 'customer', { asked: what === 'ask' });
    if (what === 'goodbye') this.leave('silence', this.phrases.nobodyThere);
    else this.ports.say(this.phrases.stillThere);
  }

  /** This process stops, and nobody goes on. */
  takeLeave(): void {
    this.leave('agent-ended', this.phrases.goodbye);
  }

  /** @returns whether these words, the `count`th of who was called, are an answering machine's; then it is seen to */
  hearMachine(text: string, count: number): boolean {
    if (!this.machine.says(text, count)) return false;
    const { notebook, journal, now, brief } = this.ports;
    if (!this.machine.isTalking) {
      notebook.event(now(), 'voicemail.detected', 'platform', { method: 'transcript' });
      journal.machineHeard(now());
    }
    if (brief.agent.config.voicemail.action === 'hang_up') this.meetMachine();
    else this.machine.talks();
    return true;
  }

  voice(on: boolean): void {
    this.machine.voice(on);
  }

  /** The carrier knows of a machine, by now. One whose words are still heard is waited for. */
  toldOfMachine(): void {
    if (!this.machine.isTalking) this.meetMachine();
  }

  /** Without waiting for anything. */
  endNow(outcome: RelayOutcome = 'agent-ended'): void {
    const { farewell, stopAnswering } = this.ports;
    if (farewell.isSaid) return;
    stopAnswering();
    farewell.plan(outcome);
    this.say();
  }

  /** What was planned is due. */
  say(): void {
    this.timers.clearAll();
    this.ports.farewell.say();
  }

  private get phrases(): Phrases {
    return phrasesIn(this.ports.brief.agent.config.language);
  }

  private planFor(effect: ToolEffect, hasSpoken: boolean): void {
    const { farewell, say } = this.ports;
    if (effect.kind === 'transfer') {
      if (!hasSpoken) say(this.phrases.connecting);
      const handoff = { reason: 'transfer', destination: effect.destination } as const;
      farewell.plan('transferred', { handoff, canBeStopped: true });
    } else {
      if (!hasSpoken) say(this.phrases.goodbye);
      const isOptOut = effect.kind === 'opted-out';
      farewell.plan(isOptOut ? 'opted-out' : 'agent-ended', { canBeStopped: !isOptOut });
    }
  }

  /** A machine listens: it hears the message, if there is one for it. */
  private meetMachine(): void {
    const { brief, farewell, say, stopAnswering, settle } = this.ports;
    if (farewell.isCertain) return;
    const { voicemail } = brief.agent.config;
    if (voicemail.action === 'hang_up') return this.endNow('voicemail');
    stopAnswering();
    say(renderGreeting(voicemail.message, brief.variables), false);
    farewell.plan('voicemail');
    settle();
  }

  /** Says goodbye and ends, whatever was being talked about. */
  private leave(outcome: RelayOutcome, words: string): void {
    const { farewell, say, stopAnswering, settle } = this.ports;
    if (farewell.isCertain) return;
    stopAnswering();
    say(words);
    farewell.plan(outcome);
    settle();
  }
}
