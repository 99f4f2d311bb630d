import { LlmFailure, type LlmToolCall } from '../llm/llm.js';
import { ModelRequest, type RequestPorts } from './model-request.session.js';
import type { Speech } from './playout.js';
import type { ToolEffect } from './tool-box.js';
import { ToolUse } from './tool-use.session.js';

/** What a reply works with: the same for all replies of a conversation. */
export interface ReplyPorts extends RequestPorts {
  /** Said once when the model is late or fails. */
  fallbackLine: string;
  /** Milliseconds since the answer. */
  offset: () => number;
  /** The customer is on the do-not-call list now, whatever becomes of the answer. */
  optedOut: () => void;
}

/** How an answer ended. `effect`: what the conversation has to do, once everything was heard. */
export type ReplyEnd =
  { kind: 'said'; effect: ToolEffect | null } | { kind: 'cancelled' } | { kind: 'failed' };

/** Times that a model may ask for tools before it has to say something. */
const MOST_ROUNDS = 6;
const MOST_FAILURES = 2;

/**
 * One answer of the agent: the model is asked, and asked again with the results of the tools it called, or behind an
 * excuse when it failed. Cancelling it closes the model's stream at once; whatever still comes is nobody's.
 */
export class Reply {
  private readonly abort = new AbortController();
  private readonly requests: ModelRequest[] = [];
  private excuse: Speech | null = null;
  private failures = 0;

  constructor(private readonly ports: ReplyPorts) {}

  get isCancelled(): boolean {
    return this.abort.signal.aborted;
  }

  /** The model said something, and no mere excuse was made for it. */
  get hasSpoken(): boolean {
    return this.requests.some(({ speech }) => speech !== null);
  }

  cancel(): void {
    this.abort.abort();
    this.requests.at(-1)?.cancel();
  }

  /** What it said counts only as far as it is heard. */
  withdraw(): void {
    this.cancel();
    for (const speech of [this.excuse, ...this.requests.map((request) => request.speech)])
      if (speech) speech.isStale = true;
  }

  /** Never throws. */
  async run(): Promise<ReplyEnd> {
    try {
      return await this.rounds();
    } catch (error) {
      if (this.isCancelled) return { kind: 'cancelled' };
      this.noteFailure(error);
      return { kind: 'failed' };
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
        this.makeExcuse();
        this.ports.history.goOn();
      }
    }
  }

  private async ask(): Promise<LlmToolCall[]> {
    const request = new ModelRequest(this.ports, () => this.makeExcuse());
    this.requests.push(request);
    const calls = await request.run();
    // After tools a model may have nothing to add to what it said with them.
    if (!this.hasSpoken && calls.length === 0 && !this.isCancelled) throw nothingSaid();
    request.speech?.toolCallIds.push(...calls.map(({ id }) => id));
    return calls;
  }

  /** Once. The model does not see it: it would take it for its answer. */
  private makeExcuse(): void {
    const { mouth, fallbackLine } = this.ports;
    if (this.excuse || fallbackLine.trim() === '') return;
    this.excuse = mouth.say(fallbackLine);
  }

  private async use(calls: readonly LlmToolCall[]): Promise<ToolEffect | null> {
    const uses = calls.map((call) => new ToolUse(call, this.ports));
    let effect: ToolEffect | null = null;
    for (const use of uses) {
      if (this.isCancelled) return effect;
      const result = await use.run(this.abort.signal);
      if (result.effect?.kind === 'opted-out') this.ports.optedOut();
      if (result.effect?.kind === 'send-digits' && !this.isCancelled)
        this.ports.mouth.press(result.effect.digits);
      else effect = result.effect ?? effect;
    }
    return effect;
  }

  private noteFailure(error: unknown): void {
    const { notebook, now } = this.ports;
    const kind = error instanceof LlmFailure ? error.kind : 'internal';
    notebook.event(now(), 'error', 'platform', { source: 'model', kind });
  }
}

const nothingSaid = (): LlmFailure => new LlmFailure('bad-answer', 'the model said nothing', true);
