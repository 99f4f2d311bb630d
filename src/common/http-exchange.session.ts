import type { Dispatcher } from 'undici';
import { ResponseText } from './response-text.js';
import { type SafeHttpError, SafeHttpFailure } from './safe-http-failure.js';

/** What was answered. */
export interface HttpAnswer {
  status: number;
  /** Lower-case names; several of one name are joined by a comma. */
  headers: Record<string, string>;
  /** UTF-8 text without NUL, fit for a text column. Empty for a compressed answer, which was not asked for. */
  body: string;
  /** The answer had more than `body` gives back. */
  truncated: boolean;
}

type Headers = Parameters<NonNullable<Dispatcher.DispatchHandler['onResponseStart']>>[2];

/**
 * One request on its way, until its answer is complete, it fails or it is called off, whatever comes first. undici hands
 * the answer over as it comes: its streams and abort signals would cost as much as the request itself.
 */
export class HttpExchange implements Dispatcher.DispatchHandler {
  /** @throws whatever kept the answer from coming, as it came */
  readonly answer: Promise<HttpAnswer>;
  private readonly text: ResponseText;
  private resolve: (answer: HttpAnswer) => void = () => undefined;
  private reject: (reason: Error) => void = () => undefined;
  private controller: Dispatcher.DispatchController | null = null;
  private calledOff: SafeHttpFailure | null = null;
  private status = 0;
  private headers: Record<string, string> = {};

  /**
   * @param limit most bytes of the body that are kept
   * @param readLimit most bytes of it that are read; then the connection is ended
   */
  constructor(limit: number, readLimit: number) {
    this.text = new ResponseText(limit, readLimit);
    this.answer = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
  }

  /** Nobody waits for it any more: it fails at once, also while undici still connects, which it does not give up. */
  callOff(kind: SafeHttpError): void {
    this.calledOff = new SafeHttpFailure(kind);
    this.reject(this.calledOff);
    this.controller?.abort(this.calledOff);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    if (this.calledOff) controller.abort(this.calledOff);
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: Headers): void {
    this.status = status;
    this.headers = joined(headers);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.text.add(chunk)) return;
    this.settle();
    controller.abort(new SafeHttpFailure('aborted'));
  }

  onResponseEnd(): void {
    this.settle();
  }

  onResponseError(_: Dispatcher.DispatchController | null, error: Error): void {
    this.reject(error);
  }

  private settle(): void {
    const { status, headers, text } = this;
    // A compressed body stays packed: small on the wire can be endless in memory.
    const isPacked = (headers['content-encoding'] ?? 'identity') !== 'identity';
    const read = isPacked ? { body: '', truncated: true } : { body: text.text, truncated: text.truncated };
    this.resolve({ status, headers, ...read });
  }
}

/** Headers by their names, several of one name in one text. */
export function joined(headers: Headers): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [name, value = ''] of Object.entries(headers))
    texts[name] = typeof value === 'string' ? value : value.join(', ');
  return texts;
}
