import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import OpenAI, { APIError } from 'openai';
import type {
  ChatCompletion,
  ChatCompletionCreateParamsBase,
  ChatCompletionCreateParamsNonStreaming,
  ChatCompletionCreateParamsStreaming,
} from 'openai/resources/chat/completions/completions';
import { v4 } from 'uuid';
import { SafeHttpClient } from '../common/safe-http.client.js';
import { KnownInabilities, unableTo } from './abilities.js';
import { boundedBody } from './bounded-body.js';
import { AnswerCutOff, readChunks, usageOf } from './chat-chunks.js';
import { llmFailureOf } from './llm-failures.js';
import { type Llm, type LlmCompletion, type LlmEndpoint, type LlmEvent, type LlmRequest } from './llm.js';
import { plainJson } from './plain-json.js';
import { type JsonAnswer, requestBody } from './request-body.js';
import { LLM_TIMINGS, type LlmTimings, RequestTime } from './request-time.session.js';

/** Statuses with which servers refuse a parameter that they do not know. */
const REFUSALS = new Set([400, 404, 415, 422, 501]);

type Send<T> = (body: ChatCompletionCreateParamsBase) => Promise<T>;

/**
 * A model behind the chat-completions wire, whoever serves it. What a server turns out not to understand is left out
 * of later requests to it. Nothing else is asked twice: a caller that may repeat does so itself.
 */
@Injectable()
export class OpenAiLlm implements Llm, OnApplicationShutdown {
  readonly #inabilities = new KnownInabilities();
  readonly #sdks = new WeakMap<LlmEndpoint, OpenAI>();
  readonly #operators = new SafeHttpClient({ allowPrivateTargets: true });
  readonly #users: SafeHttpClient;
  readonly #timings: LlmTimings;

  constructor({
    allowPrivateTargets,
    timings,
  }: {
    allowPrivateTargets: boolean;
    timings?: Partial<LlmTimings>;
  }) {
    this.#users = new SafeHttpClient({ allowPrivateTargets });
    this.#timings = { ...LLM_TIMINGS, ...timings };
  }

  async *stream(request: LlmRequest, signal: AbortSignal): AsyncGenerator<LlmEvent> {
    const time = new RequestTime(signal, this.#timings);
    try {
      const chunks = await this.#ask(request, (body) =>
        this.#sdk(request.endpoint).chat.completions.create(body as ChatCompletionCreateParamsStreaming, {
          signal: time.signal,
        }),
      );
      for await (const event of readChunks(chunks, () => `call_${v4()}`)) {
        if (time.failure) throw time.failure;
        time.begun();
        yield event;
      }
    } catch (error) {
      throw time.failure ?? llmFailureOf(error, hostOf(request.endpoint));
    } finally {
      time.over();
    }
  }

  async completeJson(
    request: LlmRequest & { schema: JsonAnswer },
    signal: AbortSignal,
  ): Promise<LlmCompletion> {
    const time = new RequestTime(signal, { ...this.#timings, firstTokenMs: null });
    try {
      const answer = await this.#ask(request, (body) =>
        this.#sdk(request.endpoint).chat.completions.create(body as ChatCompletionCreateParamsNonStreaming, {
          signal: time.signal,
        }),
      );
      return completionOf(answer, request.endpoint.model);
    } catch (error) {
      throw time.failure ?? llmFailureOf(error, hostOf(request.endpoint));
    } finally {
      time.over();
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.#operators.close(), this.#users.close()]);
  }

  /** Asks; and again without what the server says it does not understand, each of which happens once. */
  async #ask<T>(request: LlmRequest & { schema?: JsonAnswer }, send: Send<T>): Promise<T> {
    for (;;) {
      const { body, asksFor } = requestBody(request, this.#inabilities.of(request.endpoint));
      try {
        return await send(body);
      } catch (error) {
        const refused = error instanceof APIError && REFUSALS.has(Number(error.status));
        const unable = refused ? unableTo(`${error.param ?? ''} ${error.message}`, asksFor) : null;
        if (!unable) throw error;
        this.#inabilities.add(request.endpoint, unable);
      }
    }
  }

  /** One for each endpoint as it was chosen for a conversation: making one costs more than a request. */
  #sdk(endpoint: LlmEndpoint): OpenAI {
    const known = this.#sdks.get(endpoint);
    if (known) return known;
    const made = this.#newSdk(endpoint);
    this.#sdks.set(endpoint, made);
    return made;
  }

  /** Nothing is taken from the environment. */
  #newSdk(endpoint: LlmEndpoint): OpenAI {
    return new OpenAI({
      baseURL: endpoint.baseUrl,
      apiKey: endpoint.apiKey ?? 'none',
      adminAPIKey: null,
      organization: null,
      project: null,
      webhookSecret: null,
      maxRetries: 0,
      timeout: 2 * this.#timings.wholeMs,
      logLevel: 'off',
      fetch: (url, init) => this.#fetch(endpoint, new Request(url).url, init),
    });
  }

  async #fetch(endpoint: LlmEndpoint, url: string, init: RequestInit | undefined): Promise<Response> {
    const client = endpoint.isUserSupplied ? this.#users : this.#operators;
    const { status, headers, body } = await client.open({
      method: 'POST',
      url,
      headers: {
        'content-type': 'application/json',
        ...(endpoint.apiKey !== null && { authorization: `Bearer ${endpoint.apiKey}` }),
      },
      body: typeof init?.body === 'string' ? init.body : '',
      signal: init?.signal ?? AbortSignal.timeout(this.#timings.wholeMs),
    });
    const isStream = headers['content-type']?.startsWith('text/event-stream') ?? false;
    return new Response(webStream(boundedBody(body, isStream)), { status, headers });
  }
}

/** Read when it is asked for; cancelling it ends the connection. */
const webStream = (parts: AsyncGenerator<Uint8Array<ArrayBuffer>>): ReadableStream<Uint8Array<ArrayBuffer>> =>
  new ReadableStream({
    pull: async (controller) => {
      const { done, value } = await parts.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: async () => void (await parts.return(undefined)),
  });

function completionOf(answer: ChatCompletion, model: string): LlmCompletion {
  const [choice] = answer?.choices ?? [];
  const content = choice?.message?.content;
  if (typeof content !== 'string' || choice?.message.refusal) throw new AnswerCutOff('there is no answer');
  const finish = choice?.finish_reason;
  return {
    content: plainJson(content),
    reason: finish === 'length' ? 'length' : finish === 'content_filter' ? 'content-filter' : 'stop',
    usage: usageOf(answer.usage),
    model: typeof answer.model === 'string' ? answer.model : model,
  };
}

const hostOf = ({ baseUrl }: LlmEndpoint): string =>
  URL.canParse(baseUrl) ? new URL(baseUrl).host : 'an unreadable address';
