import { Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import type { CallBrief } from '../calls/call-brief.js';
import { CallBriefs } from '../calls/call-brief.service.js';
import { newId } from '../common/new-id.adapter.js';
import { Carriers } from '../telephony/carriers.service.js';
import { CONVERSATION_TIMINGS, type ConversationTimings } from './conversation-timings.js';
import { Conversations } from './conversations.service.js';
import { RelaySocket } from './relay-socket.session.js';

/** The longest frame of a carrier is a few kilobytes. */
const MAX_FRAME_BYTES = 64 * 1024;

/** The identity is in the path: carriers drop query strings. */
const PATH = /^\/voice\/relay\/([^/?#]{1,64})\/([^/?#]{1,64})\/([^/?#]{1,200})$/;

type Refusal = [status: number, phrase: string, code: string, error: string];
const NOT_FOUND: Refusal = [404, 'Not Found', 'not_found', 'Not found'];
const REFUSED: Refusal = [403, 'Forbidden', 'callback_refused', 'Callback refused'];
const STOPPING: Refusal = [503, 'Service Unavailable', 'overloaded', 'The service is stopping'];
const FAULT: Refusal = [500, 'Internal Server Error', 'internal_error', 'Internal server error'];

/** Opens the carrier's sockets on the service's own port: nobody else's, and only for the call whose token they bring. */
@Injectable()
export class RelayServer implements OnApplicationBootstrap {
  private readonly logger = new Logger('RelayServer');
  private readonly sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_FRAME_BYTES,
    clientTracking: false,
    perMessageDeflate: false,
  });

  constructor(
    private readonly host: HttpAdapterHost,
    private readonly briefs: CallBriefs,
    private readonly conversations: Conversations,
    private readonly carriers: Carriers,
    @Inject(CONVERSATION_TIMINGS) private readonly timings: ConversationTimings,
  ) {}

  onApplicationBootstrap(): void {
    const server = this.host.httpAdapter.getHttpServer() as Server;
    server.on('upgrade', (request, socket, head) => {
      socket.on('error', () => socket.destroy());
      this.upgrade(request, socket, head).catch((error: unknown) => {
        this.logger.error(`a socket could not be opened: ${String(error)}`);
        refuse(socket, FAULT);
      });
    });
  }

  private async upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const verdict = await this.admit(request);
    if (Array.isArray(verdict)) {
      refuse(socket, verdict);
      return;
    }
    const { accountId } = await this.carriers.of(verdict.org, verdict.carrierAccountId);
    this.sockets.handleUpgrade(request, socket, head, (webSocket) => {
      new RelaySocket(webSocket, verdict, this.conversations, accountId).listen(this.timings.setup);
    });
  }

  /** Everything is checked before there is a socket; whatever is wrong is refused alike. */
  private async admit({ url = '', headers }: IncomingMessage): Promise<CallBrief | Refusal> {
    const [path, org = '', callId = '', token = ''] = PATH.exec(url) ?? [];
    if (path === undefined) return NOT_FOUND;
    const request = { originalUrl: url, headers };
    const signed = await this.carriers.signed(org, (account) => account.verifyUpgrade(request) || null);
    if (!signed) return REFUSED;
    if (this.conversations.refusesNew) return STOPPING;
    const brief = await this.briefs.admit(org, callId, token);
    return brief && signed.by.includes(brief.carrierAccountId) ? brief : REFUSED;
  }
}

/** The one error shape, before there is a request that Nest knows of. */
function refuse(socket: Duplex, [status, phrase, code, error]: Refusal): void {
  if (!socket.writable) return;
  const id = newId();
  const body = JSON.stringify({ error, code, status, request_id: id, details: [] });
  socket.end(
    `HTTP/1.1 ${status} ${phrase}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nx-request-id: ${id}\r\nConnection: close\r\n\r\n${body}`,
  );
}
