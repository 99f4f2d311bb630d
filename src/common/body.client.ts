import type { IncomingMessage } from 'node:http';
import { AppError, InvalidRequest } from './app-error.js';

/** Bodies are small: contacts, configurations, notes. */
const MAX_BODY_BYTES = 256 * 1024;

/**
 * Collects a request's body. Bytes, not text: how they are read depends on the content type.
 * @throws AppError 413 as soon as more than `maxBytes` are announced or have come
 */
export async function readBody(request: IncomingMessage, maxBytes = MAX_BODY_BYTES): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunksOf(request)) {
    size += chunk.length;
    if (size > maxBytes) throw tooLarge(maxBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

/** Who hangs up before the end of the body is no fault of ours: its ECONNRESET must not be taken for the database's. */
async function* chunksOf(request: IncomingMessage): AsyncGenerator<Buffer> {
  try {
    yield* request as AsyncIterable<Buffer>;
  } catch (error) {
    throw new InvalidRequest('Incomplete body', [
      {
        field: 'body',
        in: 'body',
        issue: error instanceof Error ? error.message : 'was not sent to its end',
      },
    ]);
  }
}

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
