import type { NextFunction, Request, Response } from 'express';
import { newId } from './new-id.adapter.js';

declare module 'express-serve-static-core' {
  interface Request {
    /** The `x-request-id` of the answer. */
    id: string;
  }
}

/** A caller's own id is taken when it is short and harmless in a log line. */
const SANE = /^[A-Za-z0-9][A-Za-z0-9._:/+=-]{0,127}$/;

/** Gives every request an id and every answer the header `x-request-id`. */
export function requestId(request: Request, response: Response, next: NextFunction): void {
  const given = request.headers['x-request-id'];
  const id = typeof given === 'string' && SANE.test(given) ? given : newId();
  request.id = id;
  response.setHeader('x-request-id', id);
  next();
}
