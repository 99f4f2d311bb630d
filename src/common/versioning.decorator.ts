import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { AppError } from './app-error.js';
import { entityTag, matchesNone, versionOfIfMatch } from './etag.js';

/** What a changing request says it has seen: `check` refuses when the row has moved on. */
export class Precondition {
  constructor(private readonly versions: number[] | '*' | null) {}

  /** @throws AppError 412 when the row's version is none of those the request names */
  check(version: number): void {
    if (Array.isArray(this.versions) && !this.versions.includes(version))
      throw new AppError(412, 'stale_version', 'The resource was changed since it was read');
  }
}

/** Of a change that is right whatever the row has become. */
export const ANY_VERSION = new Precondition(null);

const SeenVersions = createParamDecorator((_: unknown, context: ExecutionContext): Precondition => {
  const { headers } = context.switchToHttp().getRequest<Request>();
  return new Precondition(versionOfIfMatch(headers['if-match']));
});

/** The request's `If-Match`, and its place in the document. */
export const IfMatch = (): ParameterDecorator => (target, key, index) => {
  SeenVersions()(target, key, index);
  const method = Object.getOwnPropertyDescriptor(target, key ?? '');
  if (method && key) {
    ApiHeader({
      name: 'If-Match',
      required: false,
      description: 'The `ETag` of a read: the change is refused when the resource was changed since.',
      schema: { type: 'string', example: 'W/"3.2jmj7l5rSw0yVbvlWAYk"' },
    })(target, key, method);
  }
};

/**
 * Answers `body` with the `ETag` that a later `If-Match` or `If-None-Match` can name; a GET that names it already
 * is 304. Express would send it again to whoever adds `Cache-Control: no-cache`, which browsers' fetch does.
 */
export function tagged<T>(response: Response, body: T, version?: number): T {
  const tag = entityTag(JSON.stringify(body), version);
  response.setHeader('ETag', tag);
  const { method, headers } = response.req;
  if ((method === 'GET' || method === 'HEAD') && !matchesNone(headers['if-none-match'], tag))
    response.status(304);
  return body;
}
