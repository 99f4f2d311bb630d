import {
  Catch,
  HttpException,
  Inject,
  Logger,
  type ArgumentsHost,
  type ExceptionFilter,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { ErrorPage } from '../../views/console/error.js';
import { AppError, DatabaseUnavailable, InvalidRequest } from './app-error.js';
import { databaseCode, isDatabaseUnavailable } from './database-errors.js';
import { ERROR_FRAMES, type ErrorFrames } from './error-frames.js';
import { errorPageOf } from './error-page.js';
import { renderPage } from './render.adapter.js';
import { allowedMethods, pageAbove } from './routes.adapter.js';
import { SignInNeeded, signInPath } from './sign-in-needed.js';

/** Every failure becomes the one error shape, a page where pages are, with the request's id; nothing internal is in it. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  private readonly logger = new Logger('Error');

  constructor(@Inject(ERROR_FRAMES) private readonly frames: ErrorFrames) {}

  async catch(error: unknown, host: ArgumentsHost): Promise<void> {
    const http = host.switchToHttp();
    const request = http.getRequest<Request>();
    const response = http.getResponse<Response>();
    if (response.headersSent) {
      response.destroy();
      return;
    }
    if (error instanceof SignInNeeded) {
      response.redirect(303, signInPath(error.from));
      return;
    }
    const failure = this.describe(error, request);
    const above = failure.status === 405 && isPage(request) ? pageAbove(request) : undefined;
    if (above !== undefined) {
      response.redirect(303, above);
      return;
    }
    response.status(failure.status).set(failure.headers);
    if (isPage(request)) {
      await this.sendPage(request, response, failure);
      return;
    }
    response.json({
      error: failure.message,
      code: failure.code,
      status: failure.status,
      request_id: request.id,
      details: failure.details,
    });
  }

  private async sendPage(request: Request, response: Response, failure: AppError): Promise<void> {
    // Without a database nobody is known: the page is plain then.
    const frame = await this.frames.of(request).catch(() => null);
    const page = renderPage(ErrorPage, {
      ...errorPageOf(failure, response.get('x-request-id') ?? ''),
      frame,
    });
    response.set('Cache-Control', 'no-store').type('html').send(page);
  }

  private describe(error: unknown, request: Request): AppError {
    if (error instanceof AppError) return error;
    if (isDatabaseUnavailable(error)) {
      this.logger.warn(`database unavailable: ${error instanceof Error ? error.message : 'unknown'}`);
      return new DatabaseUnavailable();
    }
    if (error instanceof HttpException && error.getStatus() === 404) return unknownRoute(request);
    if (isClientFault(error)) return new InvalidRequest('Invalid request');
    this.logger.error(error instanceof Error ? stackForLog(error) : 'a value that is no error was thrown');
    return new AppError(500, 'internal_error', 'Internal server error');
  }
}

const isPage = ({ path }: Request): boolean => path === '/settings' || path.startsWith('/settings/');

/** PostgreSQL quotes what it was given in the texts of data exceptions (class 22): `invalid input syntax …: "Ada"`. */
function stackForLog(error: Error): string {
  const { message, stack = '' } = error;
  const quoting = databaseCode(error)?.startsWith('22') ?? false;
  return quoting ? stack.replace(message, message.replace(/".*"/s, '"…"')) : stack;
}

/** No route has this path and method: 405 when another method has it, else 404. */
function unknownRoute(request: Request): AppError {
  const methods = allowedMethods(request);
  return methods.length > 0
    ? new AppError(405, 'method_not_allowed', 'Method not allowed', [], { Allow: methods.join(', ') })
    : new AppError(404, 'not_found', 'Not found');
}

/** Express marks what the client did wrong (a path that cannot be decoded) with a 4xx status. */
const isClientFault = (error: unknown): boolean => {
  const status =
    error instanceof HttpException ? error.getStatus() : (error as { status?: unknown } | null)?.status;
  return typeof status === 'number' && status >= 400 && status < 500;
};
