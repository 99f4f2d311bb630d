import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { newId } from './new-id.adapter.js';

/** What Node's parser refused before there was a request: bad syntax, too many headers, too slow. */
const ANSWERS: Record<string, [number, string, string, string]> = {
  HPE_HEADER_OVERFLOW: [
    431,
    'Request Header Fields Too Large',
    'Request headers too large',
    'invalid_request',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout', 'Request timeout', 'invalid_request'],
};
const MALFORMED: [number, string, string, string] = [
  400,
  'Bad Request',
  'Malformed HTTP request',
  'invalid_request',
];

/** Answers what is no HTTP request in the one error shape too, and closes the connection. */
export function answerMalformedHttp(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const [status, phrase, message, code] = ANSWERS[error.code ?? ''] ?? MALFORMED;
    const id = newId();
    const body = JSON.stringify({ error: message, code, status, request_id: id, details: [] });
    socket.end(
      `HTTP/1.1 ${status} ${phrase}\r\nContent-Type: application/json; charset=utf-8\r\n` +
        `Content-Length: ${Buffer.byteLength(body)}\r\nx-request-id: ${id}\r\nConnection: close\r\n\r\n${body}`,
    );
  });
}
