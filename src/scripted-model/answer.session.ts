import { randomUUID } from 'node:crypto';
import type { Response } from 'express';
import type { ChatRequest } from './chat-request.js';
import type { Knobs } from './knobs.js';
import type { Reply } from './reply.js';
import {
  type AnswerHead,
  chunk,
  completion,
  errorBody,
  finishOf,
  tokensOf,
  toolDeltas,
  usageOf,
} from './wire.js';

const THOUGHT = 'The customer expects an answer. I should keep this to myself.';
const LONG_LINE = 10 * 1024 * 1024;

/** One answer on its way out: at its pace, with its faults. */
export class AnswerSession {
  readonly #head: AnswerHead;
  readonly #ids: string[];
  readonly #over = new AbortController();

  constructor(
    private readonly response: Response,
    private readonly request: ChatRequest,
    private readonly reply: Reply,
    private readonly knobs: Knobs,
  ) {
    this.#head = {
      id: `chatcmpl-${randomUUID()}`,
      created: Math.floor(Date.now() / 1000),
      model: request.model,
    };
    this.#ids = reply.toolCalls.map(() => `call_${randomUUID().replaceAll('-', '').slice(0, 24)}`);
    response.on('close', () => this.#over.abort());
  }

  /** Resolves when the answer is given or nobody waits for it any more. */
  async give(): Promise<void> {
    await this.#wait(this.knobs.firstTokenMs);
    if (this.#over.signal.aborted) return;
    if (this.knobs.fault === 'silent') return this.#untilClosed();
    if (!this.request.stream) return this.#giveWhole();
    this.response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
    await this.#stream();
  }

  #giveWhole(): void {
    const text = JSON.stringify(completion(this.#head, this.reply, this.#ids, this.#usage()));
    this.response.setHeader('content-type', 'application/json');
    const { fault } = this.knobs;
    if (fault === 'empty') this.response.end();
    else if (fault === 'half-json' || fault === 'cut-off') this.response.end(text.slice(0, text.length / 2));
    else if (fault === 'long-line') this.response.end(' '.repeat(LONG_LINE) + text);
    else if (fault === null) this.response.end(text);
    else this.#breakOff(text.slice(0, text.length / 2));
  }

  async #stream(): Promise<void> {
    if (this.knobs.fault === 'empty') return void this.response.end();
    if (this.knobs.fault === 'long-line') return void this.response.end(`data: ${'x'.repeat(LONG_LINE)}\n\n`);
    this.#send(chunk(this.#head, { role: 'assistant', content: '' }));
    const tokens = tokensOf(this.#spoken());
    const half = Math.ceil(tokens.length / 2);
    await this.#speak(tokens.slice(0, half));
    if (this.knobs.fault) return this.#fail();
    await this.#speak(tokens.slice(half));
    for (const delta of toolDeltas(this.reply, this.#ids, this.knobs.splitArguments))
      this.#send(chunk(this.#head, delta));
    this.#send(chunk(this.#head, {}, finishOf(this.reply)));
    const usage = this.request.stream_options?.include_usage ? this.#usage() : null;
    if (usage) this.#send({ ...chunk(this.#head, {}), choices: [], usage });
    this.response.end(`data: [DONE]${this.#newline}${this.#newline}`);
  }

  /** The text, with the thoughts before it where the model thinks aloud in it. */
  #spoken(): string {
    if (this.knobs.reasoning === 'field') this.#send(chunk(this.#head, { reasoning_content: THOUGHT }));
    return this.knobs.reasoning === 'tags' ? `<think>${THOUGHT}</think>${this.reply.text}` : this.reply.text;
  }

  async #speak(tokens: readonly string[]): Promise<void> {
    for (const content of tokens) {
      if (this.#over.signal.aborted) return;
      this.#send(chunk(this.#head, { content }));
      if (this.knobs.tokensPerSecond > 0) await this.#wait(1_000 / this.knobs.tokensPerSecond);
    }
  }

  #fail(): void {
    const { fault } = this.knobs;
    if (fault === 'error-in-stream') {
      this.#send(errorBody('The server had an error while processing your request', 'server_error'));
      this.response.end();
    } else if (fault === 'half-json') {
      this.response.end('data: {"id":"chatcmpl-1","choices":[{"index":0,"delta":{"con\n\n');
    } else if (fault === 'cut-off') {
      this.response.end();
    } else {
      this.#breakOff('');
    }
  }

  #breakOff(part: string): void {
    this.response.write(part, () => this.response.destroy());
  }

  #send(data: object): void {
    const comment = this.knobs.oddFraming ? `: keep-alive${this.#newline}${this.#newline}` : '';
    this.response.write(`${comment}data: ${JSON.stringify(data)}${this.#newline}${this.#newline}`);
  }

  get #newline(): string {
    return this.knobs.oddFraming ? '\r\n' : '\n';
  }

  #usage(): object | null {
    if (this.knobs.omitUsage) return null;
    return usageOf(this.request.messages.map(({ content }) => content ?? '').join(''), this.reply);
  }

  async #wait(ms: number): Promise<void> {
    if (ms <= 0 || this.#over.signal.aborted) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#over.signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
    });
  }

  #untilClosed(): Promise<void> {
    return new Promise((resolve) =>
      this.#over.signal.addEventListener('abort', () => resolve(), { once: true }),
    );
  }
}
