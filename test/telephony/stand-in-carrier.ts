import { once } from 'node:events';
import * as http from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { createServer } from 'node:net';
import { text } from 'node:stream/consumers';

/** One request as it arrived, for a test to look at. */
interface ReceivedRequest {
  method: string;
  path: string;
  headers: http.IncomingHttpHeaders;
  form: URLSearchParams;
}

type Reply = (response: http.ServerResponse, request: ReceivedRequest) => void;

/** A server in the carrier's place that does one thing wrong (or right), and counts. */
export interface StandIn {
  url: string;
  requests: ReceivedRequest[];
  connections: () => number;
  close: () => Promise<void>;
}

/** Answers every request with `reply`, after the whole request has arrived. */
export async function standIn(reply: Reply): Promise<StandIn> {
  const requests: ReceivedRequest[] = [];
  const server = http.createServer((request, response) => {
    void text(request).then((body) => {
      const { method = '', url: path = '', headers } = request;
      const received = { method, path, headers, form: new URLSearchParams(body) };
      requests.push(received);
      reply(response, received);
    });
  });
  return { ...(await listening(server)), requests };
}

/** Takes the TCP connection and does `behave` with it, without speaking HTTP. */
export async function rawStandIn(behave: (socket: Socket) => void): Promise<Omit<StandIn, 'requests'>> {
  return listening(createServer(behave));
}

async function listening(server: ReturnType<typeof createServer>): Promise<Omit<StandIn, 'requests'>> {
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on('connection', (socket) => {
    connections++;
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    connections: () => connections,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** An address where nobody listens. */
export async function closedAddress(): Promise<string> {
  const server = await rawStandIn((socket) => socket.destroy());
  await server.close();
  return server.url;
}

/** A reply of JSON, the way Twilio sends all of its own. */
export const json =
  (status: number, body: object, headers: Record<string, string> = {}): Reply =>
  (response) => {
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  };

/** Twilio's error shape. */
export const refusal = (status: number, code: number, message: string): Reply =>
  json(status, { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status });
