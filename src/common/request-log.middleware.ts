import type { NextFunction, Request, Response } from 'express';
import type { Logger } from 'pino';
import { loggablePath } from './loggable-path.js';
import { currentRequest } from './logger.adapter.js';

/** Asked every few seconds by machines; nobody reads that they were. */
const UNLOGGED = '/health/';

/** One line a request when it is over, with its id, organization and key; no query string, body or header value. */
export const requestLog =
  (logger: Logger) =>
  (request: Request, response: Response, next: NextFunction): void => {
    const startedAt = performance.now();
    if (!request.originalUrl.startsWith(UNLOGGED))
      response.once('close', () => logger[levelOf(response)](lineOf(request, response, startedAt)));
    currentRequest.run({ request_id: request.id }, next);
  };

const levelOf = ({ statusCode }: Response): 'error' | 'info' => (statusCode >= 500 ? 'error' : 'info');

/** Safe to be logged as it is: made of words of ours and ids. */
function lineOf(
  { method, originalUrl, id, principal }: Request,
  response: Response,
  startedAt: number,
): object {
  return {
    request_id: id,
    ...(principal && { organization_id: principal.organizationId, key_id: principal.keyId }),
    response_ms: Math.round(performance.now() - startedAt),
    // The caller went away before the answer was complete.
    ...(!response.writableFinished && { aborted: true }),
    msg: `${method} ${loggablePath(originalUrl)} ${response.statusCode}`,
  };
}
