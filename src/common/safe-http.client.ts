import { Agent } from 'undici';
import { forbiddenBlock, judgeTarget } from './address-policy.js';
import { type HttpAnswer, HttpExchange, joined } from './http-exchange.session.js';
import { dnsResolver, systemResolver, type ResolveHost } from './host-resolver.adapter.js';
import { PinnedConnector } from './pinned-connector.client.js';
import { failureOf, type SafeHttpError, SafeHttpFailure } from './safe-http-failure.js';

/** Name resolution, TCP and TLS, in ms. */
const CONNECT_TIMEOUT = 5_000;
/** A whole request, from the call to the last byte wanted, in ms of wall clock. */
const TOTAL_TIMEOUT = 15_000;
/** How much of an answer is read, so that its connection can be used again; what is longer is cut off. */
const READ_LIMIT = 64 * 1024;
/** How much of an answer is given back unless the caller wants another size, in bytes. */
const BODY_LIMIT = 4 * 1024;
/** Response header, in bytes; more is an invalid response. */
const HEADER_LIMIT = 16 * 1024;

/** Set by this client or by HTTP itself; a caller's own would contradict what is really sent. */
const OWN_HEADERS = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'accept-encoding',
  'expect',
  'keep-alive',
  'te',
  'trailer',
  'upgrade',
  'proxy-authorization',
  'proxy-connection',
]);

/** Whether a header of this name may not be given to the client. */
export const isOwnHeader = (name: string): boolean => OWN_HEADERS.has(name.toLowerCase());

export interface SafeHttpOptions {
  /** Development only: plain http, and addresses that are not public. Default false. */
  allowPrivateTargets?: boolean;
  /** Default: DNS itself; the operating system when private targets are allowed. */
  resolve?: ResolveHost;
  /** Stands in for the address policy where a test needs a "public" address on this machine. */
  forbidden?: (address: string) => string | null;
  /** PEM certificates to trust instead of Node's list. */
  ca?: string;
  /** Default 5 s. */
  connectTimeoutMs?: number;
  /** The User-Agent header. */
  userAgent?: string;
}

export interface SafeHttpRequest {
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** As the user gave it; judged at every request. */
  url: string;
  headers?: Readonly<Record<string, string>>;
  /** Sent as it is: what was signed is what goes out. */
  body?: string | Buffer;
  /** The whole request, in ms; default 15 s. */
  timeoutMs?: number;
  /** Most bytes of the answer's body to give back; default 4 KiB. */
  maxBodyBytes?: number;
  signal?: AbortSignal;
}

/** An answer, whatever its status (a redirect is an answer, it is not followed), or why there is none. */
export type SafeHttpResult = { latencyMs: number } & (
  ({ ok: true } & HttpAnswer) | { ok: false; error: SafeHttpError; message: string }
);

/** An answer whose body is read as it comes. */
export interface SafeHttpStream {
  status: number;
  /** Lower-case names; several of one name are joined by a comma. */
  headers: Record<string, string>;
  /** As it was sent; leaving its loop ends the connection. Whoever reads it bounds how much. */
  body: AsyncIterable<Uint8Array<ArrayBuffer>>;
}

/**
 * The one client for requests to URLs that users supply: webhook endpoints, tools, an organization's own model.
 * It reaches public addresses only, judged at every connect; verifies TLS; follows no redirect; knows no proxy;
 * and is bounded in time and in what it reads. `send` answers with a value and does not throw.
 */
export class SafeHttpClient {
  readonly #allowPrivateTargets: boolean;
  readonly #userAgent: string;
  readonly #connector: PinnedConnector;
  readonly #agent: Agent;

