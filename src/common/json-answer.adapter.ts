import type { Response } from 'express';
import { entityTag, matchesNone } from './etag.js';

/**
 * Answers a GET with JSON that is text already, with its `ETag`; 304 without a body when the caller has it. Express'
 * own `send` would look for the type, measure and hash the text once more.
 */
export function answerJson(response: Response, text: string): void {
  const body = Buffer.from(text);
  const tag = entityTag(body);
  response.setHeader('ETag', tag);
  if (!matchesNone(response.req.headers['if-none-match'], tag)) {
    response.writeHead(304).end();
    return;
  }
  response.writeHead(200, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': body.length,
  });
  // To a HEAD Node sends the headers alone.
  response.end(body);
}
