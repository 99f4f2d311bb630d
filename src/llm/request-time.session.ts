import { LlmFailure } from './llm.js';

/** How long a model is waited for, in ms. */
export interface LlmTimings {
  /** From the request to the first text or tool call. */
  firstTokenMs: number;
  /** From the request to the end of the answer. */
  wholeMs: number;
}

export const LLM_TIMINGS: LlmTimings = { firstTokenMs: 8_000, wholeMs: 60_000 };

/** The time that one request has, and its caller's wish to end it, as one signal. */
export class RequestTime {
  readonly #stop = new AbortController();
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #callOff = () => this.#end(new LlmFailure('aborted', 'The request was called off', false));
  #failure: LlmFailure | null = null;

  constructor(
    private readonly caller: AbortSignal,
    timings: { firstTokenMs: number | null; wholeMs: number },
  ) {
    caller.addEventListener('abort', this.#callOff, { once: true });
    if (caller.aborted) this.#callOff();
    if (timings.firstTokenMs !== null)
      this.#endAfter(timings.firstTokenMs, 'did not begin its answer in time');
    this.#endAfter(timings.wholeMs, 'did not end its answer in time');
  }

  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  /** Why the request was ended from here, or null. */
  get failure(): LlmFailure | null {
    return this.#failure;
  }

  /** From now on only the whole time counts. */
  begun(): void {
    if (this.#timers.length > 1) clearTimeout(this.#timers.shift());
  }

  /** Nothing more is wanted: what is still open is closed. */
  over(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.caller.removeEventListener('abort', this.#callOff);
    this.#stop.abort();
  }

  #endAfter(ms: number, what: string): void {
    const late = new LlmFailure('timeout', `The model ${what}`, true);
    this.#timers.push(setTimeout(() => this.#end(late), ms));
  }

  #end(failure: LlmFailure): void {
    this.#failure ??= failure;
    this.#stop.abort(failure);
  }
}
