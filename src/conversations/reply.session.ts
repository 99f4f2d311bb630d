import { LlmFailure, type LlmToolCall } from '../llm/llm.js';
import type { Mind } from './conversation-ports.js';
import type { ConversationTimings } from './conversation-timings.js';
import type { History } from './history.js';
import type { Mouth } from './mouth.session.js';
import type { Notebook } from './notebook.js';
import type { Speech } from './playout.js';
import { SpeechText } from './speech-text.js';
import { Timers } from './timers.session.js';
import type { ToolBox, ToolEffect } from './tool-box.js';
import { ToolUse } from './tool-use.session.js';

/** What a reply works with: the same for all replies of a conversation. */
export interface ReplyPorts {
  mind: Mind;
  tools: ToolBox;
  history: History;
  mouth: Mouth;
  notebook: Notebook;
  timings: ConversationTimings;
  now: () => number;
  instructions: () => string;
  /** Said once when the model is late or fails. */
  fallbackLine: string;
  /** How `&` is said. */
  and: string;
  /** Milliseconds since the answer. */
  offset: () => number;
}

/** How an answer ended. `effect`: what the conversation has to do, once everything was heard. */
export type ReplyEnd =
  { kind: 'said'; effect: ToolEffect | null } | { kind: 'cancelled' } | { kind: 'failed' };

/** Times that a model may ask for tools before it has to say something. */
const MOST_ROUNDS = 6;
const MOST_FAILURES = 2;

/**
 * One answer of the agent: the model is asked, spoken while it still writes, and asked again with the results of the
 * tools it called. Cancelling it closes the model's stream at once; whatever still comes is nobody's.
 */
export class Reply {
  private readonly abort = new AbortController();
  private readonly timers = new Timers<'late' | 'giveUp'>();
  private speech: Speech | null = null;
  private hasExcused = false;
  private failures = 0;
  private readonly said: Speech[] = [];
  hasSpoken = false;

  constructor(private readonly ports: ReplyPorts) {}

  get isCancelled(): boolean {
    return this.abort.signal.aborted;
  }

  cancel(): void {
    this.timers.clearAll();
    this.abort.abort();
    if (this.speech) this.ports.mouth.end(this.speech);
  }

  /** What it said counts only as far as it is heard. */
  withdraw(): void {
    this.cancel();
    for (const speech of this.said) speech.isStale = true;
  }

  /** Never throws. */
  async run(): Promise<ReplyEnd> {
    try {
      return await this.rounds();
    } catch (error) {
      if (this.isCancelled) return { kind: 'cancelled' };
      this.noteFailure(error);
      return { kind: 'failed' };
    } finally {
      this.timers.clearAll();
    }
  }

