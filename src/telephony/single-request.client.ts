import * as http from 'node:http';
import * as https from 'node:https';
import { text } from 'node:stream/consumers';
import twilio from 'twilio';
import type Answer from 'twilio/lib/http/response.js';
import { originOf } from './twilio-origin.js';
import { RateLimited, retryAfterSeconds, Unanswered } from './twilio-outcomes.js';

type RequestOptions = Parameters<twilio.RequestClient['request']>[0];

/**
 * The HTTP client under the Twilio SDK: one SDK call is one request on one new connection, and a failure says whether
 * that connection had come about.
 *
 * The SDK's own client (axios) cannot tell a reset in the TLS handshake from one after the request, keeps sockets
 * alive (a reset on a stale one is ambiguous), and its time-out starts anew with every byte. Here nothing is kept,
 * repeated, redirected or proxied, and the time-out is one deadline from look-up to last byte.
 */
export class SingleRequestClient extends twilio.RequestClient {
  /** `base` is the origin that is really meant: the SDK rewrites host names for its regions and edges. */
  constructor(
    private readonly base: URL,
    private readonly timeoutMs: number,
  ) {
    super();
  }

  override async request<Data>(options: RequestOptions): Promise<Answer.default<Data>> {
    const url = new URL(options.uri);
    Object.assign(url, originOf(this.base, url));
    for (const [name, value] of form(options.params)) url.searchParams.append(name, value);
    const answer = await this.exchange(url, options);
    if (answer.statusCode === 429)
      throw new RateLimited(retryAfterSeconds(answer.headers['retry-after'], Date.now()));
    // The SDK reads the JSON out of the text, and turns a status that is no success into its exception.
    return { ...answer, body: answer.body as Data };
  }

  private exchange(url: URL, options: RequestOptions): Promise<RawAnswer> {
    const secure = url.protocol === 'https:';
    const body = options.data ? form(options.data).toString() : '';
    const request = (secure ? https : http).request(url, {
      method: options.method.toUpperCase(),
      // No pool: a new agent for this request alone.
      agent: false,
      auth: `${options.username}:${options.password}`,
      headers: { ...options.headers, 'Content-Length': Buffer.byteLength(body) },
    });
    return this.answerTo(request, secure ? 'secureConnect' : 'connect', body);
  }

  private answerTo(request: http.ClientRequest, connect: string, body: string): Promise<RawAnswer> {
    let connected = false;
    const deadline = setTimeout(() => {
      request.destroy(new Error(`No answer within ${this.timeoutMs} ms`));
    }, this.timeoutMs);
    request.once('socket', (socket) => socket.once(connect, () => (connected = true)));
    const answer = new Promise<RawAnswer>((resolve, reject) => {
      request.once('response', (response) => void read(response).then(resolve, reject));
      request.on('error', reject);
      request.end(body);
    });
    return answer
      .catch((error: Error) => {
        throw new Unanswered(connected, error);
      })
      .finally(() => clearTimeout(deadline));
  }
}

interface RawAnswer {
  statusCode: number;
  headers: http.IncomingHttpHeaders;
  body: string;
}

async function read(response: http.IncomingMessage): Promise<RawAnswer> {
  const body = await text(response);
  return { statusCode: response.statusCode ?? 0, headers: response.headers, body };
}

/** Form fields the way Twilio wants them: a list is its name repeated. */
function form(fields: object = {}): URLSearchParams {
  const pairs = Object.entries(fields).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, String(one)]),
  );
  return new URLSearchParams(pairs);
}
