import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { UnsupportedMediaType } from './app-error.js';
import { hasBody, readBody } from './body.client.js';
import { readJson } from './json-text.js';

declare module 'http' {
  interface IncomingMessage {
    /** The body as it came, once it was read. */
    rawBody?: Buffer;
  }
}

const JSON_TYPE = /^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i;
const MAX_DEPTH = 32;

/**
 * Reads the JSON body of the API's own routes after the credentials were accepted: type (415), size (413),
 * text (400). Express' parsers would read it before the guards; they are switched off.
 */
@Injectable()
export class JsonBodyGuard implements CanActivate {
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    if (request.rawBody === undefined && hasBody(request)) {
      if (!JSON_TYPE.test(request.headers['content-type'] ?? '') || request.headers['content-encoding'])
        throw new UnsupportedMediaType('application/json');
      request.rawBody = await readBody(request);
      request.body = readJson(request.rawBody, { maxDepth: MAX_DEPTH });
    }
    return true;
  }
}