  private async rounds(): Promise<ReplyEnd> {
    let effect: ToolEffect | null = null;
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const calls = await this.askPatiently();
      if (this.isCancelled) return { kind: 'cancelled' };
      if (calls === null) return { kind: 'failed' };
      if (calls.length === 0) return { kind: 'said', effect };
      effect = (await this.use(calls)) ?? effect;
      if (this.isCancelled) return { kind: 'cancelled' };
      if (effect?.kind === 'end-call' || effect?.kind === 'transfer') return { kind: 'said', effect };
    }
    return this.hasSpoken ? { kind: 'said', effect } : { kind: 'failed' };
  }

  /** Asks once more after a failure, behind an excuse. Null: it failed for good. */
  private async askPatiently(): Promise<LlmToolCall[] | null> {
    for (;;) {
      try {
        return await this.ask();
      } catch (error) {
        if (this.isCancelled) return [];
        this.noteFailure(error);
        this.failures += 1;
        const isHopeless = error instanceof LlmFailure && !error.retryable;
        if (isHopeless || this.failures >= MOST_FAILURES) return null;
        this.excuse();
      }
    }
  }

  /** One request. @returns the tools that the model wants */
  private async ask(): Promise<LlmToolCall[]> {
    const { history, notebook, mind, tools, instructions } = this.ports;
    const clean = new SpeechText(this.ports.and);
    const calls: LlmToolCall[] = [];
    const patience = this.beginWaiting();
    const answering = this.stopwatch();
    this.speech = null;
    try {
      const stream = mind.answer(history.messages(instructions()), tools.tools(), patience.signal);
      for await (const event of stream) {
        if (this.isCancelled) return [];
        if (event.type === 'text') {
          const words = clean.push(event.text);
          if (words.trim() !== '') answering(true);
          this.say(words);
        } else if (event.type === 'tool-call') {
          answering(false);
          calls.push(event.call);
        } else notebook.counted(event.usage?.totalTokens ?? null);
      }
      this.say(clean.end());
    } catch (error) {
      throw patience.signal.aborted && !this.isCancelled ? tooLate() : error;
    } finally {
      this.timers.clearAll();
      if (this.speech) this.ports.mouth.end(this.speech);
    }
    return this.answered(calls);
  }

  private answered(calls: LlmToolCall[]): LlmToolCall[] {
    // After tools a model may have nothing to add to what it said with them.
    if (!this.hasSpoken && calls.length === 0 && !this.isCancelled) throw nothingSaid();
    this.speech?.toolCallIds.push(...calls.map(({ id }) => id));
    return calls;
  }

  /** Runs until the model says its first word, or wants its first tool; then nobody needs to be patient any more. */
  private stopwatch(): (isSpoken: boolean) => void {
    const { now, notebook } = this.ports;
    const askedAt = now();
    let isRunning = true;
    return (isSpoken) => {
      if (!isRunning) return;
      isRunning = false;
      this.timers.clearAll();
      notebook.modelAnswered(now() - askedAt, isSpoken);
    };
  }

  /** What it says takes its place in what is said and what the model knows with its first word. */
  private say(words: string): void {
    if (this.isCancelled || (this.speech === null && words.trim() === '')) return;
    if (this.speech === null) {
      this.speech = this.ports.mouth.begin();
      this.said.push(this.speech);
      this.ports.history.agent(this.speech);
      this.hasSpoken = true;
    }
    this.ports.mouth.add(this.speech, words);
  }

  /** Aborted with the reply, or when the model lets everybody wait too long for its first word. */
  private beginWaiting(): AbortController {
    const { firstToken, giveUp } = this.ports.timings;
    const patience = new AbortController();
    const stop = (): void => patience.abort();
    if (this.isCancelled) stop();
    this.abort.signal.addEventListener('abort', stop, { once: true });
    this.timers.set('late', firstToken, () => this.excuse());
    this.timers.set('giveUp', giveUp, stop);
    return patience;
  }

  /** Once. The model does not see it: it would take it for its answer. */
  private excuse(): void {
    const { mouth, fallbackLine } = this.ports;
    if (this.hasExcused || fallbackLine.trim() === '') return;
    this.hasExcused = true;
    this.said.push(mouth.say(fallbackLine));
  }

  private async use(calls: readonly LlmToolCall[]): Promise<ToolEffect | null> {
    const uses = calls.map((call) => new ToolUse(call, this.ports));
    let effect: ToolEffect | null = null;
    for (const use of uses) {
      if (this.isCancelled) return effect;
      const result = await use.run(this.abort.signal);
      if (result.effect?.kind === 'send-digits' && !this.isCancelled) {
        this.ports.mouth.press(result.effect.digits);
      } else effect = result.effect ?? effect;
    }
    return effect;
  }

  private noteFailure(error: unknown): void {
    const { notebook, now } = this.ports;
    const kind = error instanceof LlmFailure ? error.kind : 'internal';
    notebook.event(now(), 'error', 'platform', { source: 'model', kind });
  }
}

const tooLate = (): LlmFailure =>
  new LlmFailure('timeout', 'the model did not begin to answer in time', true);
const nothingSaid = (): LlmFailure => new LlmFailure('bad-answer', 'the model said nothing', true);
