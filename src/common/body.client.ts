import type { IncomingMessage } from 'node:http';
import { AppError, InvalidRequest } from './app-error.js';

/** Bodies are small: contacts, configurations, notes. */
const MAX_BODY_BYTES = 256 * 1024;

/**
 * Collects a request's body. Bytes, not text: how they are read depends on the content type.
 * @throws AppError 413 as soon as more than `maxBytes` are announced or have come
 */
export function readBody(request: IncomingMessage, maxBytes = MAX_BODY_BYTES): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) return Promise.reject(tooLarge(maxBytes));
  // Whoever has gone already closes no more.
  if (request.destroyed) return Promise.reject(incomplete('was not sent to its end'));
  // Events, not an async iterator: that costs four times as much.
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxBytes) reject(tooLarge(maxBytes));
      else chunks.push(chunk);
    });
    request.once('end', () => resolve(Buffer.concat(chunks, Math.min(size, maxBytes))));
    request.once('error', (error) => reject(incomplete(error.message)));
    request.once('close', () => {
      // After every request; an error nobody gets would cost as much as reading the body.
      if (!request.readableEnded) reject(incomplete('was not sent to its end'));
    });
  });
}

/** Who hangs up before the end of the body is no fault of ours: its ECONNRESET must not be taken for the database's. */
const incomplete = (issue: string): InvalidRequest =>
  new InvalidRequest('Incomplete body', [{ field: 'body', in: 'body', issue }]);

/** The connection is closed with the answer: the rest of the body is not worth reading. */
const tooLarge = (maxBytes: number): AppError =>
  new AppError(
    413,
    'payload_too_large',
    'Payload too large',
    [{ field: 'body', in: 'body', issue: `must have at most ${maxBytes} bytes` }],
    { Connection: 'close' },
  );

/** Whether a request has a body at all. */
export const hasBody = (request: IncomingMessage): boolean =>
  request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;
