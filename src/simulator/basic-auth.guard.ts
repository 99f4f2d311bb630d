import { createHash, timingSafeEqual } from 'node:crypto';
import type { RequestHandler } from 'express';
import { RestFault } from './rest-fault.js';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Lets through who knows the account's sid and token (HTTP Basic); everybody else leaves its router. */
export function basicAuth(accountSid: string, authToken: string): RequestHandler {
  const expected = digest(`${accountSid}:${authToken}`);
  return (request, _response, next) => {
    const encoded = /^Basic (.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
    const given = Buffer.from(encoded, 'base64').toString('utf8');
    if (timingSafeEqual(digest(given), expected)) next();
    else next('router');
  };
}

/** Who knows no account at all gets 401 / 20003. */
export const refuseStrangers: RequestHandler = () => {
  throw new RestFault(20003);
};
