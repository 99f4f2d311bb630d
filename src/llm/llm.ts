/** The port to a language model. Everything above `llm/` speaks these types only. */

/** Injection token of the one client: `@Inject(LLM) private readonly llm: Llm`. */
export const LLM = Symbol('Llm');

/** Where a model is asked, and who pays. */
export interface LlmEndpoint {
  /** E.g. `https://api.openai.com/v1`, without a slash at the end. */
  baseUrl: string;
  apiKey: string | null;
  model: string;
  /** The URL was typed in by a user: asked through the client that refuses private addresses. */
  isUserSupplied: boolean;
}

export interface LlmToolCall {
  id: string;
  name: string;
  /** JSON as the model wrote it; may be no JSON at all. */
  arguments: string;
}

export type LlmMessage =
  | { role: 'system' | 'user'; content: string }
  | { role: 'assistant'; content: string | null; toolCalls?: LlmToolCall[] }
  | { role: 'tool'; toolCallId: string; content: string };

export interface LlmTool {
  name: string;
  description: string;
  parameters: Record<string, unknown>;
}

export interface LlmRequest {
  endpoint: LlmEndpoint;
  messages: readonly LlmMessage[];
  tools?: readonly LlmTool[];
  temperature?: number | null;
  maxTokens?: number;
}

export interface LlmUsage {
  promptTokens: number;
  completionTokens: number;
  totalTokens: number;
}

export type LlmEvent =
  /** Text to be spoken, as it comes: reasoning is left out; leading spaces are kept. */
  | { type: 'text'; text: string }
  /** A whole tool call: sent once its arguments are complete. */
  | { type: 'tool-call'; call: LlmToolCall }
  /** The last event. `usage` is null where the server does not count, `model` where it does not name itself. */
  | {
      type: 'end';
      reason: 'stop' | 'length' | 'tool-calls' | 'content-filter';
      usage: LlmUsage | null;
      model: string | null;
    };

export interface LlmCompletion {
  content: string;
  reason: 'stop' | 'length' | 'content-filter';
  usage: LlmUsage | null;
  /** The model as its server names it. */
  model: string;
}

/** Why a model gave no (whole) answer. */
export type LlmFailureKind =
  | 'aborted'
  | 'timeout'
  | 'unreachable'
  /** An address that we do not ask: not public, or not https. */
  | 'forbidden-address'
  | 'unauthorized'
  /** No such model, or the address is not that of a model server. */
  | 'not-found'
  | 'rate-limited'
  | 'server-error'
  | 'bad-request'
  | 'bad-answer';

/** Thrown by both methods, and nothing else is. The message holds no key and no text of the conversation. */
export class LlmFailure extends Error {
  constructor(
    readonly kind: LlmFailureKind,
    message: string,
    /** Asking the same again later may succeed. */
    readonly retryable: boolean,
  ) {
    super(message);
  }
}

export interface Llm {
  /** One request, never repeated once a text was given. Aborting the signal closes the HTTP stream. */
  stream(request: LlmRequest, signal: AbortSignal): AsyncIterable<LlmEvent>;
  /** A whole answer that is JSON satisfying `schema`, as far as the server can be told so; parse and check it. */
  completeJson(
    request: LlmRequest & { schema: { name: string; schema: Record<string, unknown> } },
    signal: AbortSignal,
  ): Promise<LlmCompletion>;
}