  constructor(options: SafeHttpOptions = {}) {
    this.#allowPrivateTargets = options.allowPrivateTargets ?? false;
    this.#userAgent = options.userAgent ?? 'voice-agent-platform';
    this.#connector = new PinnedConnector({
      resolve: options.resolve ?? (this.#allowPrivateTargets ? systemResolver : dnsResolver()),
      forbidden: options.forbidden ?? (this.#allowPrivateTargets ? () => null : forbiddenBlock),
      timeoutMs: options.connectTimeoutMs ?? CONNECT_TIMEOUT,
      ca: options.ca,
    });
    // Time is bounded by send() as a whole; HTTP/2 would share one connection, and its fate, among requests.
    this.#agent = new Agent({
      connect: this.#connector.connect,
      allowH2: false,
      maxHeaderSize: HEADER_LIMIT,
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveMaxTimeout: 60_000,
    });
  }

  /** Sends one request, once: there is no retry in here. */
  async send(request: SafeHttpRequest): Promise<SafeHttpResult> {
    const started = performance.now();
    const outcome = await this.#exchange(request).catch((error: unknown) => {
      const { kind, message } = failureOf(error);
      return { ok: false, error: kind, message } as const;
    });
    return { ...outcome, latencyMs: Math.round(performance.now() - started) };
  }

  /**
   * Sends one request and gives the answer as soon as its header is there: for a stream. Its time is the caller's to
   * bound, by the signal, which also ends the body. @throws SafeHttpFailure
   */
  async open(request: SafeHttpRequest & { signal: AbortSignal }): Promise<SafeHttpStream> {
    const stop = new AbortController();
    const callOff = () => stop.abort(new SafeHttpFailure('aborted'));
    request.signal.addEventListener('abort', callOff, { once: true });
    if (request.signal.aborted) callOff();
    try {
      stop.signal.throwIfAborted();
      const answer = this.#agent.request({ ...this.#read(request), signal: stop.signal });
      const response = await Promise.race([rejectionOf(stop.signal), answer]);
      const body = response.body.once('close', () => request.signal.removeEventListener('abort', callOff));
      return { status: response.statusCode, headers: joined(response.headers), body };
    } catch (error) {
      request.signal.removeEventListener('abort', callOff);
      throw failureOf(error);
    }
  }

  /** Calls off what is still running (it ends as `aborted`) and closes every connection. */
  async close(): Promise<void> {
    this.#connector.abort();
    await this.#agent.destroy(new SafeHttpFailure('aborted'));
  }

  /** The answer, or the end by deadline, by the caller's signal or by close(). */
  async #exchange(request: SafeHttpRequest) {
    const limit = request.maxBodyBytes ?? BODY_LIMIT;
    const exchange = new HttpExchange(limit, Math.max(limit, READ_LIMIT));
    const callOff = () => exchange.callOff('aborted');
    const timer = setTimeout(() => exchange.callOff('timeout'), request.timeoutMs ?? TOTAL_TIMEOUT);
    request.signal?.addEventListener('abort', callOff, { once: true });
    try {
      if (request.signal?.aborted) callOff();
      else this.#agent.dispatch(this.#read(request), exchange);
      return { ok: true, ...(await exchange.answer) } as const;
    } finally {
      clearTimeout(timer);
      request.signal?.removeEventListener('abort', callOff);
    }
  }

  /** What undici is to send. @throws SafeHttpFailure when it may not be sent */
  #read(request: SafeHttpRequest) {
    const target = judgeTarget(request.url, this.#allowPrivateTargets);
    if (!target.ok) throw new SafeHttpFailure(target.error, target.message);
    const { origin, pathname, search } = target.url;
    const { method, body } = request;
    return { origin, path: pathname + search, method, headers: this.#headersOf(request), body };
  }

  #headersOf(request: SafeHttpRequest): Record<string, string> {
    const headers: Record<string, string> = { 'user-agent': this.#userAgent };
    for (const [name, value] of Object.entries(request.headers ?? {})) {
      const key = name.toLowerCase();
      if (isOwnHeader(key)) throw new SafeHttpFailure('invalid_request', `header ${key} may not be set`);
      headers[key] = value;
    }
    headers['accept-encoding'] = 'identity';
    return headers;
  }
}

function rejectionOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason as Error);
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}
