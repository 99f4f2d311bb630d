import { type ClientRequest, type IncomingMessage, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { AttemptResult } from './delivery-policy.js';

/** Largest answer that is read, bytes: Twilio's limit for a TwiML document. */
const LONGEST_BODY = 64 * 1024;

export interface HttpAttempt {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly connectMs: number;
  readonly readMs: number;
}

/** An exchange under way. The answer never rejects. */
export interface Exchange {
  readonly answer: Promise<HttpAnswer>;
  abort(): void;
}

export interface HttpAnswer {
  readonly result: AttemptResult;
  readonly contentType: string;
  /** As much of the body as is read; `tooLong` says that there was more. */
  readonly body: string;
  readonly tooLong: boolean;
}

const noAnswer = (result: 'ct' | 'rt'): HttpAnswer => ({ result, contentType: '', body: '', tooLong: false });

/**
 * One HTTP request on a connection of its own, so that a restarted receiver never meets a stale one. What fails
 * before the connection stands is `ct`, what fails after it is `rt`.
 */
export function attempt(order: HttpAttempt): Exchange {
  const { url, method, headers } = order;
  const send = url.startsWith('https:') ? httpsRequest : httpRequest;
  const outgoing = send(url, { method, headers, agent: false });
  const failure = watch(outgoing, order);
  const answer = new Promise<HttpAnswer>((resolve) => {
    outgoing.on('error', () => resolve(noAnswer(failure())));
    outgoing.on('response', (response) => {
      void readAnswer(response)
        .catch(() => noAnswer('rt'))
        .then(resolve);
    });
  });
  outgoing.end(order.body);
  return { answer, abort: () => outgoing.destroy(new Error('aborted')) };
}

/** Holds an exchange to its time-outs; gives what a failure of it now is. */
function watch(outgoing: ClientRequest, { url, connectMs, readMs }: HttpAttempt): () => 'ct' | 'rt' {
  const limit = (ms: number) => setTimeout(() => outgoing.destroy(new Error('timed out')), ms).unref();
  let failure: 'ct' | 'rt' = 'ct';
  let timer = limit(connectMs);
  outgoing.on('socket', (socket) => {
    socket.once(url.startsWith('https:') ? 'secureConnect' : 'connect', () => {
      failure = 'rt';
      clearTimeout(timer);
      timer = limit(readMs);
    });
  });
  outgoing.on('close', () => clearTimeout(timer));
  return () => failure;
}

async function readAnswer(response: IncomingMessage): Promise<HttpAnswer> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    parts.push(part);
    length += part.length;
    if (length > LONGEST_BODY) break;
  }
  return {
    result: response.statusCode ?? 0,
    contentType: response.headers['content-type'] ?? '',
    body: Buffer.concat(parts).subarray(0, LONGEST_BODY).toString('utf8'),
    tooLong: length > LONGEST_BODY,
  };
}
