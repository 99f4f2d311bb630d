import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import twilio from 'twilio';

/** A request that the carrier made, as an application would see it. */
export interface Received {
  readonly path: string;
  readonly method: string;
  readonly headers: IncomingMessage['headers'];
  readonly params: Readonly<Record<string, string>>;
  /** Whether the official SDK accepts its signature. */
  readonly isSigned: boolean;
}

export interface Reply {
  readonly status?: number;
  readonly type?: string;
  readonly body?: string;
  /** Answers this much later, milliseconds. */
  readonly afterMs?: number;
  /** Closes the connection instead of answering. */
  readonly hangUp?: boolean;
}

export const xml = (verbs: string): Reply => ({ type: 'text/xml', body: `<Response>${verbs}</Response>` });

/** An application at the other end of the callbacks: a real HTTP server that remembers all it was asked. */
export class Receiver {
  readonly received: Received[] = [];
  private readonly replies = new Map<string, Reply[]>();
  private readonly server = createServer((request, response) => {
    void this.take(request).then(async (reply) => {
      if (reply.afterMs !== undefined) await new Promise((resolve) => setTimeout(resolve, reply.afterMs));
      if (reply.hangUp === true) return request.socket.destroy();
      response.statusCode = reply.status ?? (reply.body === undefined ? 204 : 200);
      if (reply.type !== undefined) response.setHeader('Content-Type', reply.type);
      return response.end(reply.body);
    });
  });

  constructor(private readonly authToken: string) {}

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async start(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.server.listen(0, '127.0.0.1', resolve);
    });
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => {
      this.server.close(resolve);
    });
  }

  /** How a path answers: one reply after the other, the last one for good. */
  reply(path: string, ...replies: Reply[]): void {
    this.replies.set(path, replies);
  }

  /** What came to a path, in the order of arrival. */
  at(path: string): Received[] {
    return this.received.filter((request) => request.path === path);
  }

  /** One field of everything that came to a path. */
  fields(path: string, name: string): (string | undefined)[] {
    return this.at(path).map(({ params }) => params[name]);
  }

  private async take(request: IncomingMessage): Promise<Reply> {
    const body = await text(request);
    const url = new URL(request.url ?? '/', this.url);
    const posted = Object.fromEntries(new URLSearchParams(body));
    this.received.push({
      path: url.pathname,
      method: request.method ?? '',
      headers: request.headers,
      params: { ...Object.fromEntries(url.searchParams), ...posted },
      isSigned: twilio.validateRequest(
        this.authToken,
        String(request.headers['x-twilio-signature']),
        this.url + request.url,
        posted,
      ),
    });
    const replies = this.replies.get(url.pathname) ?? [];
    return (replies.length > 1 ? replies.shift() : replies[0]) ?? {};
  }
}
